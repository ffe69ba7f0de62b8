import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { ROOT } from '../cli/command.ts';
import { readText } from './tables.ts';

const RESULTS = 'bench/results.json';

interface Results {
  readonly cases: Readonly<Record<string, unknown>>;
}

/** The benchmark is plain JavaScript. */
async function load<T>(file: string): Promise<T> {
  return (await import(pathToFileURL(join(ROOT, file)).href)) as T;
}

it('the table of bench/README.md is that of the last run, with every case', async () => {
  const { CASES } = await load<{ CASES: readonly { name: string }[] }>('bench/cases.mjs');
  const { reportText } = await load<{ reportText(results: Results): string }>('bench/support/report.mjs');
  expect(existsSync(join(ROOT, RESULTS))).toBe(true);
  const results = JSON.parse(readText(RESULTS)) as Results;
  expect(Object.keys(results.cases)).toEqual(CASES.map(({ name }) => name));
  expect(readText('bench/README.md')).toContain(`<!-- bench -->\n${reportText(results)}<!-- /bench -->`);
});
