import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changesBetween } from '../../../src/ledger/changesBetween.ts';
import { addBlocks } from '../../../src/ledger/moves/addBlocks.ts';
import { advance } from '../../../src/ledger/moves/advance.ts';
import { reorg } from '../../../src/ledger/moves/reorg.ts';
import { setAccount } from '../../../src/ledger/moves/setAccount.ts';
import { setTips } from '../../../src/ledger/moves/setTips.ts';
import { accountsAt, type LedgerState } from '../../../src/ledger/state.ts';
import { distanceOf, lastSlot, tipsOf } from '../../../src/ledger/tips.ts';
import { LedgerView } from '../../../src/ledger/view.ts';
import { SYSTEM_PROGRAM } from '../../../src/solana/address.ts';
import type { Block } from '../../../src/solana/block.ts';
import type { Commitment } from '../../../src/solana/rpcWords.ts';
import { testAccount, testBlock, testLedger } from '../../support/testNode.ts';
import { namedAddress } from '../../support/transactions.ts';
import { NaiveLedger } from './naiveLedger.ts';

const NAMES = ['a', 'b', 'c'];
const COMMITMENTS: readonly Commitment[] = ['processed', 'confirmed', 'finalized'];
const FIRST = { processed: 12, confirmed: 11, finalized: 10 };
const CHAIN = [9, 10, 11, 12, 13, 15].map((slot) => ({ slot, parentSlot: slot === 15 ? 13 : slot - 1 }));
const WRITES = [
  { slot: 10, name: 'a', lamports: 3 },
  { slot: 12, name: 'a', lamports: 4 },
  { slot: 13, name: 'b', lamports: 5 },
  { slot: 15, name: 'a', lamports: 0 },
];

const account = (name: string, lamports: number) =>
  testAccount({ address: namedAddress(name), lamports: BigInt(lamports) });

function firstState(): LedgerState {
  const state = testLedger({ blocks: CHAIN, ...FIRST });
  const accounts = WRITES.reduce(
    (all, { slot, name, lamports }) => all.withWrites([account(name, lamports)], BigInt(slot)),
    state.accounts,
  );
  return { ...state, accounts };
}

const blocks = CHAIN.map(({ slot, parentSlot }) => ({ slot, parent: parentSlot }));

interface Pair {
  readonly state: LedgerState;
  readonly naive: NaiveLedger;
}

