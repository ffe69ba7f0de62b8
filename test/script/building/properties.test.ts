import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FixtureError, type FixtureProblem } from '../../../src/files/fixtureError.ts';
import { type LedgerPart, loadLedger, loadSources } from '../../../src/fixtures/loadLedger.ts';
import { accountsAt } from '../../../src/ledger/state.ts';
import { rewordHints } from '../../../src/syntax/hintParts.ts';
import { blocksOf } from '../../support/contents.ts';
import { fixedRunsOf } from '../../support/runs.ts';
import { anyScript } from './chains.ts';

const isScript = new Ajv({ strict: false }).compile(JSON.parse(readFileSync('schema/ledger.schema.json', 'utf8')));

const TIPS = ['processed', 'confirmed', 'finalized'] as const;

/** Blocks and accounts, or what is wrong; without what only a file has, and with hints for code. */
async function outcomeOf(loading: ReturnType<typeof loadLedger>) {
  const said = ({ pointer, message, hint }: FixtureProblem) => [
    pointer,
    message,
    hint && rewordHints(hint, 'file', 'builder'),
  ];
  try {
    const { state, warnings } = await loading;
    const { names } = state;
    const accounts = TIPS.map((commitment) => [...accountsAt(state, state.chains[commitment]).values()]);
    return { isGood: true, blocks: blocksOf(state), accounts, names, warnings: warnings.map(said) };
  } catch (error) {
    if (!(error instanceof FixtureError)) throw error;
    return { isGood: false, problems: error.problems.map(said), warnings: error.warnings.map(said) };
  }
}

it('whatever is built is in the words of the schema, and loads as the file does that it is written to', async () => {
  const counts = { good: 0, bad: 0 };
  const property = fc.asyncProperty(anyScript, async (script) => {
    const text = `${script}`;
    expect(isScript(JSON.parse(text)), JSON.stringify(isScript.errors)).toBe(true);
    const outcome = await outcomeOf(loadLedger([script satisfies LedgerPart]));
    expect(outcome).toEqual(await outcomeOf(loadSources([{ name: 'a.ledger.json', text }])));
    counts[outcome.isGood ? 'good' : 'bad']++;
  });
  await fc.assert(property, { numRuns: fixedRunsOf(100, 70), seed: 1 });
  expect(counts.good).toBeGreaterThan(10);
  expect(counts.bad).toBeGreaterThan(10);
  await fc.assert(property, { numRuns: 200 });
});
