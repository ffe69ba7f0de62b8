import { describe, expect, it } from 'vitest';
import { AccountTable } from '../../../src/ledger/accounts/accountTable.ts';
import { tipHeight, visibleSlots } from '../../../src/ledger/blockQueries.ts';
import { clockAt } from '../../../src/ledger/chainEnd.ts';
import { changesBetween, MAX_EMPTY_NOTIFIED } from '../../../src/ledger/changesBetween.ts';
import { addBlocks } from '../../../src/ledger/moves/addBlocks.ts';
import { addFixtures } from '../../../src/ledger/moves/addFixtures.ts';
import { advance } from '../../../src/ledger/moves/advance.ts';
import { cleanUp } from '../../../src/ledger/moves/cleanUp.ts';
import { reorg } from '../../../src/ledger/moves/reorg.ts';
import { setTips } from '../../../src/ledger/moves/setTips.ts';
import type { LedgerState } from '../../../src/ledger/state.ts';
import { statesBetween } from '../../../src/ledger/statesBetween.ts';
import { distanceOf, tipsOf } from '../../../src/ledger/tips.ts';
import { LedgerView } from '../../../src/ledger/view.ts';
import { type BlockSpec, THREE_TIPS, testBlock, testLedger } from '../../support/testNode.ts';
import { testTransaction } from '../../support/transactions.ts';

/** Runs of empty blocks: as many as nobody could hold. */

/** a year */
const MANY = 80_000_000n;
const TIP = 7n + MANY;

const LEDGER = testLedger(THREE_TIPS);
const LAG = distanceOf(LEDGER);
const LONG = advance(LEDGER, MANY, LAG);

const view = (state: LedgerState) => new LedgerView(state, 'processed', { keepOrphan: true });
const fixtures = { looseTransactions: [], emptyRuns: [], accounts: new AccountTable(), absent: new Set<never>() };
const withBlock = (state: LedgerState, spec: BlockSpec) =>
  addBlocks(state, [{ block: testBlock(spec), writes: [] }], distanceOf(state));

it('a year of empty blocks is one run', () => {
  expect(LONG.history.emptyRuns).toHaveLength(1);
  expect([LONG.history.slotCount, LONG.history.blockCount, LONG.history.lastSlot]).toEqual([
    80_000_003,
    80_000_003,
    TIP,
  ]);
  expect(tipsOf(LONG)).toEqual({ processed: TIP, confirmed: TIP - 1n, finalized: TIP - 2n });
  expect(tipHeight(view(LONG))).toBe(TIP);
  expect(clockAt(LONG.history, LONG.chains.processed, LONG.protocol.gates.slotMs)?.milliseconds).toBe(
    1_700_000_007_000n + MANY * 400n,
  );
  expect(LONG.history.block(TIP + 1n)).toBeUndefined();
  expect(visibleSlots(view(LONG), 40_000_000n, TIP, 2)).toEqual([40_000_000n, 40_000_001n]);
  expect(view(LONG).countSlotsAbove(7n)).toBe(80_000_000);
  expect(LONG.statusWindowStart).toBe(TIP - 301n);
});

it('each block follows from the one before, wherever it is looked at first', () => {
  for (const slot of [8n, 1031n, 1032n, 1033n, 2055n, 2056n, 40_000_000n, TIP]) {
    const { history } = advance(LEDGER, MANY, LAG);
    const block = history.block(slot)!;
    const parent = history.block(slot - 1n)!;
    expect([block.parentSlot, block.previousBlockhash]).toEqual([slot - 1n, parent.blockhash]);
    expect(block).toEqual(LONG.history.block(slot));
    expect(block.blockhash).not.toBe(parent.blockhash);
    expect([block.rewards, block.transactions]).toEqual([[], []]);
  }
});

it('blocks are the same whether they were made at once or one by one', () => {
  let slowly = LEDGER;
  for (let i = 0; i < 2100; i++) slowly = advance(slowly, 1n, LAG);
  const { history } = advance(LEDGER, 2100n, LAG);
  expect([...slowly.history.blocks()]).toEqual([...history.blocks()]);
  expect(slowly.history.emptyRuns).toHaveLength(1);
});