const name = fc.constantFrom(...NAMES);
const step = fc.oneof(
  fc.record({ kind: fc.constant('advance' as const), count: fc.integer({ min: 0, max: 4 }), skip: fc.boolean() }),
  fc.record({ kind: fc.constant('setTips' as const), back: fc.tuple(fc.nat(8), fc.nat(3), fc.nat(3)) }),
  fc.record({ kind: fc.constant('reorg' as const), depth: fc.nat(4) }),
  fc.record({ kind: fc.constant('addBlock' as const), gap: fc.nat(2), back: fc.nat(3), name, lamports: fc.nat(9) }),
  fc.record({
    kind: fc.constant('setAccount' as const),
    name,
    lamports: fc.nat(9),
    from: fc.constantFrom('always' as const, 'processed' as const),
  }),
  fc.record({ kind: fc.constant('keep' as const) }),
  fc.record({ kind: fc.constant('goBack' as const), to: fc.nat(5) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Makes one move in both; a move that is not possible is left out. */
function makeMove({ state, naive: before }: Pair, move: Step, kept: Pair[]): Pair {
  const naive = before.copy();
  const distance = distanceOf(state);
  const naiveLag = { confirmed: Number(distance.confirmed), finalized: Number(distance.finalized) };
  const { finalized, processed } = naive.tips;
  switch (move.kind) {
    case 'advance': {
      if (move.count > 0) naive.advance(move.count, naiveLag, move.skip);
      return { state: advance(state, BigInt(move.count), distance, move), naive };
    }
    case 'setTips': {
      const [down, toConfirmed, toFinalized] = move.back;
      const tip = Math.max(9, naive.last - down);
      naive.tips = {
        processed: tip,
        confirmed: Math.max(9, tip - toConfirmed),
        finalized: Math.max(9, tip - toConfirmed - toFinalized),
      };
      const tips = Object.fromEntries(Object.entries(naive.tips).map(([key, slot]) => [key, BigInt(slot)]));
      return { state: setTips(state, tips), naive };
    }
    case 'reorg': {
      const from = processed - move.depth;
      if (from <= finalized) return { state, naive };
      if (!naive.isOnChain(from)) {
        expect(() => reorg(state, BigInt(from))).toThrow(`slot ${from} is dropped already`);
        return { state, naive };
      }
      naive.reorg(from);
      return { state: reorg(state, BigInt(from)).state, naive };
    }
    case 'addBlock': {
      const slot = naive.start() + 1 + move.gap;
      const chain = naive.shown(processed);
      const parent = chain.at(-1 - move.back);
      if (parent === undefined || parent < (naive.shown(finalized).at(-1) ?? 0)) return { state, naive };
      naive.addBlock(slot, parent, move, naiveLag);
      const block = testBlock({ slot, parentSlot: parent });
      return { state: addBlocks(state, [{ block, writes: [account(move.name, move.lamports)] }], distance), naive };
    }
    case 'setAccount': {
      naive.setAccount(move.name, move.lamports, move.from);
      const address = namedAddress(move.name);
      return {
        state: setAccount(state, address, move.lamports === 0 ? null : account(move.name, move.lamports), move.from),
        naive,
      };
    }
    case 'keep':
      kept.push({ state, naive });
      return { state, naive };
    case 'goBack':
      return kept[move.to] ?? { state, naive };
  }
}

function expectEqual({ state, naive }: Pair): void {
  expect(tipsOf(state)).toEqual(
    Object.fromEntries(Object.entries(naive.tips).map(([key, slot]) => [key, BigInt(slot)])),
  );
  expect(lastSlot(state)).toBe(BigInt(naive.last));
  for (const commitment of COMMITMENTS) {
    const view = new LedgerView(state, commitment, { keepOrphan: true });
    const tip = naive.tips[commitment];
    expect(Array.from(view.blocksDown(), ({ slot }) => Number(slot)).reverse()).toEqual(naive.shown(tip));
    const balances = NAMES.map((each) => naive.lamports(each, tip));
    expect(NAMES.map((each) => Number(view.account(namedAddress(each))?.lamports ?? 0))).toEqual(balances);
    const owned = view.accountsOwnedBy(SYSTEM_PROGRAM, []).map(({ address, lamports }) => [address, Number(lamports)]);
    const existing = NAMES.flatMap((each, i) => (balances[i]! > 0 ? [[namedAddress(each), balances[i]!]] : []));
    expect(new Map(owned as [string, number][])).toEqual(new Map(existing as [string, number][]));
    expect(owned).toHaveLength(existing.length);
    expect([...view.accounts.values()]).toHaveLength(existing.length);
  }
}

/** Whoever applies all changes to what was read before reads what is there after. */
function expectChangesComplete(before: LedgerState, after: LedgerState): void {
  for (const { commitment, otherAccounts, reached } of changesBetween(before, after)) {
    const was = accountsAt(before, before.chains[commitment]);
    const is = accountsAt(after, after.chains[commitment]);
    const known = new Map(NAMES.map((each) => [namedAddress(each), was.get(namedAddress(each))?.lamports ?? 0n]));
    for (const slot of reached) for (const { address, lamports } of slot.accounts()) known.set(address, lamports);
    for (const [address, other] of otherAccounts()) known.set(address, other?.lamports ?? 0n);
    for (const each of NAMES) expect(known.get(namedAddress(each))).toBe(is.get(namedAddress(each))?.lamports ?? 0n);
    const shownBlocks = (state: LedgerState) =>
      Array.from(new LedgerView(state, commitment, { keepOrphan: true }).blocksDown());
    // blocks that are not held are made anew each time
    const sourceOf = (state: LedgerState, { slot }: Block) => state.history.sourceAt(slot);
    const had = new Map(shownBlocks(before).map((block) => [block.slot, sourceOf(before, block)]));
    const fresh = shownBlocks(after).filter((block) => had.get(block.slot) !== sourceOf(after, block));
    expect(reached.flatMap(({ block }) => block ?? [])).toEqual(fresh.reverse());
  }
}

it('random moves equal a naive model that copies, and changes tell all of them', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      let pair: Pair = { state: firstState(), naive: new NaiveLedger(blocks, WRITES, FIRST) };
      const kept: Pair[] = [pair];
      expectEqual(pair);
      for (const move of steps) {
        const next = makeMove(pair, move, kept);
        expectEqual(next);
        expectChangesComplete(pair.state, next.state);
        pair = next;
      }
      for (const each of kept) expectEqual(each);
    }),
    { numRuns: 300 },
  );
});
