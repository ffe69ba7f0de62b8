import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EmptyRun, EmptySeries } from '../../../src/ledger/history/emptyRuns.ts';
import { History } from '../../../src/ledger/history/history.ts';
import type { Address } from '../../../src/solana/address.ts';
import type { Block, LedgerTransaction } from '../../../src/solana/block.ts';
import { messageBytesOf } from '../../../src/solana/messageWire.ts';
import { testBlock } from '../../support/testNode.ts';
import { namedAddress, namedSignature, testTransaction } from '../../support/transactions.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];
const PEOPLE = ['alice', 'bob', 'carol'].map(namedAddress);

/** All that a history is asked about, found without any index. */
interface Naive {
  readonly blocks: readonly Block[];
  readonly loose: readonly LedgerTransaction[];
  /** blocks that were not there from the beginning; those that were cut off may be among them */
  readonly added: ReadonlySet<Block>;
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
/** @member back how many steps before the last one the history is of which another one is made */
type Step = { readonly back: number } & (
  | { readonly add: readonly SlotSpec[] }
  | { readonly cut: number }
  | { readonly empty: number; readonly distance: number }
);
const BACK = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(8) });
const STEPS: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ back: BACK, add: PART }) },
    { weight: 1, arbitrary: fc.record({ back: BACK, cut: fc.nat(30) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        back: BACK,
        empty: fc.integer({ min: 1, max: 5 }),
        distance: fc.integer({ min: 1, max: 3 }),
      }),
    },
  ),
  { maxLength: 12 },
);

function transactionsIn(slot: bigint, { transactions }: SlotSpec): readonly LedgerTransaction[] {
  return transactions.map(([name, people], index) => {
    const accountKeys = [namedAddress(`payer of ${name}`), ...people.map((i) => PEOPLE[i]!)];
    return testTransaction({ name, accountKeys, instructions: [] }, { slot, index, blockTimeSeconds: null });
  });
}

function partAbove(slot: bigint, specs: readonly SlotSpec[]): Omit<Naive, 'added'> {
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

function transactionsOf({ blocks, loose }: Omit<Naive, 'added'>): readonly LedgerTransaction[] {
  const all = [...blocks.flatMap(({ transactions = [] }) => transactions), ...loose];
  return all.sort((a, b) => Number(a.slot - b.slot) || a.index! - b.index!);
}

function slotsOf({ blocks, loose }: Omit<Naive, 'added'>): readonly bigint[] {
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
    expect([...history.stretchesDown(slot)].flatMap(slotsDown)).toEqual(
      slots.filter((other) => other <= slot).reverse(),
    );
  }
  expectSameIndexes(history, transactions);
  expectSameForBanks(history, naive, transactions);
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

/** What banks look for: more transactions and fewer blocks may be found than there are. */
function expectSameForBanks(
  history: History,
  { added, blocks }: Naive,
  transactions: readonly LedgerTransaction[],
): void {
  for (const wanted of transactions) {
    if (wanted.kind !== 'wire') continue;
    const message = messageBytesOf(wanted);
    const hasMessage = (ordinal: number) => {
      const found = transactions[ordinal]!;
      return found.kind === 'wire' && Buffer.compare(messageBytesOf(found), message) === 0;
    };
    const all = [...transactions.keys()].reverse().filter(hasMessage);
    for (const end of [0, 1, transactions.length]) {
      const found = [...history.ordinalsOfMessage(message, wanted.accountKeys[0]!, end)];
      expect(found).toEqual(found.toSorted((a, b) => b - a));
      expect(found.filter(hasMessage)).toEqual(all.filter((ordinal) => ordinal < end));
      expect(found.every((ordinal) => ordinal < end)).toBe(true);
    }
  }
  for (const { blockhash } of [...added, ...blocks]) {
    const hasHash = (block: Block) => block.blockhash === blockhash;
    const found = [...history.addedWithHash(blockhash)];
    expect(found.filter((block) => added.has(block))).toEqual(
      blocks.filter((b) => added.has(b) && hasHash(b)).reverse(),
    );
    expect(found).toEqual(blocks.filter((block) => found.includes(block) && hasHash(block)).reverse());
  }
}

/** On top of a history; a run right below goes on. */
function emptyRunOn(
  history: History,
  { distance, empty }: { readonly empty: number; readonly distance: number },
): EmptyRun {
  const last = history.lastSlot ?? 0n;
  const first = last + BigInt(distance);
  const below = history.emptyRunAt(last);
  const series =
    below !== undefined && distance === 1
      ? below.series
      : new EmptySeries(first, testBlock({ slot: Number(last) }), undefined);
  return { first, last: first + BigInt(empty) - 1n, series };
}

const NOTHING: Naive = { blocks: [], loose: [], added: new Set() };

describe('a history', () => {
  it('answers as a naive reading does, however it grew and was cut, and each one goes on to that another was made of', () => {
    fc.assert(
      fc.property(PART, STEPS, (first, steps) => {
        const loaded: Naive = { ...partAbove(0n, first), added: new Set() };
        const all: (readonly [History, Naive])[] = [
          [History.fromBlocks(loaded.blocks.toReversed(), loaded.loose), loaded],
        ];
        for (const step of steps) {
          const [history, naive] = all.at(-1 - Math.min(step.back, all.length - 1))!;
          if ('cut' in step) {
            const isKept = ({ slot }: { readonly slot: bigint }) => slot <= BigInt(step.cut);
            const kept = { blocks: naive.blocks.filter(isKept), loose: naive.loose.filter(isKept), added: naive.added };
            all.push([history.upTo(BigInt(step.cut)), kept]);
          } else if ('empty' in step) {
            const run = emptyRunOn(history, step);
            const blocks = Array.from({ length: step.empty }, (_, i) => run.series.block(run.first + BigInt(i)));
            all.push([history.withEmptyRun(run), { ...naive, blocks: [...naive.blocks, ...blocks] }]);
          } else {
            const { blocks } = partAbove(
              slotsOf(naive).at(-1) ?? 0n,
              step.add.map((spec) => ({ ...spec, isLoose: false })),
            );
            const longer = {
              ...naive,
              blocks: [...naive.blocks, ...blocks],
              added: new Set([...naive.added, ...blocks]),
            };
            all.push([history.with(blocks), longer]);
          }
        }
        for (const [each, expected] of all) expectSame(each, expected);
      }),
      { numRuns: 150 },
    );
  });

  it('of nothing has nothing, and can grow', () => {
    const empty = History.fromBlocks([]);
    expectSame(empty, NOTHING);
    expectSame(empty.upTo(3n), NOTHING);
    const block = testBlock({ slot: 4, transactions: [{ name: 'a' }] });
    expectSame(empty.with([block]), { ...NOTHING, blocks: [block], added: new Set([block]) });
  });

  it('that was cut takes another block in the same slot', () => {
    const [kept, cut, other] = [testBlock({ slot: 1 }), testBlock({ slot: 2 }), testBlock({ slot: 2, name: 'other' })];
    const history = History.fromBlocks([kept, cut]);
    expectSame(history.upTo(1n).with([other]), { ...NOTHING, blocks: [kept, other], added: new Set([other]) });
    expectSame(history, { ...NOTHING, blocks: [kept, cut] });
  });
});

function slotsDown({ first, last }: { readonly first: bigint; readonly last: bigint }): readonly bigint[] {
  return Array.from({ length: Number(last - first) + 1 }, (_, i) => last - BigInt(i));
}
