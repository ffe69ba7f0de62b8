import { describe, expect, it } from 'vitest';
import { buildLedger, DEFAULT_SETTINGS } from '../../src/ledger/ledgerBuilder.ts';
import type { LedgerState } from '../../src/ledger/state.ts';
import { LedgerView } from '../../src/ledger/view.ts';
import { accountsAtProcessed } from '../support/contents.ts';
import { type LedgerSpec, testLedger } from '../support/testNode.ts';
import { namedAddress, testTransaction } from '../support/transactions.ts';

function tipsOf(state: LedgerState): readonly bigint[] {
  return (['processed', 'confirmed', 'finalized'] as const).map((commitment) => state.chains[commitment].tip);
}

const UP_TO_20 = [{ slot: 10 }, { slot: 20, parentSlot: 10 }];

describe('tips that are not given', () => {
  it.each<[string, LedgerSpec, readonly bigint[]]>([
    ['none given: the highest slot', {}, [20n, 20n, 20n]],
    ['processed: bounds the surer ones', { processed: 15 }, [15n, 15n, 15n]],
    ['processed above every slot', { processed: 30 }, [30n, 30n, 30n]],
    ['confirmed: finalized is the same, processed the highest slot', { confirmed: 15 }, [20n, 15n, 15n]],
    ['confirmed above every slot lifts processed', { confirmed: 30 }, [30n, 30n, 30n]],
    ['finalized: confirmed is the same, processed the highest slot', { finalized: 15 }, [20n, 15n, 15n]],
    ['finalized above every slot lifts the others', { finalized: 30 }, [30n, 30n, 30n]],
    ['processed and confirmed', { processed: 18, confirmed: 15 }, [18n, 15n, 15n]],
    ['processed and finalized', { processed: 18, finalized: 12 }, [18n, 12n, 12n]],
    ['confirmed and finalized', { confirmed: 15, finalized: 12 }, [20n, 15n, 12n]],
    ['all three', { processed: 18, confirmed: 15, finalized: 12 }, [18n, 15n, 12n]],
    ['slot 0 is a tip like any other', { finalized: 0 }, [20n, 0n, 0n]],
  ])('%s', (_, tips, expected) => {
    expect(tipsOf(testLedger({ blocks: UP_TO_20, ...tips }))).toEqual(expected);
  });

  it('are 0 in an empty ledger', () => {
    expect(tipsOf(testLedger({}))).toEqual([0n, 0n, 0n]);
  });

  it('count a transaction without a block as a slot', () => {
    const loose = testTransaction({ name: 'loose' }, { slot: 25n, index: 0, blockTimeSeconds: null });
    expect(tipsOf(testLedger({ blocks: UP_TO_20, loose: [loose] }))).toEqual([25n, 25n, 25n]);
  });

  it('are the same whatever order the blocks come in', () => {
    expect(tipsOf(testLedger({ blocks: [...UP_TO_20].reverse() }))).toEqual([20n, 20n, 20n]);
  });
});

describe('what a node still remembers without a search', () => {
  const chainOf = (length: number) => Array.from({ length }, (_, i) => ({ slot: i + 1, parentSlot: i }));

  it.each([
    ['everything with 299 roots', 299, 0n],
    ['from the first of 300 roots', 300, 1n],
    ['the 300 newest of 301 roots', 301, 2n],
  ])('%s', (_, length, start) => {
    expect(testLedger({ blocks: chainOf(length) }).statusWindowStart).toBe(start);
  });

  it('counts roots only: neither slots above the finalized tip nor dropped ones', () => {
    const blocks = chainOf(310).map((block) => (block.slot === 200 ? { slot: 200, parentSlot: 198 } : block));
    // 199 is dropped, so the 300 roots that end in 305 start one slot lower than 6
    expect(testLedger({ blocks, finalized: 305 }).statusWindowStart).toBe(5n);
  });

  it('counts roots, not slots', () => {
    const blocks = Array.from({ length: 300 }, (_, i) => ({ slot: 10 * (i + 1), parentSlot: 10 * i }));
    expect(testLedger({ blocks }).statusWindowStart).toBe(10n);
  });
});

describe('a ledger', () => {
  const address = namedAddress('shared');
  const first = testLedger({ blocks: [{ slot: 1, transactions: [{ name: 'a' }] }], accounts: [{ address }] });

  it('is not changed by another that is built later, nor is a view of it', () => {
    const view = new LedgerView(first, 'processed', { keepOrphan: true });
    const before = { slot: view.slot, content: view.slotContent(1n), account: view.account(address) };
    const second = testLedger({
      blocks: [{ slot: 1, name: 'other' }, { slot: 2 }],
      accounts: [{ address, lamports: 7n, data: Uint8Array.of(1) }],
    });
    expect(accountsAtProcessed(second).get(address)!.lamports).toBe(7n);
    expect({ slot: view.slot, content: view.slotContent(1n), account: view.account(address) }).toEqual(before);
    expect(view.account(address)!.lamports).toBe(1_000_000n);
  });

  it('has account data as they were given: nobody writes to them afterwards, so they are not copied', () => {
    const data = Uint8Array.of(1, 2, 3);
    const state = testLedger({ accounts: [{ address, data }] });
    expect(accountsAtProcessed(state).get(address)!.data).toBe(data);
  });

  it('takes over an account table as it is', () => {
    const accounts = first.accounts.toTable();
    const contents = { blocks: [], looseTransactions: [], settings: DEFAULT_SETTINGS };
    expect(buildLedger({ ...contents, accounts }).accounts.toTable()).toBe(accounts);
  });
});
