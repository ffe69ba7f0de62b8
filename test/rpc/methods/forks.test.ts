import { describe, expect, it } from 'vitest';
import type { LedgerNode } from '../../../src/node/createNode.ts';
import { BOTH_DIALECTS, errorText, partOf } from '../../support/answers.ts';
import { type BlockSpec, callText, type LedgerSpec, testNode } from '../../support/testNode.ts';
import { namedBlockhash, namedSignature, PAYER } from '../../support/transactions.ts';

/** What a dropped fork, a tip and the cleaned-up boundary mean to every method that reads the history. */

type Dialect = (typeof BOTH_DIALECTS)[number];

/** Each block holds one transaction, named after the slot. */
const blockAt = (slot: number, parentSlot = slot - 1): BlockSpec => ({
  slot,
  parentSlot,
  transactions: [{ name: `${slot}` }],
});

function ledger(spec: LedgerSpec) {
  const node = testNode(spec);
  return {
    node,
    block: async (slot: number, commitment: string, dialect: Dialect) => {
      const text = await callText(node, 'getBlock', `[${slot},{"commitment":"${commitment}"}]`, dialect);
      return partOf(text, 'blockhash') === `"${namedBlockhash(`${slot}`)}"`;
    },
    transaction: async (slot: number, commitment: string, dialect: Dialect) => {
      const params = `["${namedSignature(`${slot}`)}",{"commitment":"${commitment}"}]`;
      return (await callText(node, 'getTransaction', params, dialect)) !== 'null';
    },
    listed: async (commitment: string, dialect: Dialect) => listed(node, commitment, dialect),
    status: async (slot: number, dialect: Dialect) => {
      const params = `[["${namedSignature(`${slot}`)}"],{"searchTransactionHistory":true}]`;
      const text = await callText(node, 'getSignatureStatuses', params, dialect);
      return partOf(text, 'value', 0)!;
    },
  };
}

async function listed(node: LedgerNode, commitment: string, dialect: Dialect): Promise<number[]> {
  const params = `["${PAYER}",{"commitment":"${commitment}"}]`;
  const text = await callText(node, 'getSignaturesForAddress', params, dialect);
  return (JSON.parse(text) as { slot: number }[]).map(({ slot }) => slot);
}

describe.each(BOTH_DIALECTS)('a dropped fork of several blocks (%s)', (dialect) => {
  // 10 ← 11 ← 12 is dropped, 10 ← 13 ← 14 is the chain
  const { block, listed, status, transaction } = ledger({
    blocks: [blockAt(10), blockAt(11), blockAt(12), blockAt(13, 10), blockAt(14)],
    finalized: 13,
    confirmed: 14,
  });

  it.each([11, 12])('slot %d is in no answer', async (slot) => {
    for (const commitment of ['confirmed', 'finalized']) {
      expect(await block(slot, commitment, dialect)).toBe(false);
      expect(await transaction(slot, commitment, dialect)).toBe(false);
    }
    expect(await status(slot, dialect)).toBe('null');
  });

  it('what is on the chain is', async () => {
    expect(await listed('finalized', dialect)).toEqual([13, 10]);
    expect(await listed('confirmed', dialect)).toEqual([14, 13, 10]);
    for (const slot of [10, 13]) {
      expect(await block(slot, 'finalized', dialect)).toBe(true);
      expect(await transaction(slot, 'finalized', dialect)).toBe(true);
    }
  });
});

describe('the slot of a dropped block', () => {
  it('agave: was skipped', async () => {
    const { node } = ledger({ blocks: [blockAt(10), blockAt(11), blockAt(12, 10), blockAt(13)] });
    expect(await callText(node, 'getBlock', '[11]', 'agave')).toBe(
      errorText(-32007, 'Slot 11 was skipped, or missing due to ledger jump to recent snapshot'),
    );
  });

  it('agave: is not available above the finalized tip', async () => {
    const { node } = ledger({ blocks: [blockAt(10), blockAt(11), blockAt(12, 10)], finalized: 10, confirmed: 12 });
    expect(await callText(node, 'getBlock', '[11,{"commitment":"confirmed"}]', 'agave')).toBe(
      errorText(-32004, 'Block not available for slot 11'),
    );
  });
});

describe.each(BOTH_DIALECTS)('a processed tip that never roots (%s)', (dialect) => {
  // 12 builds on 10; the cluster confirmed 11
  const { block, listed, status, transaction } = ledger({
    blocks: [blockAt(10), blockAt(11), blockAt(12, 10)],
    finalized: 10,
    confirmed: 11,
    processed: 12,
  });

  it('the confirmed block is shown, the processed one is not', async () => {
    expect(await block(11, 'confirmed', dialect)).toBe(true);
    expect(await transaction(11, 'confirmed', dialect)).toBe(true);
    expect(await block(12, 'confirmed', dialect)).toBe(false);
    expect(await transaction(12, 'confirmed', dialect)).toBe(false);
    expect(await listed('confirmed', dialect)).toEqual([11, 10]);
  });

  it('statuses are those of the processed fork', async () => {
    expect(partOf(await status(12, dialect), 'slot')).toBe('12');
    expect(await status(11, dialect)).toBe('null');
    expect(partOf(await status(10, dialect), 'confirmations')).toBe('null');
  });
});

