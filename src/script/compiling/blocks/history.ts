import { decodeBase58, encodeBase58 } from '../../../codec/base58.ts';
import { sha256 } from '../../../codec/sha256.ts';
import type { Blockhash } from '../../../model/address.ts';
import type { Block } from '../../../model/block.ts';
import type { SlotWord } from '../../format/types.ts';
import { bytesOfHash } from '../accounts/accountContent.ts';
import type { Accounts } from '../accounts/accounts.ts';

export type BlocksWord = Extract<SlotWord, { kind: 'blocks' }>;

/** The end of a chain: all that the next block needs to know of the one before. */
export interface Head {
  readonly slot: bigint;
  readonly blockhash: Blockhash;
  readonly blockHeight: bigint | null;
  readonly clock: Clock;
  readonly accounts: Accounts;
  /** nothing is known of this block: the script starts after it */
  readonly isMadeUp: boolean;
}

/** A time that is known, from which others are counted: 0.4 seconds a slot. */
interface Clock {
  readonly slot: bigint;
  readonly seconds: bigint;
}

/** The default time of slot 0. */
const GENESIS_CLOCK: Clock = { slot: 0n, seconds: 1_700_000_000n };

/** A block without its transactions. */
export type BlockFrame = Omit<Block, 'transactions' | 'rewards'>;

/** What a script does not give for a block; it is derived from the block before. */
export function blockFrame(word: BlocksWord, slot: bigint, head: Head): BlockFrame {
  const given = slot === word.first ? word.blockhash : undefined;
  const blockhash = (given as Blockhash | undefined) ?? hashOf(`stillnode block ${slot} after ${head.blockhash}`);
  return {
    slot,
    parentSlot: head.slot,
    blockhash,
    // the genesis block is its own parent
    previousBlockhash: slot === 0n ? blockhash : head.blockhash,
    blockTimeSeconds: word.blockTime === null ? null : secondsAt(slot, clockFor(word, head)),
    blockHeight: slot === 0n ? 0n : head.blockHeight === null ? null : head.blockHeight + 1n,
  };
}

/** Checks what the script gives for a block. */
export function checkBlock({ at, blockhash, blockTime, first }: BlocksWord, head: Head): boolean {
  if (blockhash !== undefined && bytesOfHash(blockhash) === undefined)
    return at.refuse('expected a blockhash (base58 of 32 bytes)') ?? false;
  const before = secondsAt(head.slot, head.clock);
  if (typeof blockTime === 'bigint' && blockTime < before && !head.isMadeUp)
    at.warn(`slot ${first} is at ${blockTime}, before its parent, slot ${head.slot}, at ${before}`);
  return true;
}

export function headAfter(word: BlocksWord, { slot, blockhash, blockHeight }: BlockFrame, head: Head): Head {
  return { slot, blockhash, blockHeight, clock: clockFor(word, head), accounts: head.accounts, isMadeUp: false };
}

/** Of a slot before the script: known where a recorded block is there, else made up. */
export function headOutside(slot: bigint, recorded: Block | undefined, accounts: Accounts): Head {
  const time = recorded?.blockTimeSeconds;
  return {
    slot,
    blockhash: recorded?.blockhash ?? hashOf(`stillnode block ${slot}`),
    blockHeight: recorded === undefined ? slot : recorded.blockHeight,
    clock: typeof time === 'bigint' ? { slot, seconds: time } : GENESIS_CLOCK,
    accounts,
    isMadeUp: recorded === undefined,
  };
}

export function hashBytes(blockhash: Blockhash): Uint8Array {
  return decodeBase58(blockhash);
}

function clockFor({ first, blockTime }: BlocksWord, head: Head): Clock {
  return typeof blockTime === 'bigint' ? { slot: first, seconds: blockTime } : head.clock;
}

function secondsAt(slot: bigint, { slot: since, seconds }: Clock): bigint {
  const fifths = (slot - since) * 2n;
  return seconds + (fifths >= 0n ? fifths / 5n : (fifths - 4n) / 5n);
}

function hashOf(text: string): Blockhash {
  return encodeBase58(sha256(text)) as Blockhash;
}
