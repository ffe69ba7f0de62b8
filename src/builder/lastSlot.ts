import type { U64 } from '../model/meta.ts';

/** Slots that have a block each, both ends included. */
interface Slots {
  readonly from: U64;
  readonly to: U64;
  readonly every?: U64;
}

/** The last slot that has a block. What is no range is passed on: whoever reads the script tells where it stands. */
export function lastSlotOf({ every = 1, from, to }: Slots): U64 {
  if (![from, to, every].every(isWhole) || every < 1) return to;
  const [first, last, step] = [BigInt(from), BigInt(to), BigInt(every)];
  return last - ((last - first) % step);
}

function isWhole(value: U64): boolean {
  return typeof value === 'bigint' || Number.isInteger(value);
}
