import type { Cursor } from '../../document/cursor.ts';
import { type Members, readMembers } from '../../document/members.ts';
import { isObject, readBlockhash, readI64, readList, readNullable, readU64 } from '../../document/readers.ts';
import { readSkipped } from '../../ledgerFile/ledgerFile.ts';
import type { SlotWord, TransactionWord } from '../format/types.ts';
import { readTransaction } from './transaction.ts';
import { readAddressWord } from './values.ts';

/** of one range, and of all scripts of a ledger together: all of them are held in memory */
const MAX_BLOCKS = 10_000_000n;
const MAX_TRANSACTIONS = 10_000_000n;

/** What every block of an item has in common. */
const BLOCK_MEMBERS = {
  blockTime: (at: Cursor) => readNullable(at, readI64),
  parent: readU64,
  leader: readAddressWord,
  blockhash: readBlockhash,
  transactions: (at: Cursor) => readList(at, readTransaction),
};

/** The kinds of items of `slots`, by the member that identifies each. */
export const SLOT_KINDS = {
  slot: { slot: readU64, ...BLOCK_MEMBERS },
  from: { from: readU64, to: readU64, every: readU64, ...BLOCK_MEMBERS },
  skipped: { skipped: readSkipped },
};

export function readSlot(at: Cursor): SlotWord | undefined {
  if (!isObject(at)) return undefined;
  const [kind, second] = [at.member('slot'), at.member('from'), at.member('skipped')].filter(
    ({ value }) => value !== undefined,
  );
  if (kind === undefined) return at.expected('slot, from and to, or skipped');
  if (second !== undefined) return second.refuse(`expected ${kind.key} or ${second.key}, found both`);
  if (kind.key === 'slot') return readOne(at);
  return kind.key === 'from' ? readRange(at) : readSkippedSlots(at);
}

type BlocksWord = Extract<SlotWord, { kind: 'blocks' }>;

/** A block that is put on top of a ledger: a slot, if it has one, and what blocks of scripts have. */
export function readNextBlock(at: Cursor, slot: bigint): BlocksWord | undefined {
  const read = isObject(at) ? readMembers(at, SLOT_KINDS.slot) : undefined;
  if (read === undefined) return undefined;
  const first = read.slot ?? slot;
  return blocksOf(at, read, { first, last: first, every: 1n });
}

/** A block of one transaction. */
export function blockAround(transaction: TransactionWord, at: Cursor, slot: bigint): BlocksWord {
  const nothing = { blockTime: undefined, parent: undefined, leader: undefined, blockhash: undefined };
  return { kind: 'blocks', first: slot, last: slot, every: 1n, ...nothing, transactions: [transaction], at };
}

function readOne(at: Cursor): SlotWord | undefined {
  const read = readMembers(at, SLOT_KINDS.slot);
  return read?.slot === undefined ? undefined : blocksOf(at, read, { first: read.slot, last: read.slot, every: 1n });
}

function readRange(at: Cursor): SlotWord | undefined {
  const read = readMembers(at, SLOT_KINDS.from, ['to']);
  if (read?.from === undefined || read.to === undefined) return undefined;
  const { from, to, every = 1n } = read;
  if (to < from) return at.member('to').refuse(`expected a slot from ${from} on, found ${to}`);
  if (every === 0n) return at.member('every').expected('a number of slots above 0');
  if ((to - from) / every >= MAX_BLOCKS) return at.member('to').refuse(`expected at most ${MAX_BLOCKS} blocks`);
  if (read.blockhash !== undefined && to > from)
    return at.member('blockhash').refuse('no two blocks have the same blockhash', 'give it for a single slot');
  return blocksOf(at, read, { first: from, last: to, every });
}

function blocksOf(
  at: Cursor,
  { blockTime, parent, leader, blockhash, transactions = [] }: Members<typeof BLOCK_MEMBERS>,
  slots: { readonly first: bigint; readonly last: bigint; readonly every: bigint },
): BlocksWord {
  return { kind: 'blocks', ...slots, blockTime, parent, leader, blockhash, transactions, at };
}

function readSkippedSlots(at: Cursor): SlotWord | undefined {
  const range = readMembers(at, SLOT_KINDS.skipped)?.skipped;
  return range && { kind: 'skipped', first: range.first, last: range.last, at };
}

/** Whether the slots stay within the limits; the first one that exceeds them is reported. */
export function fitsLimits(slots: readonly SlotWord[]): boolean {
  let blocks = 0n;
  let transactions = 0n;
  for (const word of slots) {
    if (word.kind !== 'blocks') continue;
    const more = (word.last - word.first) / word.every + 1n;
    const copies = BigInt(word.transactions.reduce((sum, { repeat }) => sum + repeat, 0));
    blocks += more;
    transactions += more * copies;
    if (blocks > MAX_BLOCKS) return refuse(word, `${blocks} blocks`, MAX_BLOCKS, 'use fewer slots');
    if (transactions > MAX_TRANSACTIONS) {
      const what = `${transactions} transactions, ${more} blocks of ${copies} here`;
      return refuse(word, what, MAX_TRANSACTIONS, 'use fewer slots, or fewer copies with `repeat`');
    }
  }
  return true;
}

function refuse({ at }: SlotWord, found: string, max: bigint, hint: string): false {
  at.refuse(`the scripts make ${found}: more than the ${max} that a ledger can have`, hint);
  return false;
}
