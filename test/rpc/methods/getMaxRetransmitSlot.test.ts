import { describe, expect, it } from 'vitest';
import { BOTH_DIALECTS } from '../../support/answers.ts';
import { NO_PARAMS_CASES } from '../../support/paramCases.ts';
import { callText, testNode } from '../../support/testNode.ts';

const NODE = testNode({ blocks: [{ slot: 5 }, { slot: 6 }], finalized: 5, confirmed: 6, processed: 9 });

describe.each(BOTH_DIALECTS)('getMaxRetransmitSlot (%s)', (dialect) => {
  it.each(['[]', 'null'])('is the processed tip: %s', async (params) => {
    expect(await callText(NODE, 'getMaxRetransmitSlot', params, dialect)).toBe('9');
  });

  it('an empty ledger is at slot 0', async () => {
    expect(await callText(testNode({}), 'getMaxRetransmitSlot', '[]', dialect)).toBe('0');
  });

  it.each(NO_PARAMS_CASES)('%s is refused', async (params, error) => {
    expect(await callText(NODE, 'getMaxRetransmitSlot', params, dialect)).toBe(error);
  });
});
