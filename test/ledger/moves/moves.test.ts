import { describe, expect, it } from 'vitest';
import { addBlocks } from '../../../src/ledger/moves/addBlocks.ts';
import { advance } from '../../../src/ledger/moves/advance.ts';
import { cleanUp, expireStatuses } from '../../../src/ledger/moves/cleanUp.ts';
import { MoveError } from '../../../src/ledger/moves/moveError.ts';
import { reorg } from '../../../src/ledger/moves/reorg.ts';
import { setAccount } from '../../../src/ledger/moves/setAccount.ts';
import { setTips } from '../../../src/ledger/moves/setTips.ts';
import { accountsAt, type LedgerState } from '../../../src/ledger/state.ts';
import { distanceOf, lastSlot, tipsOf } from '../../../src/ledger/tips.ts';
import { LedgerView } from '../../../src/ledger/view.ts';
import type { Commitment } from '../../../src/solana/rpcWords.ts';
import { testAccount, testBlock, testLedger } from '../../support/testNode.ts';
import { namedAddress } from '../../support/transactions.ts';

const ALICE = namedAddress('alice');
const CHAIN = [10, 11, 12, 13, 14].map((slot) => ({ slot, parentSlot: slot - 1 }));
const LEDGER = testLedger({ blocks: CHAIN, processed: 12, confirmed: 11, finalized: 10 });
const LAG = distanceOf(LEDGER);

function shown(state: LedgerState, commitment: Commitment = 'processed'): readonly bigint[] {
  const view = new LedgerView(state, commitment, { keepOrphan: true });
  return Array.from(view.blocksDown(), ({ slot }) => slot).reverse();
}

function tips(state: LedgerState): readonly bigint[] {
  const { confirmed, finalized, processed } = tipsOf(state);
  return [processed, confirmed, finalized];
}

function lamports(state: LedgerState): readonly (bigint | undefined)[] {
  const { confirmed, finalized, processed } = state.chains;
  return [processed, confirmed, finalized].map((chain) => accountsAt(state, chain).get(ALICE)?.lamports);
}

function refusal(move: () => unknown): readonly string[] {
  try {
    move();
  } catch (error) {
    if (error instanceof MoveError) return [error.reason, error.message];
    throw error;
  }
  throw new Error('the move was made');
}

const alice = (amount: bigint) => testAccount({ address: ALICE, lamports: amount });

