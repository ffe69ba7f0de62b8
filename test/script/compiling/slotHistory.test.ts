import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SlotSet } from '../../../src/ledger/slotSet.ts';
import { NO_FACTS } from '../../../src/runtime/cluster/sysvarFacts.ts';
import { SYSVAR_BYTES } from '../../../src/runtime/cluster/sysvars.ts';

const BITS = 1024 * 1024;
const HEADER = 9;

it('the slot history has a bit for each block of the last 1,048,576 slots, however many are in a row', () => {
  const range = fc.record({ back: fc.nat(BITS + 100), length: fc.oneof(fc.nat(40), fc.nat(BITS)) });
  fc.assert(
    fc.property(fc.nat(3 * BITS), fc.array(range, { maxLength: 4 }), (tip, specs) => {
      const ranges = specs.map(({ back, length }) => {
        const last = Math.max(tip - back, 0);
        return { first: BigInt(Math.max(last - length, 0)), last: BigInt(last) };
      });
      const slots = SlotSet.fromRanges(ranges);
      const bytes = SYSVAR_BYTES.slotHistory({ ...NO_FACTS, slot: BigInt(tip), slots: slots.ranges.toReversed() });
      const expected = new Uint8Array(BITS / 8);
      if (tip < BITS) expected[0] = 1;
      for (let slot = Math.max(tip - BITS + 1, 0); slot <= tip; slot++)
        if (slots.has(BigInt(slot))) expected[(slot % BITS) >> 3]! |= 1 << (slot & 7);
      expect(Buffer.compare(bytes.subarray(HEADER, HEADER + expected.length), expected)).toBe(0);
    }),
    { numRuns: 10 },
  );
});
