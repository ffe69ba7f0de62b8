import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ascending } from '../../src/codec/bigints.ts';
import { type SlotRange, SlotSet } from '../../src/ledger/slotSet.ts';

const LAST = 30;
const SLOT = fc.nat(LAST).map(BigInt);
const SLOTS = fc.uniqueArray(SLOT);
const ALL = Array.from({ length: LAST + 1 }, (_, slot) => BigInt(slot));

function slotsIn(ranges: Iterable<SlotRange>): readonly bigint[] {
  const all = [...ranges];
  return ALL.filter((slot) => all.some(({ first, last }) => slot >= first && slot <= last));
}

it('a set of ranges is the set of their slots', () => {
  fc.assert(
    fc.property(SLOTS, SLOTS, SLOT, SLOT, (given, more, first, last) => {
      const slots = given.toSorted(ascending);
      const set = SlotSet.fromSlots(given);
      expect([...set]).toEqual(slots.toReversed());
      expect([set.size, set.highest]).toEqual([slots.length, slots.at(-1)]);
      expect(ALL.filter((slot) => set.has(slot))).toEqual(slots);
      expect(set.highestOutside(last)).toBe(ALL.findLast((slot) => slot <= last && !slots.includes(slot)) ?? -1n);
      expect(set.lowestOutside(first)).toBe(
        ALL.find((slot) => slot >= first && !slots.includes(slot)) ?? BigInt(LAST + 1),
      );
      const isWithin = (slot: bigint) => slot >= first && slot <= last;
      expect(slotsIn(set.between(first, last))).toEqual(slots.filter(isWithin));
      expect(slotsIn(set.outside({ first, last }))).toEqual(
        ALL.filter((slot) => isWithin(slot) && !slots.includes(slot)),
      );
      expect([...set.upTo(last)]).toEqual(slots.filter((slot) => slot <= last).reverse());
      const both = set.with(SlotSet.fromSlots(more).ranges);
      expect(both.equals(SlotSet.fromSlots([...given, ...more]))).toBe(true);
      expect(both.equals(set)).toBe(more.every((slot) => slots.includes(slot)));
    }),
  );
});

it('millions of slots in a row are one range', () => {
  const set = SlotSet.fromRanges([
    { first: 11n, last: 80_000_000n },
    { first: 5n, last: 10n },
  ]);
  expect(set.ranges).toEqual([{ first: 5n, last: 80_000_000n }]);
  expect([set.size, set.has(4n), set.has(40_000_000n)]).toEqual([79_999_996, false, true]);
});
