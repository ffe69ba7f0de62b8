import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { find } from '../../../src/control/show/find.ts';
import { SAMPLE_LEDGER } from '../../../src/packageFiles.ts';
import { contextOfPath, everything, showEverything } from './everything.ts';

it('everything in the sample ledger can be shown, and is found again by its key', async () => {
  const context = await contextOfPath(SAMPLE_LEDGER);
  expect(await showEverything(context)).toBe(19 + 43 + 71);
  for (const [name, thing] of everything(context)) {
    const word = name.split(' ')[1]!;
    expect(find(word, context)).toEqual(thing);
  }
});

/** test/control/show/everything.long.test.ts shows its 2,500 transactions. */
const LARGE = 'paging.ledger.yaml';

it.each(readdirSync('ledger-fixtures/scripted').filter((name) => name.includes('.ledger.') && name !== LARGE))(
  'everything in %s',
  async (name) => {
    expect(await showEverything(await contextOfPath(join('ledger-fixtures/scripted', name)))).toBeGreaterThan(1);
  },
);
