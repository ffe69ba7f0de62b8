import { decodeBase58 } from '../../../codec/base58.ts';
import { type BlockClock, timeAt } from '../../../ledger/blockClock.ts';
import { EmptyRow, type EmptyRun } from '../../../ledger/history/emptyRow.ts';
import type { Blockhash } from '../../../model/address.ts';
import { type BlockFrame, blockFrame, type Head } from '../../../runtime/blocks/frame.ts';
import type { SlotWord } from '../../format/types.ts';
import { bytesOfHash } from '../accounts/accountContent.ts';

export type BlocksWord = Extract<SlotWord, { kind: 'blocks' }>;

/** A block of a word of slots. What the word does not give is derived from the block before. */
export function frameOf(word: BlocksWord, slot: bigint, head: Head): BlockFrame {
  const blockhash = slot === word.first ? (word.blockhash as Blockhash | undefined) : undefined;
  return blockFrame(slot, head, { blockhash, clock: word.blockTime === null ? null : clockFor(word, head) });
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

/** The blocks of a word after its first one. */
export function emptyRunAfter({ blockTime, first, last }: BlocksWord, head: Head): EmptyRun {
  const row = new EmptyRow(first + 1n, head, blockTime === null ? undefined : head.clock);
  return { first: first + 1n, last, row };
}

export function hashBytes(blockhash: Blockhash): Uint8Array {
  return decodeBase58(blockhash);
}

function clockFor({ first, blockTime }: BlocksWord, head: Head): BlockClock {
  return typeof blockTime === 'bigint' ? { slot: first, milliseconds: blockTime * 1000n } : head.clock;
}
