import { describe, expect, it } from 'vitest';
import { BOTH_DIALECTS, notInLedgerText } from '../../support/answers.ts';
import { NO_PARAMS_CASES } from '../../support/paramCases.ts';
import { callText, testNode } from '../../support/testNode.ts';
import { namedAddress } from '../../support/transactions.ts';

const ONE = namedAddress('one');
const TWO = namedAddress('two');
const NODE = testNode({
  cluster: {
    clusterNodes: [
      { version: '4.1.0', tpu: null, pubkey: TWO, featureSet: 4294967295, rpc: '[::1]:8899' },
      { pubkey: ONE, version: null },
    ],
  },
});

describe.each(BOTH_DIALECTS)('getClusterNodes (%s)', (dialect) => {
  it.each(['[]', 'null'])('shows them in the order of the ledger, members sorted: %s', async (params) => {
    expect(await callText(NODE, 'getClusterNodes', params, dialect)).toBe(
      `[{"featureSet":4294967295,"pubkey":"${TWO}","rpc":"[::1]:8899","tpu":null,"version":"4.1.0"},{"pubkey":"${ONE}","version":null}]`,
    );
  });

  it('a node alone knows nobody', async () => {
    expect(await callText(testNode({ cluster: { clusterNodes: [] } }), 'getClusterNodes', '[]', dialect)).toBe('[]');
  });

  it('a ledger that does not say them has none to give', async () => {
    expect(await callText(testNode({}), 'getClusterNodes', '[]', dialect)).toBe(
      notInLedgerText('This ledger does not say the nodes of its cluster: put `clusterNodes` into ledger.json'),
    );
  });

  it.each(NO_PARAMS_CASES)('%s is refused', async (params, error) => {
    expect(await callText(NODE, 'getClusterNodes', params, dialect)).toBe(error);
  });
});
