import type { U64 } from '../../model/meta.ts';
import type { Key } from './keys.ts';

/** Options of a block besides its slot and its transactions. */
export interface BlockOptions {
  /** Unix seconds; default: 0.4 s a slot after the block before */
  readonly blockTime?: U64 | null;
  /** default: the block before, but for forks */
  readonly parent?: U64;
  /** who gets the fees; default: whom `leaderSchedules` names, if anybody */
  readonly leader?: Key;
  /** base58 of 32 bytes; default: it follows from the slot and the parent */
  readonly blockhash?: string;
}

/** A slot, or more of a block than its slot. */
export type BlockAt = U64 | (BlockOptions & { readonly slot: U64 });

/** Slots that have a block each, both ends included; with `every: 2` each other one. `blockTime` and `parent` are of the first. */
export interface BlockRange extends Omit<BlockOptions, 'blockhash'> {
  readonly from: U64;
  readonly to: U64;
  readonly every?: U64;
}

export function blockAt(at: BlockAt): BlockOptions & { readonly slot: U64 } {
  return typeof at === 'object' ? at : { slot: at };
}

/** The last slot that has a block. An invalid range is passed on: the reader of the script reports it with its place. */
export function lastOf({ every = 1, from, to }: BlockRange): U64 {
  if (![from, to, every].every(isWhole) || every < 1) return to;
  const [first, last, step] = [BigInt(from), BigInt(to), BigInt(every)];
  return last - ((last - first) % step);
}

function isWhole(value: U64): boolean {
  return typeof value === 'bigint' || Number.isInteger(value);
}
