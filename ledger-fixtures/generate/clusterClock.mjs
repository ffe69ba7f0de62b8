/** Time and names of the cluster that the ledger pretends to come from. */
import { hashOf, KEY } from './keys.mjs';

/** 2026-11-01T00:00:00Z, Unix seconds */
const SLOT_ZERO_SECONDS = 1793491200n;
const SLOT_MILLISECONDS = 200n;
/** lamports */
export const LAMPORTS_PER_BYTE = 5080;

export const FIRST_SLOT = 301;
export const SKIPPED_SLOT = 307;
/** The first slot that Alpenglow decides: from it on votes are no transactions. */
export const ALPENGLOW_SLOT = 317;
/** One slot of the history below was skipped as well. */
export const FIRST_BLOCK_HEIGHT = 300;

/** Unix seconds */
export const timeOf = (slot) => SLOT_ZERO_SECONDS + (BigInt(slot) * SLOT_MILLISECONDS) / 1000n;

export const EPOCH_START_SECONDS = SLOT_ZERO_SECONDS;

export const NODE = {
  genesisHash: hashOf('stillnode genesis'),
  identity: KEY.identity,
};
