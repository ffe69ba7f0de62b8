import { describe, expect, it } from 'vitest';
import { BOTH_DIALECTS } from '../../support/answers.ts';
import { NO_PARAMS_CASES } from '../../support/paramCases.ts';
import { callText, testNode } from '../../support/testNode.ts';

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
  ])('of a ledger with %s', async (_what, ledger, slot) => {
    for (const params of ['[]', 'null'])
      expect(await callText(testNode(ledger), 'getFirstAvailableBlock', params, dialect)).toBe(`${slot}`);
  });
});