describe.each(BOTH_DIALECTS)('tips (%s)', (dialect) => {
  const { listed, status, transaction } = ledger({
    blocks: [blockAt(10), blockAt(11), blockAt(12)],
    finalized: 10,
    confirmed: 11,
    processed: 12,
  });

  it.each([
    [10, true, true],
    [11, false, true],
    [12, false, false],
  ])('slot %d: finalized %s, confirmed %s', async (slot, finalized, confirmed) => {
    expect(await transaction(slot, 'finalized', dialect)).toBe(finalized);
    expect(await transaction(slot, 'confirmed', dialect)).toBe(confirmed);
    expect((await listed('finalized', dialect)).includes(slot)).toBe(finalized);
    expect((await listed('confirmed', dialect)).includes(slot)).toBe(confirmed);
    expect(partOf(await status(slot, dialect), 'slot')).toBe(`${slot}`);
  });

  it('a ledger without tips is all finalized', async () => {
    const whole = ledger({ blocks: [blockAt(10), blockAt(11)] });
    expect(await whole.listed('finalized', dialect)).toEqual([11, 10]);
    expect(partOf(await whole.status(11, dialect), 'confirmations')).toBe('null');
  });
});

describe('the cleaned-up boundary', () => {
  const { block, listed, node, status, transaction } = ledger({
    blocks: [blockAt(8), blockAt(9), blockAt(10), blockAt(11), blockAt(12)],
    firstAvailable: 10,
  });

  it.each([
    [9, false, false],
    [10, true, false],
    [11, true, true],
  ])('slot %d: contract %s, agave %s', async (slot, contract, agave) => {
    expect(await block(slot, 'finalized', 'contract')).toBe(contract);
    expect(await transaction(slot, 'finalized', 'contract')).toBe(contract);
    expect((await status(slot, 'contract')) !== 'null').toBe(contract);
    expect(await block(slot, 'finalized', 'agave')).toBe(agave);
    expect(await transaction(slot, 'finalized', 'agave')).toBe(agave);
    expect((await status(slot, 'agave')) !== 'null').toBe(agave);
  });

  it('lists end there', async () => {
    expect(await listed('finalized', 'contract')).toEqual([12, 11, 10]);
    expect(await listed('finalized', 'agave')).toEqual([12, 11]);
  });

  it('a cursor below it is unknown', async () => {
    const params = `["${PAYER}",{"until":"${namedSignature('9')}"}]`;
    expect(await callText(node, 'getSignaturesForAddress', params, 'agave')).toBe(
      errorText(-32020, `Transaction ${namedSignature('9')} not found`),
    );
  });

  it('agave: a dropped fork above the orphan is not the first available block', async () => {
    const forked = testNode({ blocks: [blockAt(10), blockAt(11), blockAt(13, 10), blockAt(14)], firstAvailable: 10 });
    expect(await callText(forked, 'getBlock', '[9]', 'agave')).toBe(
      errorText(-32001, 'Block 9 cleaned up, does not exist on node. First available block: 13'),
    );
    expect(await callText(forked, 'getBlock', '[11]', 'agave')).toBe(
      errorText(-32007, 'Slot 11 was skipped, or missing due to ledger jump to recent snapshot'),
    );
  });

  it('agave: a first block whose parent slot is left is available', async () => {
    const whole = testNode({ blocks: [blockAt(12, 10), blockAt(13)], firstAvailable: 10 });
    expect(partOf(await callText(whole, 'getBlock', '[12]', 'agave'), 'parentSlot')).toBe('10');
  });

  it('contract: only the block whose parent is gone has 32 ones', async () => {
    const hashes = [10, 11].map(async (slot) =>
      partOf(await callText(node, 'getBlock', `[${slot}]`, 'contract'), 'previousBlockhash'),
    );
    expect(await Promise.all(hashes)).toEqual([`"${'1'.repeat(32)}"`, `"${namedBlockhash('10')}"`]);
  });

  it.each(BOTH_DIALECTS)('%s: without one, nothing is cleaned up', async (dialect) => {
    const open = testNode({ blocks: [blockAt(8), blockAt(9)] });
    expect(partOf(await callText(open, 'getBlock', '[8]', dialect), 'previousBlockhash')).toBe(
      `"${namedBlockhash('7')}"`,
    );
  });
});
