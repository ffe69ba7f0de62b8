import { describe, expect, it } from 'vitest';
import { loadLedger } from '../../../src/fixtures/loadLedger.ts';
import { ledger, sol } from '../../../src/index.ts';
import type { TransactionNode } from '../../../src/script/format/transactions.ts';
import { reasonOf } from '../../support/clients.ts';
import { read } from './scripts.ts';

const problemsOf = (text: string) =>
  read(text).problems.map((problem) => problem.replace(/^a\.ledger\.json:\d+:\d+: /, ''));
const block = (transaction: string) => `"slots": [{"slot": 1, "transactions": [${transaction}]}]`;
const executors = (text: string) =>
  read(text).script.slots.flatMap((slot) =>
    slot.kind === 'blocks' ? slot.transactions.map(({ execute }: TransactionNode) => execute?.value) : [],
  );

describe('execute', () => {
  it('of a script is of all its transactions, unless they say something else', () => {
    const transactions = '{"memo": "a"}, {"memo": "b", "execute": "none"}, {"memo": "c", "execute": "litesvm"}';
    expect(executors(`{"execute": "litesvm", ${block(transactions)}}`)).toEqual(['litesvm', 'none', 'litesvm']);
    expect(executors(`{"execute": "none", ${block(transactions)}}`)).toEqual(['none', 'none', 'litesvm']);
    expect(executors(`{${block(transactions)}}`)).toEqual([undefined, 'none', 'litesvm']);
  });

  it.each([
    ['{"execute": "svm"}', '/execute: expected "litesvm" or "none", found "svm"'],
    [
      `{${block('{"memo": "a", "execute": true}')}}`,
      '/slots/0/transactions/0/execute: expected "litesvm" or "none", found true',
    ],
  ])('%s', (text, problem) => {
    expect(problemsOf(text)).toEqual([problem]);
  });
});

const GIVEN: readonly (readonly [name: string, value: string])[] = [
  ['err', '"InvalidSeeds"'],
  ['fee', '1'],
  ['logs', '[]'],
  ['computeUnits', '1'],
  ['returnData', '{"program": "$p", "data": {"hex": "00"}}'],
  ['inner', '[]'],
  ['balances', '{"$a": {"sol": 1}}'],
  ['accounts', '{"$a": {"sol": 1}}'],
];

describe('what executing finds out cannot be given too', () => {
  it.each(GIVEN)('%s', (name, value) => {
    const at = `/slots/0/transactions/0/${name}: \`${name}\` cannot be given of a transaction that LiteSVM executes`;
    expect(problemsOf(`{${block(`{"memo": "a", "${name}": ${value}, "execute": "litesvm"}`)}}`)).toEqual([
      `${at} (leave out \`${name}\`, or leave out \`execute\`)`,
    ]);
    expect(problemsOf(`{"execute": "litesvm", ${block(`{"memo": "a", "${name}": ${value}}`)}}`)).toEqual([
      `${at} (leave out \`${name}\`, or give the transaction "execute": "none")`,
    ]);
    expect(
      problemsOf(`{"execute": "litesvm", ${block(`{"memo": "a", "${name}": ${value}, "execute": "none"}`)}}`),
    ).toEqual([]);
  });

  it('is told at its line, and in the words of the builder', async () => {
    expect(
      read('{"slots": [{"slot": 1, "transactions": [\n{"memo": "a", "execute": "litesvm",\n  "logs": []}]}]}').problems,
    ).toEqual([
      'a.ledger.json:3:11: /slots/0/transactions/0/logs: `logs` cannot be given of a transaction that LiteSVM executes (leave out `logs`, or leave out `execute`)',
    ]);
    const script = ledger()
      .execute('litesvm')
      .wallet('alice', sol(1))
      .block(1, (b) => b.memo('a').payer('alice').logs('x'));
    expect(String(await reasonOf(loadLedger([script])))).toContain(
      "(leave out `logs`, or call .execute('none') on the transaction)",
    );
  });
});
