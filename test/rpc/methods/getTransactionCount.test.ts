import { describe, expect, it } from 'vitest';
import { BOTH_DIALECTS, tooOld } from '../../support/answers.ts';
import { contextConfigCases, countCases, type ParamCase } from '../../support/paramCases.ts';
import { callText, type LedgerSpec, testNode } from '../../support/testNode.ts';
import { testTransaction } from '../../support/transactions.ts';

const named = (...names: string[]) => names.map((name) => ({ name }));

/** 6 and 8 lie on forks, 10 is known by a transaction only. */
const LEDGER: LedgerSpec = {
  blocks: [
    { slot: 5, transactions: named('a', 'b') },
    { slot: 6, transactions: named('fork') },
    { slot: 7, parentSlot: 5, transactions: named('c', 'd', 'e') },
    { slot: 8, parentSlot: 7, transactions: named('fork 2') },
    { slot: 9, parentSlot: 7, transactions: named('f') },
    { slot: 11, parentSlot: 10, transactions: named('too new') },
  ],
  loose: [testTransaction({ name: 'loose' }, { slot: 10n, index: 0, blockTimeSeconds: null })],
  finalized: 5,
  confirmed: 7,
  processed: 10,
};

describe.each(BOTH_DIALECTS)('getTransactionCount (%s)', (dialect) => {
  const ask = (params: string, ledger = LEDGER) => callText(testNode(ledger), 'getTransactionCount', params, dialect);

  it.each<ParamCase>([...countCases(0, 1, '{}'), ...contextConfigCases(''), ['[{"minContextSlot":6}]', tooOld(5)]])(
    '%s is refused',
    async (params, error) => {
      expect(await ask(params)).toBe(error);
    },
  );

  it.each([
    ['null', 2],
    ['[null]', 2],
    ['[{"commitment":"bogus"}]', 2],
    ['[{"commitment":"confirmed"}]', 5],
    ['[{"commitment":"processed","minContextSlot":10}]', 7],
  ])('%s counts %i in the ledger', async (params, count) => {
    expect(await ask(params)).toBe(`${count}`);
  });

  it.each([
    ['[]', '18446744073709551610'],
    ['[{"commitment":"confirmed"}]', '18446744073709551613'],
    ['[{"commitment":"processed"}]', '18446744073709551615'],
  ])('%s counts down from what the ledger says', async (params, count) => {
    expect(await ask(params, { ...LEDGER, cluster: { transactionCount: 18446744073709551615n } })).toBe(count);
  });

  it('blocks that are cleaned up are not counted', async () => {
    const blocks = [5, 6, 7].map((slot) => ({ slot, transactions: named(`in ${slot}`) }));
    expect(await ask('[]', { blocks, firstAvailable: 6 })).toBe('1');
    expect(await ask('[]', {})).toBe('0');
  });
});
