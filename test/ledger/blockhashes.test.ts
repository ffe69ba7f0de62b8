import { describe, expect, it } from 'vitest';
import { blockhashAge } from '../../src/ledger/blockhashes.ts';
import { History } from '../../src/ledger/history/history.ts';
import { LedgerView } from '../../src/ledger/view.ts';
import type { Blockhash } from '../../src/solana/address.ts';
import { type BlockSpec, testLedger } from '../support/testNode.ts';
import { namedBlockhash } from '../support/transactions.ts';

const NO_HASH = '1'.repeat(32) as Blockhash;

/** @param previousBlockhash of every block, instead of its parent's */
function ageOf(hash: Blockhash, blocks: readonly BlockSpec[], previousBlockhash?: Blockhash): bigint | undefined {
  const state = testLedger({ blocks });
  const replaced = Array.from(state.history.blocks(), (block) => ({
    ...block,
    ...(previousBlockhash !== undefined && { previousBlockhash }),
  }));
  const ledger = { ...state, history: History.fromBlocks(replaced) };
  return blockhashAge(new LedgerView(ledger, 'finalized', { keepOrphan: false }), hash);
}

describe('blockhashAge', () => {
  it('a bank knows hashes of 300 blocks and its own', () => {
    const blocks = Array.from({ length: 303 }, (_, slot) => ({ slot }));
    expect(ageOf(namedBlockhash('302'), blocks)).toBe(0n);
    expect(ageOf(namedBlockhash('2'), blocks)).toBe(300n);
    expect(ageOf(namedBlockhash('1'), blocks)).toBeUndefined();
  });

  it('the parent of a block is known by the block alone', () => {
    const blocks = [
      { slot: 10, blockHeight: 7 },
      { slot: 300, blockHeight: 306 },
    ];
    expect(ageOf(namedBlockhash('10'), blocks)).toBe(299n);
    expect(ageOf(namedBlockhash('9'), blocks)).toBe(300n);
    expect(ageOf(namedBlockhash('299'), blocks)).toBe(1n);
    expect(ageOf(namedBlockhash('8'), blocks)).toBeUndefined();
  });

  it('what stands for the hash of a parent that is gone is no hash', () => {
    expect(ageOf(NO_HASH, [{ slot: 10 }], NO_HASH)).toBeUndefined();
  });

  it('blocks without a height are counted', () => {
    const blocks = [
      { slot: 10, blockHeight: null },
      { slot: 20, blockHeight: null },
      { slot: 30, blockHeight: 99 },
    ];
    expect(ageOf(namedBlockhash('20'), blocks)).toBe(1n);
    expect(ageOf(namedBlockhash('10'), blocks)).toBe(2n);
  });
});