describe('advance', () => {
  it('shows the next slots of the ledger as they are', () => {
    const moved = advance(LEDGER, 1n, LAG);
    expect(tips(moved)).toEqual([13n, 12n, 11n]);
    expect(shown(moved)).toEqual([10n, 11n, 12n, 13n]);
    expect(moved.history).toBe(LEDGER.history);
  });

  it('adds empty blocks beyond the end', () => {
    const moved = advance(LEDGER, 4n, LAG);
    expect(tips(moved)).toEqual([16n, 15n, 14n]);
    const block = moved.history.block(16n)!;
    const parent = moved.history.block(15n)!;
    expect([block.parentSlot, block.previousBlockhash]).toEqual([15n, parent.blockhash]);
    expect([parent.parentSlot, parent.previousBlockhash]).toEqual([14n, LEDGER.history.block(14n)!.blockhash]);
    expect([block.transactions, block.rewards, block.blockHeight]).toEqual([[], [], 16n]);
    expect(block.blockhash).not.toBe(parent.blockhash);
  });

  it('counts the time of blocks in milliseconds and rounds it down', () => {
    let state = LEDGER;
    for (let i = 0; i < 7; i++) state = advance(state, 1n, LAG);
    const times = [14n, 15n, 16n, 17n, 18n, 19n].map(
      (slot) => state.history.block(slot)!.blockTimeSeconds! - 1_700_000_014n,
    );
    expect(times).toEqual([0n, 0n, 0n, 1n, 1n, 2n]);
  });

  it('makes the same blocks at once and one by one', () => {
    let state = LEDGER;
    for (let i = 0; i < 9; i++) state = advance(state, 1n, LAG);
    expect([...state.history.blocks()]).toEqual([...advance(LEDGER, 9n, LAG).history.blocks()]);
  });

  it('gives no time to blocks where none is known', () => {
    const timeless = testLedger({ blocks: [{ slot: 5, blockTime: null, blockHeight: null }] });
    const { blockHeight, blockTimeSeconds } = advance(timeless, 1n, distanceOf(timeless)).history.block(6n)!;
    expect([blockHeight, blockTimeSeconds]).toEqual([null, null]);
  });

  it('adds nothing with skip', () => {
    const moved = advance(LEDGER, 5n, LAG, { skip: true });
    expect(tips(moved)).toEqual([17n, 16n, 15n]);
    expect(shown(moved)).toEqual([10n, 11n, 12n, 13n, 14n]);
    expect(advance(moved, 1n, LAG).history.block(18n)?.parentSlot).toBe(14n);
    // they stay skipped
    expect(lastSlot(setTips(moved, { processed: 12n }))).toBe(17n);
  });

  it('never moves the other tips back', () => {
    const moved = advance(LEDGER, 1n, { confirmed: 9n, finalized: 9n });
    expect(tips(moved)).toEqual([13n, 11n, 10n]);
  });

  it('drops a fork that the film drops, at every commitment', () => {
    const blocks = [...CHAIN.slice(0, 3), { slot: 13, parentSlot: 11 }];
    const state = testLedger({ blocks, processed: 12, confirmed: 11, finalized: 11 });
    const moved = advance(advance(state, 1n, distanceOf(state)), 1n, distanceOf(state));
    expect(shown(moved)).toEqual([10n, 11n, 13n, 14n]);
    expect(shown(moved, 'confirmed')).toEqual([10n, 11n, 13n]);
  });

  it('starts an empty ledger', () => {
    const empty = testLedger({});
    const moved = advance(empty, 2n, distanceOf(empty));
    expect(shown(moved)).toEqual([1n, 2n]);
    expect(moved.history.block(1n)?.blockTimeSeconds).toBe(1_700_000_000n);
    expect(moved.history.block(2n)?.blockHeight).toBe(2n);
  });

  it('refuses more new blocks than it can make', () => {
    expect(refusal(() => advance(LEDGER, 1_000_000_003n, LAG))).toEqual([
      'outOfRange',
      '1000000001 new blocks at once are too many: at most 1000000000',
    ]);
    expect(refusal(() => advance(LEDGER, 2n ** 64n, LAG, { skip: true }))[0]).toBe('outOfRange');
  });
});

describe('setTips', () => {
  it.each([
    [{ processed: 10n }, [10n, 10n, 10n]],
    [{ processed: 14n }, [14n, 11n, 10n]],
    [{ confirmed: 14n }, [14n, 14n, 10n]],
    [{ finalized: 13n }, [13n, 13n, 13n]],
    [{ finalized: 12n }, [12n, 12n, 12n]],
    [{ confirmed: 10n }, [12n, 10n, 10n]],
    [{ processed: 14n, confirmed: 13n, finalized: 12n }, [14n, 13n, 12n]],
    [{ processed: 0n }, [0n, 0n, 0n]],
    [{}, [12n, 11n, 10n]],
  ])('%o', (given, expected) => {
    expect(tips(setTips(LEDGER, given))).toEqual(expected);
  });

  it('refuses slots that the ledger does not know, and a wrong order', () => {
    expect(refusal(() => setTips(LEDGER, { processed: 15n }))).toEqual([
      'outOfRange',
      'processed: slot 15 is beyond the end of the ledger, slot 14: advance adds blocks',
    ]);
    expect(refusal(() => setTips(LEDGER, { processed: 12n, finalized: 13n }))).toEqual([
      'invalid',
      'the order is finalized ≤ confirmed ≤ processed, not 13, 12, 12',
    ]);
    expect(refusal(() => setTips(cleanUp(LEDGER, 10n), { finalized: 9n }))[0]).toBe('outOfRange');
  });

  it('shows nothing of what lies ahead before the first slot', () => {
    const view = new LedgerView(setTips(LEDGER, { processed: 9n }), 'processed', { keepOrphan: true });
    expect([view.firstAvailable, view.slotContent(9n).kind, view.newestBlock]).toEqual([0n, 'notAvailable', undefined]);
  });

  it('leaves the chains of tips that do not move as they were loaded', () => {
    const forked = testLedger({
      blocks: [{ slot: 10 }, { slot: 11, parentSlot: 10 }, { slot: 12, parentSlot: 10 }],
      processed: 12,
      confirmed: 11,
      finalized: 10,
    });
    expect(shown(setTips(forked, { finalized: 10n }), 'confirmed')).toEqual([10n, 11n]);
    expect(shown(setTips(forked, { confirmed: 12n }), 'confirmed')).toEqual([10n, 12n]);
  });
});

