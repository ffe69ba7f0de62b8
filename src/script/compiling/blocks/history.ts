import { decodeBase58 } from '../../../codec/base58.ts';
import { type BlockClock, clockOf, GENESIS_CLOCK, timeAt } from '../../../ledger/blockClock.ts';
import { derivedBlockhash, unknownBlockhash } from '../../../ledger/emptyBlocks.ts';
import type { Blockhash } from '../../../model/address.ts';
import type { Block } from '../../../model/block.ts';
import type { Accounts } from '../../../runtime/accounts/accounts.ts';
import type { SlotWord } from '../../format/types.ts';
import { bytesOfHash } from '../accounts/accountContent.ts';

export type BlocksWord = Extract<SlotWord, { kind: 'blocks' }>;

/** The end of a chain: all that the next block needs to know of the one before. */
export interface Head {
  readonly slot: bigint;
  readonly blockhash: Blockhash;
  readonly blockHeight: bigint | null;
  readonly clock: BlockClock;
  readonly accounts: Accounts;
  /** nothing is known of this block: the script starts after it */
  readonly isMadeUp: boolean;
}

/** A block without its transactions. */
export type BlockFrame = Omit<Block, 'transactions' | 'rewards'>;

/** What a script does not give for a block; it is derived from the block before. */
export function blockFrame(word: BlocksWord, slot: bigint, head: Head): BlockFrame {
  const given = slot === word.first ? word.blockhash : undefined;
  const blockhash = (given as Blockhash | undefined) ?? derivedBlockhash(slot, head.blockhash);
  return {
    slot,
    parentSlot: head.slot,
    blockhash,
    // the genesis block is its own parent
    previousBlockhash: slot === 0n ? blockhash : head.blockhash,
    ...(word.blockTime === null ? { blockTimeSeconds: null } : timeAt(slot, clockFor(word, head))),
    blockHeight: slot === 0n ? 0n : head.blockHeight === null ? null : head.blockHeight + 1n,
  };
}

/** Checks what the script gives for a block. */
export function checkBlock({ at, blockhash, blockTime, first }: BlocksWord, head: Head): boolean {
  if (blockhash !== undefined && bytesOfHash(blockhash) === undefined)
    return at.refuse('expected a blockhash (base58 of 32 bytes)') ?? false;
  const before = timeAt(head.slot, head.clock).blockTimeSeconds;
  if (typeof blockTime === 'bigint' && blockTime < before && !head.isMadeUp)
    at.warn(`slot ${first} is at ${blockTime}, before its parent, slot ${head.slot}, at ${before}`);
  return true;
}

export function headAfter(word: BlocksWord, { slot, blockhash, blockHeight }: BlockFrame, head: Head): Head {
  return { slot, blockhash, blockHeight, clock: clockFor(word, head), accounts: head.accounts, isMadeUp: false };
}

/**
 * Of a slot before the script: known where a recorded block is there, else made up.
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

export function hashBytes(blockhash: Blockhash): Uint8Array {
  return decodeBase58(blockhash);
}

function clockFor({ first, blockTime }: BlocksWord, head: Head): BlockClock {
  return typeof blockTime === 'bigint' ? { slot: first, milliseconds: blockTime * 1000n } : head.clock;
}
