import type { Blockhash } from '../model/address.ts';
import { type Block, UNKNOWN_BLOCKHASH } from '../model/block.ts';
import { tipHeight } from './heights.ts';
import type { LedgerView } from './view.ts';

/** How old the blockhash of a transaction may be, in blocks. Source solana clock 3.0 MAX_PROCESSING_AGE */
export const MAX_PROCESSING_AGE = 150n;

/** How old a blockhash may be that a bank still knows. Source solana clock 3.0 MAX_RECENT_BLOCKHASHES */
const MAX_KNOWN_AGE = 300n;

/**
 * Blocks since the one that `hash` is of; undefined for a hash that a bank at the tip of the view does not know. A block
 * has its own hash and that of its parent, so a parent that is not in the ledger still counts.
 *
 * Source   agave 4.1 accounts-db BlockhashQueue
 */
export function blockhashAge(view: LedgerView, hash: Blockhash): bigint | undefined {
  const height = tipHeight(view);
  const age = hash === view.state.node.genesisHash ? genesisAge(height) : ageInBlocks(view, hash, height);
  return age !== undefined && age <= MAX_KNOWN_AGE ? age : undefined;
}

/** The hash of the genesis comes before that of block 0. */
function genesisAge(height: bigint | undefined): bigint | undefined {
  return height === undefined ? undefined : height + 1n;
}

/** By heights where they are known, or else by the blocks that are in the ledger. */
function ageInBlocks(view: LedgerView, hash: Blockhash, height: bigint | undefined): bigint | undefined {
  let above = 0n;
  for (const block of view.blocksDown()) {
    const age = height === undefined || block.blockHeight === null ? above : height - block.blockHeight;
    if (age > MAX_KNOWN_AGE) return undefined;
    if (block.blockhash === hash) return age;
    if (isHashOfParent(block, hash)) return age + 1n;
    above++;
  }
  return undefined;
}

function isHashOfParent({ slot, previousBlockhash }: Block, hash: Blockhash): boolean {
  return previousBlockhash === hash && slot > 0n && hash !== UNKNOWN_BLOCKHASH;
}
