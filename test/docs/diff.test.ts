import { expect, it } from 'vitest';
import { DIALECTS } from '../../src/dialect.ts';
import { loadLedger } from '../../src/fixtures/loadLedger.ts';
import { SAMPLE_LEDGER } from '../../src/packageFiles.ts';
import { ALLOWANCES } from '../../src/tools/diff/knownDifferences.ts';
import { questionsOf } from '../../src/tools/diff/questions.ts';
import { codeWords, readText, tableUnder } from './tables.ts';

const PAGE = readText('docs/diff.md');

it('the known differences are those of the table, in its order', () => {
  const rows = tableUnder('## Known differences', PAGE).map(([reason]) => reason);
  expect(rows).toEqual([...new Set(ALLOWANCES.map(({ reason }) => reason))]);
});

it('the methods that are asked are those of the page', async () => {
  const { state } = await loadLedger([SAMPLE_LEDGER]);
  const asked = new Set(Array.from(questionsOf(state, DIALECTS.agave), ({ method }) => method));
  const written = tableUnder('## What is asked', PAGE).flatMap(([, methods]) => codeWords(methods!));
  expect([...asked].sort()).toEqual([...written].sort());
});