describe('reorg', () => {
  it('drops blocks, lets tips fall back, and goes on above the dropped ones', () => {
    const { dropped, state } = reorg(LEDGER, 11n);
    expect([...dropped]).toEqual([12n, 11n]);
    expect(tips(state)).toEqual([10n, 10n, 10n]);
    expect(lastSlot(state)).toBe(12n);
    const moved = advance(state, 1n, LAG);
    expect(tips(moved)).toEqual([13n, 12n, 11n]);
    expect(shown(moved)).toEqual([10n, 13n]);
    expect(moved.history.block(13n)?.parentSlot).toBe(10n);
  });

  it('keeps a confirmed tip below', () => {
    const { dropped, state } = reorg(LEDGER, 12n);
    expect([[...dropped], tips(state)]).toEqual([[12n], [11n, 11n, 10n]]);
  });

  it('keeps dropped blocks off the chain when the tip is set to them', () => {
    const { state } = reorg(LEDGER, 11n);
    expect(shown(setTips(state, { processed: 12n }))).toEqual([10n]);
  });

  it('lets a block build on a dropped one: the fork comes back', () => {
    const { state } = reorg(LEDGER, 11n);
    const moved = addBlocks(state, [{ block: testBlock({ slot: 13, parentSlot: 12 }), writes: [] }], LAG);
    expect(shown(moved)).toEqual([10n, 11n, 12n, 13n]);
  });

  it('takes back what dropped slots wrote, with and without a block', () => {
    const paid = setAccount(LEDGER, ALICE, alice(7n), 'processed');
    expect(lamports(advance(reorg(paid, 12n).state, 1n, LAG))[0]).toBeUndefined();
    const skipped = setAccount(advance(LEDGER, 4n, LAG, { skip: true }), ALICE, alice(7n), 'processed');
    expect(lamports(skipped)[0]).toBe(7n);
    expect(lamports(advance(reorg(skipped, 16n).state, 5n, LAG))[0]).toBeUndefined();
  });

  it('keeps what a skipped slot below it wrote, above the slot that the tip falls back to', () => {
    const skipped = setAccount(advance(LEDGER, 4n, LAG, { skip: true }), ALICE, alice(7n), 'processed');
    const { state } = reorg(advance(skipped, 1n, LAG, { skip: true }), 17n);
    expect([tips(state)[0], lastSlot(state), lamports(state)[0]]).toEqual([15n, 16n, undefined]);
    expect(lamports(advance(state, 1n, LAG))[0]).toBe(7n);
  });

  it('refuses finalized slots and those above the tip', () => {
    expect(refusal(() => reorg(LEDGER, 10n))).toEqual(['outOfRange', 'slot 10 is finalized: the finalized tip is 10']);
    expect(refusal(() => reorg(LEDGER, 13n))[0]).toBe('outOfRange');
  });

  it('tells how a ledger whose tips have no distance can have one', () => {
    expect(refusal(() => reorg(setTips(LEDGER, { finalized: 12n }), 12n))).toEqual([
      'outOfRange',
      'slot 12 is finalized: all tips are at slot 12, so no block can be dropped: load the ledger with a lower `finalized`, or move that tip back with setTips first',
    ]);
  });

  it('refuses a slot that is dropped already, whether the chain has gone on above it or not', () => {
    const { state } = reorg(LEDGER, 11n);
    expect(refusal(() => reorg(state, 12n))).toEqual(['outOfRange', 'slot 12 is dropped already']);
    const live = setTips(advance(state, 2n, LAG), { finalized: 10n });
    const message = (slot: number) => `slot ${slot} is dropped already: the next one that can be dropped is slot 13`;
    for (const slot of [11, 12])
      expect(refusal(() => reorg(live, BigInt(slot)))).toEqual(['outOfRange', message(slot)]);
    expect([...reorg(live, 13n).dropped]).toEqual([14n, 13n]);
  });

  it('refuses the slot of a fork of the fixtures', () => {
    const forked = testLedger({
      blocks: [10, 11].map((slot) => ({ slot, parentSlot: slot - 1 })).concat({ slot: 12, parentSlot: 10 }),
      processed: 12,
      finalized: 10,
    });
    expect(refusal(() => reorg(forked, 11n))[1]).toBe(
      'slot 11 is dropped already: the next one that can be dropped is slot 12',
    );
  });
});

