import { describe, expect, it } from 'vitest';
import { BOTH_DIALECTS, errorText } from '../../support/answers.ts';
import { bareCommitmentCases, countCases } from '../../support/paramCases.ts';
import { callText, testNode } from '../../support/testNode.ts';

const MAINNET = '{"foundation":0.0,"foundationTerm":0.0,"initial":0.08,"taper":0.15,"terminal":0.015}';

describe.each(BOTH_DIALECTS)('getInflationGovernor (%s)', (dialect) => {
  const ask = (params: string, node = testNode({})) => callText(node, 'getInflationGovernor', params, dialect);

  it.each([...countCases(0, 1, 'null'), ...bareCommitmentCases('')] as const)(
    '%s is refused',
    async (params, error) => {
      expect(await ask(params)).toBe(error);
    },
  );

  it.each([
    '[]',
    'null',
    '[null]',
    '[{"commitment":"processed"}]',
    '[{"commitment":"confirmed","x":1}]',
    '[["finalized"]]',
  ])('%s: mainnet constants, the same at every commitment', async (params) => {
    expect(await ask(params)).toBe(MAINNET);
  });

  it('is what ledger.json says', async () => {
    const inflation = { foundation: 0.05, foundationTerm: 7, initial: 1, taper: 1e-6, terminal: 0 };
    expect(await ask('[]', testNode({ cluster: { inflation } }))).toBe(
      '{"foundation":0.05,"foundationTerm":7.0,"initial":1.0,"taper":1e-6,"terminal":0.0}',
    );
  });

  it('has its own words for too much', async () => {
    expect(await ask('[null,null]')).toBe(
      errorText(-32602, 'Invalid parameters: Expected from 0 to 1 parameters.', '"\\"Got: 2\\""'),
    );
  });
});
