import { describe, expect, it } from 'vitest';
import { BOTH_DIALECTS, notInLedgerText } from '../../support/answers.ts';
import { NO_PARAMS_CASES } from '../../support/paramCases.ts';
import { callText, testNode } from '../../support/testNode.ts';

describe.each(BOTH_DIALECTS)('getVersion (%s)', (dialect) => {
  it.each([
    ['the default is the release 4.1.0', {}, '{"feature-set":3345198602,"solana-core":"4.1.0"}'],
    ['of 4.1.0 another may be said', { featureSet: 0 }, '{"feature-set":0,"solana-core":"4.1.0"}'],
    [
      'as the ledger says',
      { apiVersion: '4.2.0-beta.1', featureSet: 4294967295 },
      '{"feature-set":4294967295,"solana-core":"4.2.0-beta.1"}',
    ],
  ])('%s', async (_name, node, answer) => {
    expect(await callText(testNode({ node }), 'getVersion', '[]', dialect)).toBe(answer);
    expect(await callText(testNode({ node }), 'getVersion', 'null', dialect)).toBe(answer);
  });

  it('does not guess the feature set of another version', async () => {
    expect(await callText(testNode({ apiVersion: '4.1.9' }), 'getVersion', '[]', dialect)).toBe(
      notInLedgerText(
        'This ledger does not say the feature set of 4.1.9: put `featureSet` into ledger.json, or into `as` of the fault that answers',
      ),
    );
  });

  it.each(NO_PARAMS_CASES)('%s is refused', async (params, error) => {
    expect(await callText(testNode({}), 'getVersion', params, dialect)).toBe(error);
  });
});
