import { describe, expect, it } from 'vitest';
import { BOTH_DIALECTS, errorText } from '../../support/answers.ts';
import { NO_PARAMS_CASES } from '../../support/paramCases.ts';
import { callText, testNode } from '../../support/testNode.ts';

describe.each(BOTH_DIALECTS)('minimumLedgerSlot (%s)', (dialect) => {
  it.each(NO_PARAMS_CASES)('%s is refused', async (params, error) => {
    expect(await callText(testNode({ blocks: [{ slot: 1 }] }), 'minimumLedgerSlot', params, dialect)).toBe(error);
  });

  it.each([
    ['nothing cleaned up', { blocks: [{ slot: 5 }, { slot: 6 }] }, 5],
    ['a lowest block whose parent is gone', { blocks: [{ slot: 5 }, { slot: 6 }, { slot: 7 }], firstAvailable: 6 }, 6],
    ['a fork below its chain', { blocks: [{ slot: 5 }, { slot: 6, parentSlot: 4 }], finalized: 6 }, 5],
  ])('of a ledger with %s', async (_what, ledger, slot) => {
    for (const params of ['[]', 'null'])
      expect(await callText(testNode(ledger), 'minimumLedgerSlot', params, dialect)).toBe(`${slot}`);
  });

  it('an empty ledger has none', async () => {
    const invalid = errorText(-32600, 'Invalid request');
    expect(await callText(testNode({}), 'minimumLedgerSlot', '[]', dialect)).toBe(invalid);
    const cleaned = testNode({ blocks: [{ slot: 5 }], firstAvailable: 6 });
    expect(await callText(cleaned, 'minimumLedgerSlot', '[]', dialect)).toBe(invalid);
  });
});
