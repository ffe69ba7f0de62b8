import { describe, expect, it } from 'vitest';
import { BOTH_DIALECTS, badParams, contextText, tooOld } from '../../support/answers.ts';
import { addressCases, contextConfigCases, countCases } from '../../support/paramCases.ts';
import { callText, THREE_TIPS, testNode } from '../../support/testNode.ts';
import { namedAddress } from '../../support/transactions.ts';

const RICH = namedAddress('rich');
const POOR = namedAddress('poor');
const BROKE = namedAddress('broke');

const NODE = testNode({
  ...THREE_TIPS,
  accounts: [
    { address: RICH, lamports: 18446744073709551615n },
    { address: POOR, lamports: 1n, data: Buffer.alloc(500) },
    { address: BROKE, lamports: 0n },
  ],
});

describe.each(BOTH_DIALECTS)('getBalance (%s)', (dialect) => {
  const ask = (params: string) => callText(NODE, 'getBalance', params, dialect);
  const answer = (lamports: string, slot = 5) => contextText(lamports, slot);

  it.each([
    ...countCases(1, 2),
    ...addressCases(),
    ...addressCases(',null'),
    ...contextConfigCases(`"${RICH}",`),
    ['["0",{"minContextSlot":-1}]', badParams('invalid value: integer `-1`, expected u64')],
  ] as const)('%s is refused', async (params, error) => {
    expect(await ask(params)).toBe(error);
  });

  it.each([
    [RICH, '18446744073709551615'],
    [POOR, '1'],
    [BROKE, '0'],
    [namedAddress('nobody'), '0'],
  ])('%s has %s', async (address, lamports) => {
    expect(await ask(`["${address}"]`)).toBe(answer(lamports));
  });

  it.each([
    'null',
    '{}',
    '{"commitment":"bogus"}',
    '{"commitment":5}',
    '{"commitment":null,"minContextSlot":null,"x":1}',
  ])('a configuration of %s asks for the default', async (config) => {
    expect(await ask(`["${POOR}",${config}]`)).toBe(answer('1'));
  });

  it.each([
    ['processed', 7],
    ['confirmed', 6],
    ['finalized', 5],
  ])('%s is read at its tip and no later slot', async (commitment, tip) => {
    const askFrom = (slot: number) => ask(`["${POOR}",{"commitment":"${commitment}","minContextSlot":${slot}}]`);
    expect(await askFrom(tip)).toBe(answer('1', tip));
    expect(await askFrom(tip + 1)).toBe(tooOld(tip));
  });
});
