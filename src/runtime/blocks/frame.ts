import { type BlockClock, clockOf, GENESIS_CLOCK, timeAt } from '../../ledger/blockClock.ts';
import { derivedBlockhash, unknownBlockhash } from '../../ledger/derivedBlockhash.ts';
import type { Blockhash } from '../../model/address.ts';
import type { Block } from '../../model/block.ts';
import type { Accounts } from '../accounts/accounts.ts';

/** The end of a chain: all that the next block needs to know of the one before. */
export interface Head {
  readonly slot: bigint;
  readonly blockhash: Blockhash;
  readonly blockHeight: bigint | null;
  readonly clock: BlockClock;
  readonly accounts: Accounts;
  /** nothing is known of this block: what comes first starts after it */
  readonly isMadeUp: boolean;
}

/** A block without its transactions. */
export type BlockFrame = Omit<Block, 'transactions' | 'rewards'>;

/** What is given of a block; the rest is derived from the block before. */
export interface GivenFrame {
  readonly blockhash?: Blockhash | undefined;
  /** null: the block has no time */
  readonly clock?: BlockClock | null;
}

export function blockFrame(slot: bigint, head: Head, { blockhash, clock = head.clock }: GivenFrame = {}): BlockFrame {
  const hash = blockhash ?? derivedBlockhash(slot, head.blockhash);
  return {
    slot,
    parentSlot: head.slot,
    blockhash: hash,
    // the genesis block is its own parent
    previousBlockhash: slot === 0n ? hash : head.blockhash,
    ...(clock === null ? { blockTimeSeconds: null } : timeAt(slot, clock)),
    blockHeight: slot === 0n ? 0n : head.blockHeight === null ? null : head.blockHeight + 1n,
  };
}

/**
 * Of a slot before those that are made: known where a recorded block is there, else made up.
 *
 * @param clock of the chain, where the block has no time
 */
export function headOutside(slot: bigint, recorded: Block | undefined, accounts: Accounts, clock?: BlockClock): Head {
  return {
    slot,
    blockhash: recorded?.blockhash ?? unknownBlockhash(slot),
    blockHeight: recorded === undefined ? slot : recorded.blockHeight,
    clock: (recorded && clockOf(recorded)) ?? clock ?? GENESIS_CLOCK,
    accounts,
    isMadeUp: recorded === undefined,
  };
}