describe('prune and expireStatuses', () => {
  it('clean up slots and statuses', () => {
    const moved = setTips(LEDGER, { finalized: 12n });
    expect(shown(cleanUp(moved, 12n))).toEqual([12n]);
    expect(cleanUp(cleanUp(moved, 12n), 11n).cleanedUpBefore).toBe(12n);
    expect(expireStatuses(moved).statusWindowStart).toBe(13n);
    expect(advance(expireStatuses(moved), 1n, LAG).statusWindowStart).toBe(13n);
    expect(refusal(() => cleanUp(LEDGER, 11n))[0]).toBe('outOfRange');
  });
});

describe('setAccount', () => {
  it('always: at every commitment', () => {
    const moved = setAccount(LEDGER, ALICE, alice(5n), 'always');
    expect(lamports(moved)).toEqual([5n, 5n, 5n]);
    expect(lamports(setAccount(moved, ALICE, null, 'always'))).toEqual([undefined, undefined, undefined]);
    expect(lamports(LEDGER)).toEqual([undefined, undefined, undefined]);
  });

  it('processed: finality brings it along', () => {
    const moved = setAccount(setAccount(LEDGER, ALICE, alice(5n), 'always'), ALICE, alice(6n), 'processed');
    expect(lamports(moved)).toEqual([6n, 5n, 5n]);
    expect(lamports(advance(moved, 1n, LAG))).toEqual([6n, 6n, 5n]);
    expect(lamports(advance(moved, 2n, LAG))).toEqual([6n, 6n, 6n]);
    expect(lamports(setAccount(moved, ALICE, alice(9n), 'always'))).toEqual([9n, 9n, 9n]);
  });

  it('processed, where that slot was dropped: from the slot below it on', () => {
    const dropped = setTips(reorg(LEDGER, 12n).state, { processed: 12n });
    const moved = setAccount(dropped, ALICE, alice(6n), 'processed');
    expect(tips(moved)).toEqual([12n, 11n, 10n]);
    expect(lamports(moved)).toEqual([6n, 6n, undefined]);
    expect(lamports(setAccount(moved, ALICE, null, 'processed'))).toEqual([undefined, undefined, undefined]);
  });

  it('leaves what the slots ahead write', () => {
    const ahead = { ...LEDGER, accounts: LEDGER.accounts.withWrites([alice(1n)], 11n).withWrites([alice(3n)], 13n) };
    const moved = setAccount(ahead, ALICE, alice(5n), 'always');
    expect(lamports(moved)).toEqual([5n, 5n, 5n]);
    expect(lamports(advance(moved, 1n, LAG))).toEqual([3n, 5n, 5n]);
  });
});

describe('addBlocks', () => {
  const add = (state: LedgerState, slot: number, parentSlot = slot - 1, amount = BigInt(slot)) =>
    addBlocks(state, [{ block: testBlock({ slot, parentSlot }), writes: [alice(amount)] }], LAG);

  it('cuts what lay ahead, and the tips follow', () => {
    const moved = add(LEDGER, 13);
    expect(tips(moved)).toEqual([13n, 12n, 11n]);
    expect(lastSlot(moved)).toBe(13n);
    expect(lamports(moved)).toEqual([13n, undefined, undefined]);
    expect(shown(advance(moved, 1n, LAG))).toEqual([10n, 11n, 12n, 13n, 14n]);
  });

  it('leaves out blocks between it and its parent', () => {
    const moved = add(add(LEDGER, 13), 14, 11);
    expect(shown(moved)).toEqual([10n, 11n, 14n]);
    expect(lamports(moved)).toEqual([14n, undefined, undefined]);
    expect(lamports(advance(moved, 2n, LAG))).toEqual([14n, 14n, 14n]);
  });

  it('refuses slots that are taken and parents that are not there or too old', () => {
    expect(refusal(() => add(LEDGER, 10, 9))).toEqual(['outOfRange', 'slot 10 is finalized: the finalized tip is 10']);
    expect(refusal(() => add(LEDGER, 12, 11))).toEqual([
      'invalid',
      'slot 12 is taken or has passed: the next one is 13',
    ]);
    expect(refusal(() => add(LEDGER, 15, 9))[0]).toBe('outOfRange');
    expect(refusal(() => add(LEDGER, 15, 13))).toEqual(['invalid', 'slot 13 has no block, so it cannot be a parent']);
  });
});
