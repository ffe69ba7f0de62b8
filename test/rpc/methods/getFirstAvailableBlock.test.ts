import { describe, expect, it } from 'vitest';
import { BOTH_DIALECTS } from '../../support/answers.ts';
import { NO_PARAMS_CASES } from '../../support/paramCases.ts';
import { callText, testNode } from '../../support/testNode.ts';
import { testTransaction } from '../../support/transactions.ts';

const LOOSE = testTransaction({ name: 'loose' }, { slot: 3n, index: 0, blockTimeSeconds: null });

describe.each(BOTH_DIALECTS)('getFirstAvailableBlock (%s)', (dialect) => {
  it.each(NO_PARAMS_CASES)('%s is refused', async (params, error) => {
    expect(await callText(testNode({}), 'getFirstAvailableBlock', params, dialect)).toBe(error);
  });

  it.each([
    ['no blocks', {}, 0],
    ['nothing cleaned up', { blocks: [{ slot: 5 }, { slot: 6 }] }, 5],
    ['a lowest block whose parent is gone', { blocks: [{ slot: 5 }, { slot: 6 }, { slot: 9 }], firstAvailable: 6 }, 9],
    ['the genesis', { blocks: [{ slot: 0 }, { slot: 1 }], firstAvailable: 0 }, 0],
    ['only a block whose parent is gone', { blocks: [{ slot: 6 }], firstAvailable: 6 }, 0],
    [
      'no other root than a block whose parent is gone',
      { blocks: [{ slot: 6 }, { slot: 7 }], firstAvailable: 6, finalized: 6 },
      0,
    ],
    ['a transaction below its first block', { blocks: [{ slot: 5 }], loose: [LOOSE] }, 5],
    [
      'a transaction below its first block that is left',
      { blocks: [{ slot: 5 }], loose: [LOOSE], firstAvailable: 2 },
      5,
    ],
    ['a first block that is only confirmed', { blocks: [{ slot: 5 }], loose: [LOOSE], finalized: 4, confirmed: 5 }, 5],
    ['a transaction without a block', { loose: [LOOSE], processed: 5 }, 3],
  ])('of a ledger with %s', async (_what, ledger, slot) => {
    for (const params of ['[]', 'null'])
      expect(await callText(testNode(ledger), 'getFirstAvailableBlock', params, dialect)).toBe(`${slot}`);
  });

  it('is the one in the errors of older blocks', async () => {
    const node = testNode({ blocks: [{ slot: 5 }, { slot: 6 }], loose: [LOOSE], firstAvailable: 2 }, dialect);
    const cleanedUp = (slot: number) =>
      `{"code":-32001,"message":"Block ${slot} cleaned up, does not exist on node. First available block: 5"}`;
    expect(await callText(node, 'getBlockTime', '[1]', 'agave')).toBe(cleanedUp(1));
    expect(await callText(node, 'getBlock', '[1]', 'agave')).toBe(cleanedUp(1));
  });
});