describe('a year of empty blocks', () => {
  it('takes blocks on top, and goes on above them', () => {
    const longer = advance(withBlock(LONG, { slot: Number(TIP) + 2, parentSlot: Number(TIP) }), MANY, LAG);
    expect(longer.history.emptyRuns).toHaveLength(2);
    expect(longer.history.block(TIP + 3n)).toMatchObject({ parentSlot: TIP + 2n });
    expect(longer.history.slotAt(80_000_003)).toBe(TIP + 2n);
    expect(longer.history.indexOf(TIP + 3n)).toBe(80_000_004);
  });

  it('leaves the chain with a reorganisation, and comes back where a block names it', () => {
    const behind = setTips(LONG, { confirmed: 7n, finalized: 7n });
    const { dropped, state } = reorg(behind, 11n);
    expect(dropped.ranges).toEqual([{ first: 11n, last: TIP }]);
    expect([...view(state).blocksDown()].map(({ slot }) => slot)).toEqual([10n, 9n, 8n, 7n, 6n, 5n]);
    const next = advance(state, 2n, distanceOf(state));
    expect(tipsOf(next).processed).toBe(TIP + 2n);
    expect(next.history.block(TIP + 1n)).toMatchObject({ parentSlot: 10n, blockHeight: 11n });
    expect(view(next).countSlotsAbove(8n)).toBe(4);
    expect(visibleSlots(view(next), 9n, TIP + 2n, 9)).toEqual([9n, 10n, TIP + 1n, TIP + 2n]);
    const back = withBlock(state, { slot: Number(TIP) + 1, parentSlot: 20_000_000 });
    expect(view(back).countSlotsAbove(7n)).toBe(20_000_000 - 7 + 1);
  });

  it('is cut by a block that is put into the middle of it', () => {
    const cut = withBlock(setTips(LONG, { processed: 20n }), { slot: 21, parentSlot: 20 });
    expect(cut.history.slotCount).toBe(17);
    expect(LONG.history.slotCount).toBe(80_000_003);
  });

  it('is cleaned up below a slot', () => {
    const pruned = cleanUp(LONG, 40_000_000n);
    expect(new LedgerView(pruned, 'finalized', { keepOrphan: false }).firstAvailable).toBe(40_000_001n);
    expect(new LedgerView(pruned, 'finalized', { keepOrphan: false }).slotContent(9n).kind).toBe('cleanedUp');
    expect(new LedgerView(pruned, 'finalized', { keepOrphan: true }).slotContent(40_000_000n)).toMatchObject({
      kind: 'block',
      isOrphan: true,
    });
  });

  it('takes fixtures above it and transactions in it, and refuses blocks in it', () => {
    const block = testBlock({ slot: Number(TIP) + 5, parentSlot: Number(TIP) });
    expect(addFixtures(LONG, { ...fixtures, blocks: [block] }).history.slotCount).toBe(80_000_004);
    const loose = testTransaction({ name: 'loose' }, { slot: 1000n, index: 0, blockTimeSeconds: null });
    const { history } = addFixtures(LONG, { ...fixtures, blocks: [], looseTransactions: [loose] });
    expect([history.slotCount, history.emptyRuns.length, history.firstOrdinalAt(1001n)]).toEqual([80_000_003, 2, 1]);
    expect(history.block(1000n)).toEqual(LONG.history.block(1000n));
    const taken = { ...fixtures, blocks: [testBlock({ slot: 1000 })] };
    expect(() => addFixtures(LONG, taken)).toThrow('slot 1000 has a block already');
    const [run] = LONG.history.emptyRuns;
    expect(() => addFixtures(LONG, { ...fixtures, blocks: [], emptyRuns: [run!] })).toThrow(
      'slot 8 has a block already',
    );
  });

  it('is told of as its newest blocks, in one step', () => {
    const told = changesBetween(LEDGER, LONG).map(({ reached }) => [reached.length, reached.at(-1)?.slot]);
    // the blocks of slots 6 and 7 too
    const most = Number(MAX_EMPTY_NOTIFIED);
    expect(told).toEqual([
      [most, TIP],
      [most + 1, TIP - 1n],
      [most + 2, TIP - 2n],
    ]);
    expect([...statesBetween(LEDGER, LONG, LAG)].length).toBeLessThan(5);
  });
});
