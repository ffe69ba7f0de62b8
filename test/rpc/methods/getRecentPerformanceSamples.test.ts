import { describe, expect, it } from 'vitest';
import { BOTH_DIALECTS, badParams, errorText, notInLedgerText } from '../../support/answers.ts';
import { countCases, type ParamCase } from '../../support/paramCases.ts';
import { callText, testNode } from '../../support/testNode.ts';

const COUNT = 800;
const NODE = testNode({
  cluster: {
    performanceSamples: Array.from({ length: COUNT }, (_, i) => ({
      slot: BigInt(10_000 - i),
      numSlots: 150n,
      numTransactions: 18446744073709551615n,
      numNonVoteTransactions: 7n,
      samplePeriodSecs: 60,
    })),
  },
});

const samples = (count: number): string =>
  `[${Array.from(
    { length: count },
    (_, i) =>
      `{"numNonVoteTransactions":7,"numSlots":150,"numTransactions":18446744073709551615,"samplePeriodSecs":60,"slot":${10_000 - i}}`,
  ).join(',')}]`;

const INVALID_LIMIT = errorText(-32602, 'Invalid limit; max 720');

describe.each(BOTH_DIALECTS)('getRecentPerformanceSamples (%s)', (dialect) => {
  const ask = (params: string, node = NODE) => callText(node, 'getRecentPerformanceSamples', params, dialect);

  it.each([
    ['[2]', 2],
    ['[0]', 0],
    ['[720]', 720],
    ['[]', 720],
    ['[null]', 720],
    ['null', 720],
  ])('%s: the newest, first', async (params, count) => {
    expect(await ask(params)).toBe(samples(count));
  });

  it.each<ParamCase>([
    ...countCases(0, 1, '1'),
    ['["5"]', badParams('invalid type: string "5", expected usize')],
    ['[{}]', badParams('invalid type: map, expected usize')],
    ['[-1]', badParams('invalid value: integer `-1`, expected usize')],
    ['[1.0]', badParams('invalid type: floating point `1.0`, expected usize')],
    ['[721]', INVALID_LIMIT],
    ['[18446744073709551615]', INVALID_LIMIT],
  ])('%s is refused', async (params, error) => {
    expect(await ask(params)).toBe(error);
    expect(await ask(params, testNode({}))).toBe(error);
  });

  it('a ledger without samples has none to give', async () => {
    expect(await ask('[0]', testNode({}))).toBe(
      notInLedgerText('This ledger does not say how its cluster performed: put `performanceSamples` into ledger.json'),
    );
    expect(await ask('[]', testNode({ cluster: { performanceSamples: [] } }))).toBe('[]');
  });
});
