import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Chain, chainTo, slotsOn, slotsOnFrom } from '../../../src/ledger/history/chain.ts';
import { type EmptyRun, EmptySeries } from '../../../src/ledger/history/emptyRuns.ts';
import { History } from '../../../src/ledger/history/history.ts';
import { SlotSet } from '../../../src/ledger/slotSet.ts';
import type { Block, LedgerTransaction } from '../../../src/solana/block.ts';
import { testBlock } from '../../support/testNode.ts';
import { testTransaction } from '../../support/transactions.ts';

/** Slots with their parents; null: a slot that only a transaction without a block names. */
type Slots = readonly (readonly [slot: number, parent: number | null])[];

function looseTransaction(slot: number): LedgerTransaction {
  return testTransaction({ name: `${slot}` }, { slot: BigInt(slot), index: 0, blockTimeSeconds: null });
}

function offChainOf(tip: number, slots: Slots): readonly bigint[] {
  const blocks = slots.flatMap(([slot, parentSlot]) => (parentSlot === null ? [] : [testBlock({ slot, parentSlot })]));
  const loose = slots.flatMap(([slot, parentSlot]) => (parentSlot === null ? [looseTransaction(slot)] : []));
  const { offChain, tip: shown } = chainTo(BigInt(tip), History.fromBlocks(blocks, loose));
  expect(shown).toBe(BigInt(tip));
  return sorted({ offChain, tip: shown });
}

function sorted({ offChain }: Chain): readonly bigint[] {
  return [...offChain].sort((a, b) => Number(a - b));
}

describe('what is not on the chain of a tip', () => {
  it.each<[string, number, Slots, readonly bigint[]]>([
    ['nothing of an empty ledger', 0, [], []],
    [
      'nothing of a chain without gaps',
      3,
      [
        [1, 0],
        [2, 1],
        [3, 2],
      ],
      [],
    ],
    [
      'nothing where slots were skipped',
      9,
      [
        [1, 0],
        [5, 1],
        [9, 5],
      ],
      [],
    ],
    [
      'a block that the next one passes over',
      3,
      [
        [1, 0],
        [2, 1],
        [3, 1],
      ],
      [2n],
    ],
    [
      'a fork of several blocks',
      6,
      [
        [1, 0],
        [2, 1],
        [3, 2],
        [4, 3],
        [5, 1],
        [6, 5],
      ],
      [2n, 3n, 4n],
    ],
    [
      'two forks',
      6,
      [
        [1, 0],
        [2, 1],
        [3, 1],
        [4, 3],
        [5, 4],
        [6, 4],
      ],
      [2n, 5n],
    ],
    [
      'the block of a dropped fork does not speak for what is below it',
      4,
      [
        [1, 0],
        [2, 1],
        [3, 0],
        [4, 2],
      ],
      [3n],
    ],
    [
      'everything below a parent is dropped, even far below',
      20,
      [
        [1, 0],
        [2, 1],
        [19, 2],
        [20, 1],
      ],
      [2n, 19n],
    ],
    [
      'a parent that is missing drops what is above it only',
      9,
      [
        [2, 1],
        [4, 2],
        [6, 4],
        [9, 5],
      ],
      [6n],
    ],
    [
      'a loose transaction in a slot that was passed over',
      5,
      [
        [1, 0],
        [3, null],
        [5, 1],
      ],
      [3n],
    ],
    [
      'a loose transaction in the slot of the parent stays',
      5,
      [
        [1, 0],
        [3, null],
        [5, 3],
      ],
      [],
    ],
    [
      'a loose transaction hides nothing below it',
      5,
      [
        [1, 0],
        [2, 1],
        [3, null],
        [5, null],
      ],
      [],
    ],
  ])('%s', (_, tip, slots, expected) => {
    expect(offChainOf(tip, slots)).toEqual(expected);
  });

  it.each<[string, Slots]>([
    [
      'itself',
      [
        [1, 0],
        [2, 1],
        [3, 3],
      ],
    ],
    [
      'a later slot',
      [
        [1, 0],
        [2, 1],
        [3, 8],
      ],
    ],
  ])('a block that names %s as its parent drops nothing', (_, slots) => {
    expect(offChainOf(3, slots)).toEqual([]);
  });

  it('a genesis block is its own parent and on every chain', () => {
    expect(
      offChainOf(2, [
        [0, 0],
        [1, 0],
        [2, 1],
      ]),
    ).toEqual([]);
  });

  it.each<[string, number, readonly bigint[]]>([
    ['in the fork', 3, []],
    ['on the main chain', 4, [2n, 3n]],
    ['in a slot without a block', 5, [2n, 3n]],
    ['below both', 1, []],
  ])('blocks above the tip do not count: a tip %s', (_, tip, expected) => {
    expect(
      offChainOf(tip, [
        [1, 0],
        [2, 1],
        [3, 2],
        [4, 1],
        [6, 3],
      ]),
    ).toEqual(expected);
  });

  it('is everything but the parents of the tip where no block is missing', () => {
    const parents = fc.array(fc.nat(), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(parents, fc.nat(), (picks, tipPick) => {
        const slots: Slots = [[0, 0], ...picks.map((pick, i) => [i + 1, pick % (i + 1)] as const)];
        const tip = tipPick % slots.length;
        const onChain = new Set([0]);
        for (let slot = tip; slot > 0; slot = slots[slot]![1]!) onChain.add(slot);
        const expected = slots.map(([slot]) => slot).filter((slot) => slot <= tip && !onChain.has(slot));
        expect(offChainOf(tip, slots)).toEqual(expected.map(BigInt));
      }),
    );
  });

  it('is found the same from another chain of the history', () => {
    const parents = fc.array(fc.nat(), { minLength: 1, maxLength: 20 });
    const holes = fc.array(fc.boolean(), { minLength: 21, maxLength: 21 });
    fc.assert(
      fc.property(parents, holes, fc.array(fc.nat(21)), fc.nat(22), fc.nat(22), (picks, isHole, drops, from, tip) => {
        const blocks = [0, ...picks].flatMap((pick, slot) =>
          isHole[slot] ? [] : [testBlock({ slot, parentSlot: slot === 0 ? 0 : pick % slot })],
        );
        const history = History.fromBlocks(blocks);
        const dropped = SlotSet.fromSlots(drops.map(BigInt));
        const known = chainTo(BigInt(from), history, dropped);
        expect(sorted(chainTo(BigInt(tip), history, dropped, known))).toEqual(
          sorted(chainTo(BigInt(tip), history, dropped)),
        );
      }),
      { numRuns: 2000 },
    );
  });
});

