import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadLedger } from '../../../src/fixtures/loadLedger.ts';
import { transactionsOf } from '../../support/contents.ts';
import { allVerify, kitReading, ownReading, web3Reading } from '../compiling/readings.ts';
import { FOLDER, LEDGERS } from './ledgers.ts';

/** What all the example ledgers have in common. */

const MAX_LINES = 40;

function readText(file: string): string {
  return readFileSync(`${FOLDER}/${file}`, 'utf8');
}

it('README.md lists every ledger, and a test of each', () => {
  const rows = [
    ...readText('README.md').matchAll(/^\| \[(\S+)\]\((\S+)\) \| .* \| \[\w+\]\(\.\.\/\.\.\/(\S+)\) \|$/gm),
  ];
  expect(rows.map(([, name]) => name).toSorted()).toEqual(LEDGERS.toSorted());
  for (const [, name, link, test] of rows) {
    expect(link).toBe(name);
    expect(existsSync(test!), test).toBe(true);
    expect(readFileSync(test!, 'utf8')).toContain(`'${name}'`);
  }
});

it('docs/fixtures.md tells where they are', () => {
  expect(readFileSync('docs/fixtures.md', 'utf8')).toContain('](../ledger-fixtures/scripted/README.md)');
});

describe.each(LEDGERS)('%s', async (file) => {
  const { state, warnings } = await loadLedger([`${FOLDER}/${file}`]);
  const transactions = transactionsOf(state).filter((held) => held.kind === 'wire');

  it(`has at most ${MAX_LINES} lines`, () => {
    const text = readText(file);
    expect(text.endsWith('\n')).toBe(true);
    expect(text.split('\n').length - 1).toBeLessThanOrEqual(MAX_LINES);
  });

  it('loads without a warning', () => {
    expect(warnings.map(String)).toEqual([]);
    expect(transactions.length).toBeGreaterThan(0);
    expect(transactions.length).toBe(state.history.transactionCount);
  });

  it('has transactions that verify', () => {
    for (const transaction of transactions) expect(allVerify(transaction), transaction.signature).toBe(true);
  });

  it('has transactions that @solana/kit and @solana/web3.js read as we do', () => {
    for (const transaction of transactions) {
      const reading = ownReading(transaction);
      expect(kitReading(transaction)).toStrictEqual(reading);
      // web3.js knows no version 1
      if (transaction.version !== 1) expect(web3Reading(transaction)).toStrictEqual(reading);
    }
  });
});
