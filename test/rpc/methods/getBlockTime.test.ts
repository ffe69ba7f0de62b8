import { describe, expect, it } from 'vitest';
import { BOTH_DIALECTS, errorText, notInLedgerText } from '../../support/answers.ts';
import { SLOT_TUPLE_CASES } from '../../support/paramCases.ts';
import { BLOCK_TIME_BASE, callText, testNode } from '../../support/testNode.ts';
import { testTransaction } from '../../support/transactions.ts';

const loose = (slot: bigint, blockTimeSeconds: bigint | null) =>
  testTransaction({ name: `loose ${slot}` }, { slot, index: 0, blockTimeSeconds });

/** 8 lost its parent, 9 was skipped, 12 lies on a fork, so does 19; 16 has a clock of before 1970. */
const NODE = testNode({
  blocks: [
    { slot: 7 },
    { slot: 8, parentSlot: 6 },
    { slot: 10, parentSlot: 8 },
    { slot: 11, blockTime: null },
    { slot: 12, parentSlot: 10 },
    { slot: 13, parentSlot: 11 },
    { slot: 15, parentSlot: 14 },
    { slot: 16, blockTime: -5 },
    { slot: 17, blockTime: null },
    { slot: 18 },
    { slot: 19, parentSlot: 16 },
  ],
  loose: [loose(14n, 1_700_000_777n), loose(20n, 1_700_000_888n)],
  firstAvailable: 8,
  finalized: 15,
  confirmed: 16,
  processed: 18,
});

const notAvailable = (slot: number | string) => errorText(-32004, `Block not available for slot ${slot}`);
const skipped = (slot: number) =>
  errorText(-32007, `Slot ${slot} was skipped, or missing due to ledger jump to recent snapshot`);
const cleanedUp = (slot: number, first: number) =>
  errorText(-32001, `Block ${slot} cleaned up, does not exist on node. First available block: ${first}`);
const unknown = (slot: number) =>
  notInLedgerText(`This ledger does not say the time of slot ${slot}: add a block that does`);

describe.each(BOTH_DIALECTS)('getBlockTime (%s)', (dialect) => {
  const ask = (slot: number | string) => callText(NODE, 'getBlockTime', `[${slot}]`, dialect);

  it.each(SLOT_TUPLE_CASES)('%s is refused', async (params, error) => {
    expect(await callText(NODE, 'getBlockTime', params, dialect)).toBe(error);
  });

  it.each([
    ['finalized', 10, `${BLOCK_TIME_BASE + 10}`],
    ['finalized, recorded without', 11, 'null'],
    ['of a dropped fork', 12, skipped(12)],
    ['known by a transaction', 14, '1700000777'],
    ['the finalized tip', 15, `${BLOCK_TIME_BASE + 15}`],
    ['confirmed', 16, '-5'],
    ['processed, recorded without', 17, unknown(17)],
    ['the processed tip', 18, `${BLOCK_TIME_BASE + 18}`],
    ['above it, although the ledger has its block', 19, notAvailable(19)],
    ['above it, although the ledger has a transaction of it', 20, notAvailable(20)],
    ['above all', 21, notAvailable(21)],
    ['that will never be', '18446744073709551615', notAvailable('18446744073709551615')],
    ['below the first available', 7, cleanedUp(7, 10)],
    ['that lost its parent', 8, cleanedUp(8, 10)],
    ['skipped between that and the first available', 9, skipped(9)],
    ['long gone', 1, cleanedUp(1, 10)],
    ['0, which the ledger does not hold', 0, unknown(0)],
  ])('a slot %s: %s', async (_what, slot, answer) => {
    expect(await ask(slot)).toBe(answer);
  });

  it('takes the finalized tip for missing where it has no time', async () => {
    const node = testNode({ blocks: [{ slot: 5 }, { slot: 6, blockTime: null }] });
    expect(await callText(node, 'getBlockTime', '[6]', dialect)).toBe(notAvailable(6));
  });

  it('has no block at a tip that the ledger does not hold', async () => {
    const node = testNode({ blocks: [{ slot: 5 }], finalized: 8 });
    expect(await callText(node, 'getBlockTime', '[8]', dialect)).toBe(notAvailable(8));
    expect(await callText(node, 'getBlockTime', '[7]', dialect)).toBe(skipped(7));
  });

  it('slot 0 has the time of the genesis, cleaned up or not', async () => {
    const node = testNode({ blocks: [{ slot: 0, blockTime: 123 }, { slot: 5 }, { slot: 6 }], firstAvailable: 5 });
    expect(await callText(node, 'getBlockTime', '[0]', dialect)).toBe('123');
    expect(await callText(testNode({}), 'getBlockTime', '[0]', dialect)).toBe(unknown(0));
  });
});
