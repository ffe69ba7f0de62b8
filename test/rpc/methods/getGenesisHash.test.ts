import { describe, expect, it } from 'vitest';
import { BOTH_DIALECTS, notInLedgerText } from '../../support/answers.ts';
import { NO_PARAMS_CASES } from '../../support/paramCases.ts';
import { callText, testNode } from '../../support/testNode.ts';
import { namedBlockhash } from '../../support/transactions.ts';

const GENESIS = namedBlockhash('genesis');
const NODE = testNode({ node: { genesisHash: GENESIS } });

describe.each(BOTH_DIALECTS)('getGenesisHash (%s)', (dialect) => {
  it.each(['[]', 'null'])('tells the hash: %s', async (params) => {
    expect(await callText(NODE, 'getGenesisHash', params, dialect)).toBe(`"${GENESIS}"`);
  });

  it.each(NO_PARAMS_CASES)('%s is refused', async (params, error) => {
    expect(await callText(NODE, 'getGenesisHash', params, dialect)).toBe(error);
  });

  it('a ledger that does not say it has none to give', async () => {
    expect(await callText(testNode({}), 'getGenesisHash', '[]', dialect)).toBe(
      notInLedgerText('This ledger does not say its genesis hash: put `genesisHash` into ledger.json'),
    );
  });
});