/** Slots of a history, most of them in runs of empty blocks. */
const RUNS = fc.array(
  fc.record({ gap: fc.nat(2), length: fc.integer({ min: 1, max: 6 }), back: fc.nat(4), isHeld: fc.boolean() }),
  { minLength: 1, maxLength: 8 },
);

it('runs of empty blocks are on a chain as their blocks would be if they were held', () => {
  fc.assert(
    fc.property(RUNS, fc.array(fc.nat(60)), fc.nat(60), fc.nat(60), (specs, drops, from, tip) => {
      const blocks: Block[] = [];
      const runs: EmptyRun[] = [];
      let last = 0;
      for (const { back, gap, isHeld, length } of specs) {
        const first = last + 1 + gap;
        const below = testBlock({ slot: Math.max(0, last - back) });
        const series = new EmptySeries(BigInt(first), below, undefined);
        last = first + length - 1;
        const run = { first: BigInt(first), last: BigInt(last), series };
        if (isHeld) blocks.push(...blocksIn(run));
        else runs.push(run);
      }
      const [lazy, held] = [
        History.fromBlocks(blocks, [], runs),
        History.fromBlocks([...blocks, ...runs.flatMap(blocksIn)]),
      ];
      const dropped = SlotSet.fromSlots(drops.map(BigInt));
      const known = chainTo(BigInt(from), held, dropped);
      expect(sorted(chainTo(BigInt(from), lazy, dropped))).toEqual(sorted(known));
      const chain = chainTo(BigInt(tip), held, dropped, known);
      expect(sorted(chainTo(BigInt(tip), lazy, dropped, known))).toEqual(sorted(chain));
      expect([...slotsOn(chain, lazy)]).toEqual([...slotsOn(chain, held)]);
      expect([...slotsOnFrom(chain, lazy, BigInt(from))]).toEqual([...slotsOnFrom(chain, held, BigInt(from))]);
      expect([...slotsOnFrom(chain, lazy, 0n)]).toEqual([...slotsOn(chain, lazy)].reverse());
    }),
    { numRuns: 2000 },
  );
});

function blocksIn({ first, last, series }: EmptyRun): readonly Block[] {
  return Array.from({ length: Number(last - first) + 1 }, (_, i) => series.block(first + BigInt(i)));
}

describe('a dropped block', () => {
  const history = History.fromBlocks([
    testBlock({ slot: 1, parentSlot: 0 }),
    testBlock({ slot: 2, parentSlot: 1 }),
    testBlock({ slot: 4, parentSlot: 2 }),
    testBlock({ slot: 6, parentSlot: 2 }),
  ]);

  it.each<[string, bigint, readonly bigint[], readonly bigint[]]>([
    ['leaves the chain', 5n, [4n], [4n]],
    ['leaves it even if it is the tip', 4n, [4n], [4n]],
    ['stays if the block above names it', 6n, [2n, 4n], [4n]],
    ['takes those with it that nobody names', 5n, [2n, 4n], [2n, 4n]],
    ['above the tip does not count', 3n, [4n], []],
    ['may be a slot without a block', 5n, [3n], [3n]],
  ])('%s', (_, tip, dropped, expected) => {
    expect(sorted(chainTo(tip, history, SlotSet.fromSlots(dropped)))).toEqual(expected);
  });
});
