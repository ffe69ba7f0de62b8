import { describe, expect, it } from 'vitest';
import { BOTH_DIALECTS, notInLedgerText } from '../../support/answers.ts';
import { NO_PARAMS_CASES } from '../../support/paramCases.ts';
import { callText, testNode } from '../../support/testNode.ts';
import { namedAddress } from '../../support/transactions.ts';

const ME = namedAddress('me');
const NODE = testNode({ node: { identity: ME } });

describe.each(BOTH_DIALECTS)('getIdentity (%s)', (dialect) => {
  it.each(['[]', 'null'])('tells the address of the node: %s', async (params) => {
    expect(await callText(NODE, 'getIdentity', params, dialect)).toBe(`{"identity":"${ME}"}`);
  });

  it.each(NO_PARAMS_CASES)('%s is refused', async (params, error) => {
    expect(await callText(NODE, 'getIdentity', params, dialect)).toBe(error);
  });

  it('a ledger that does not say it has none to give', async () => {
    expect(await callText(testNode({}), 'getIdentity', '[]', dialect)).toBe(
      notInLedgerText('This ledger does not say its identity: put `identity` into ledger.json'),
    );
  });
});
