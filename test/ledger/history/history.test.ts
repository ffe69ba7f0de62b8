import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { History } from '../../../src/ledger/history/history.ts';
import type { Address } from '../../../src/model/address.ts';
import type { Block, LedgerTransaction } from '../../../src/model/block.ts';
import { testBlock } from '../../support/testNode.ts';
import { namedAddress, namedSignature, testTransaction } from '../../support/transactions.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];
const PEOPLE = ['alice', 'bob', 'carol'].map(namedAddress);

/** All that a history is asked about, found without any index. */
interface Naive {
  readonly blocks: readonly Block[];
  readonly loose: readonly LedgerTransaction[];
}

/** A slot with the transactions of its block; none if `isLoose`, which only a first part may have. */
interface SlotSpec {
  /** above the slot before */
  readonly distance: number;
  readonly isLoose: boolean;
  /** a name, and which of the people it names */
  readonly transactions: readonly (readonly [name: string, people: readonly number[]])[];
}

const SLOT: fc.Arbitrary<SlotSpec> = fc.record({
  distance: fc.integer({ min: 1, max: 3 }),
  isLoose: fc.boolean(),
  transactions: fc.uniqueArray(
    fc.tuple(fc.constantFrom(...NAMES), fc.uniqueArray(fc.nat(PEOPLE.length - 1), { minLength: 1 })),
    { maxLength: 3, selector: ([name]) => name },
  ),
});
const PART = fc.array(SLOT, { maxLength: 6 });
type Step = { readonly add: readonly SlotSpec[] } | { readonly cut: number };
const STEPS: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ add: PART }) },
    { weight: 1, arbitrary: fc.record({ cut: fc.nat(30) }) },
  ),
  { maxLength: 8 },
);

function transactionsIn(slot: bigint, { transactions }: SlotSpec): readonly LedgerTransaction[] {
  return transactions.map(([name, people], index) => {
    const accountKeys = [namedAddress(`payer of ${name}`), ...people.map((i) => PEOPLE[i]!)];
    return testTransaction({ name, accountKeys, instructions: [] }, { slot, index, blockTimeSeconds: null });
  });
}

function partAbove(slot: bigint, specs: readonly SlotSpec[]): Naive {
  const blocks: Block[] = [];
  const loose: LedgerTransaction[] = [];
  let last = slot;
  for (const spec of specs) {
    last += BigInt(spec.distance);
    if (spec.isLoose) loose.push(...transactionsIn(last, spec));
    else blocks.push({ ...testBlock({ slot: Number(last) }), transactions: transactionsIn(last, spec) });
  }
  return { blocks, loose };
}

function transactionsOf({ blocks, loose }: Naive): readonly LedgerTransaction[] {
  const all = [...blocks.flatMap(({ transactions = [] }) => transactions), ...loose];
  return all.sort((a, b) => Number(a.slot - b.slot) || a.index! - b.index!);
}

function slotsOf({ blocks, loose }: Naive): readonly bigint[] {
  return [...new Set([...blocks, ...loose].map(({ slot }) => slot))].sort((a, b) => Number(a - b));
}

/** What the naive reading says, and what the history says. */
function expectSame(history: History, naive: Naive): void {
  const slots = slotsOf(naive);
  const transactions = transactionsOf(naive);
  expect([history.slotCount, history.firstSlot, history.lastSlot]).toEqual([slots.length, slots[0], slots.at(-1)]);
  expect(slots.map((_, i) => history.slotAt(i))).toEqual(slots);
  expect([...history.blocks()]).toEqual(naive.blocks);
  expect(history.transactionCount).toBe(transactions.length);
  expect([...history.transactions()]).toEqual(transactions);
  expect([...history.transactions(2)]).toEqual(transactions.slice(2));
  expect([-1, ...transactions.keys(), transactions.length].map((i) => history.transactionAt(i))).toEqual([
    undefined,
    ...transactions,
    undefined,
  ]);
  for (let slot = 0n; slot <= 2n + (slots.at(-1) ?? 0n); slot++) {
    expect(history.block(slot)).toEqual(naive.blocks.find((block) => block.slot === slot));
    expect(history.indexOf(slot)).toBe(slots.filter((other) => other < slot).length);
    expect(history.firstOrdinalAt(slot)).toBe(transactions.filter((other) => other.slot < slot).length);
    expect([...history.slotsFrom(slot)]).toEqual(slots.filter((other) => other >= slot));
    expect([...history.slotsDownFrom(slot)]).toEqual(slots.filter((other) => other <= slot).reverse());
  }
  expectSameIndexes(history, transactions);
}

function expectSameIndexes(history: History, transactions: readonly LedgerTransaction[]): void {
  const ordinalsWith = (test: (transaction: LedgerTransaction) => boolean) =>
    transactions.flatMap((transaction, ordinal) => (test(transaction) ? [ordinal] : []));
  const names = (address: Address) => (transaction: LedgerTransaction) =>
    transaction.kind === 'wire' && transaction.accountKeys.includes(address);
  for (const name of [...NAMES, 'nobody']) {
    const signature = namedSignature(name);
    expect([...history.ordinalsOf(signature)]).toEqual(ordinalsWith((other) => other.signature === signature));
  }
  for (const address of [...PEOPLE, namedAddress('nobody')]) {
    const ordinals = ordinalsWith(names(address)).reverse();
    for (let end = 0; end <= transactions.length + 1; end++)
      expect([...history.ordinalsDown(address, end)]).toEqual(ordinals.filter((ordinal) => ordinal < end));
  }
}

describe('a history', () => {
  it('answers as a naive reading does, however it grew and was cut, and each earlier one goes on to', () => {
    fc.assert(
      fc.property(PART, STEPS, (first, steps) => {
        let naive = partAbove(0n, first);
        let history = History.of(naive.blocks.toReversed(), naive.loose);
        const all: (readonly [History, Naive])[] = [[history, naive]];
        for (const step of steps) {
          if ('cut' in step) {
            const isKept = ({ slot }: { readonly slot: bigint }) => slot <= BigInt(step.cut);
            naive = { blocks: naive.blocks.filter(isKept), loose: naive.loose.filter(isKept) };
            history = history.upTo(BigInt(step.cut));
          } else {
            const added = partAbove(
              slotsOf(naive).at(-1) ?? 0n,
              step.add.map((spec) => ({ ...spec, isLoose: false })),
            );
            naive = { blocks: [...naive.blocks, ...added.blocks], loose: naive.loose };
            history = history.with(added.blocks);
          }
          all.push([history, naive]);
        }
        for (const [each, expected] of all) expectSame(each, expected);
      }),
      { numRuns: 150 },
    );
  });

  it('of nothing has nothing, and can grow', () => {
    const empty = History.of([]);
    expectSame(empty, { blocks: [], loose: [] });
    expectSame(empty.upTo(3n), { blocks: [], loose: [] });
    const block = testBlock({ slot: 4, transactions: [{ name: 'a' }] });
    expectSame(empty.with([block]), { blocks: [block], loose: [] });
  });

  it('that was cut takes another block in the same slot', () => {
    const [kept, cut, other] = [testBlock({ slot: 1 }), testBlock({ slot: 2 }), testBlock({ slot: 2, name: 'other' })];
    const history = History.of([kept, cut]);
    expectSame(history.upTo(1n).with([other]), { blocks: [kept, other], loose: [] });
    expectSame(history, { blocks: [kept, cut], loose: [] });
  });
});
