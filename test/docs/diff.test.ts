import { expect, it } from 'vitest';
import { DIALECTS } from '../../src/dialect.ts';
import { loadLedger } from '../../src/fixtures/loadLedger.ts';
import { SAMPLE_LEDGER } from '../../src/packageFiles.ts';
import { NATURAL } from '../../src/tools/diff/byNature.ts';
import { questionsOf } from '../../src/tools/diff/questions.ts';
import { codeWords, readText, tableUnder } from './tables.ts';

const PAGE = readText('docs/diff.md');

it('what is ignored is in the table, in its order', () => {
  const reasons = tableUnder('## What is ignored', PAGE).map(([reason]) => reason);
  expect(reasons).toEqual(NATURAL.map(({ reason }) => reason));
});

it('the methods that are asked are those of the page', async () => {
  const { state } = await loadLedger([SAMPLE_LEDGER]);
  const asked = new Set(Array.from(questionsOf(state, DIALECTS.agave), ({ method }) => method));
  const written = tableUnder('## What is asked', PAGE).flatMap(([, methods]) => codeWords(methods!));
  expect([...asked].sort()).toEqual([...written].sort());
});
