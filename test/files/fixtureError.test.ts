import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { FixtureError } from '../../src/files/fixtureError.ts';
import { loadSources } from '../../src/fixtures/loadLedger.ts';

it('an error that nobody catches shows each problem once, in its message', async () => {
  const accounts = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`$wallet${i}`, { solana: i }]));
  const text = JSON.stringify({ accounts });
  const error: unknown = await loadSources([{ name: 'test.ledger.json', text }]).catch((thrown: unknown) => thrown);
  if (!(error instanceof FixtureError)) throw new TypeError('it is loaded');
  expect(error.problems.length).toBeGreaterThan(10);
  const shown = inspect(error);
  const [first] = error.problems;
  expect(shown.split(`${first}`)).toHaveLength(2);
  expect(shown).not.toContain('problems: [');
});
