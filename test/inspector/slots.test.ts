import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binsOf, lanesOf, type Slot } from '../../inspector/slots.ts';

const block = (slot: number, parent = slot - 1): Slot => ({ slot, kind: 'block', parent });
const dropped = (slot: number, parent = slot - 1): Slot => ({ slot, kind: 'dropped', parent });
const lanes = (slots: readonly Slot[]) => slots.map(({ slot }) => lanesOf(slots).get(slot));

describe('lanes', () => {
  it('the chain is in the first one, also where it goes on behind a fork', () => {
    expect(lanes([block(1), dropped(2), dropped(3), block(4, 1)])).toEqual([0, 1, 1, 0]);
  });

  it('two forks from one block are beside each other, and a later one takes a lane that is free again', () => {
    const slots = [block(1), dropped(2, 1), dropped(3, 1), dropped(4, 2), block(5, 1), dropped(6, 5), block(7, 5)];
    expect(lanes(slots)).toEqual([0, 1, 2, 1, 0, 1, 0]);
  });

  it('no two blocks of a lane that overlap belong to different forks', () => {
    const forks = fc.array(fc.record({ back: fc.integer({ min: 1, max: 6 }), isDropped: fc.boolean() }), {
      minLength: 1,
      maxLength: 60,
    });
    fc.assert(
      fc.property(forks, (steps) => {
        const slots = steps.map(({ back, isDropped }, i) =>
          (isDropped ? dropped : block)(i + 1, Math.max(0, i + 1 - back)),
        );
        const found = lanesOf(slots);
        for (const { kind, parent, slot } of slots) {
          expect(found.get(slot)! > 0).toBe(kind === 'dropped');
          if (kind !== 'dropped') continue;
          const between = slots.filter((other) => other.slot > parent! && other.slot < slot);
          // the line from the parent crosses no other block of its lane
          expect(between.map((other) => found.get(other.slot))).not.toContain(found.get(slot));
        }
      }),
    );
  });
});

describe('bins', () => {
  it('hold every slot once', () => {
    const slotArb = fc.record({
      kind: fc.constantFrom('block', 'dropped', 'ahead', 'skipped'),
      transactions: fc.nat(9),
      failed: fc.nat(3),
    });
    fc.assert(
      fc.property(
        fc.array(slotArb, { minLength: 1, maxLength: 200 }),
        fc.integer({ min: 1, max: 50 }),
        (made, count) => {
          const slots = made.map((each, slot) => ({ ...each, slot }) as Slot);
          const bins = binsOf(slots, 0, slots.length, count);
          expect(bins.length).toBeLessThanOrEqual(count);
          expect(bins[0]!.from).toBe(0);
          expect(bins.at(-1)!.to).toBe(slots.length - 1);
          const sum = (of: (bin: (typeof bins)[number]) => number) => bins.reduce((all, bin) => all + of(bin), 0);
          expect(sum(({ ahead, blocks, dropped: gone, skipped }) => ahead + blocks + gone + skipped)).toBe(
            slots.length,
          );
          expect(sum(({ transactions }) => transactions)).toBe(
            slots.reduce((all, each) => all + (each.transactions ?? 0), 0),
          );
        },
      ),
    );
  });
});
