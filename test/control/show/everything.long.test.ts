import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FixtureError } from '../../../src/files/fixtureError.ts';
import { shareOf } from '../../support/runs.ts';
import { HAS_CORPUS, SHARED } from '../../support/sharedFiles.ts';
import { contextOfPath, showEverything } from './everything.ts';

it('everything in paging.ledger.yaml', async () => {
  expect(await showEverything(await contextOfPath('ledger-fixtures/scripted/paging.ledger.yaml'))).toBeGreaterThan(
    2500,
  );
});

describe.skipIf(!HAS_CORPUS)('recordings of real nodes', () => {
  it.each([
    'getBlock',
    'getTransaction',
    'getAccountInfo',
    'getMultipleAccounts',
    'getProgramAccounts',
    'getTokenAccounts',
  ])(
    'everything in every file of %s that loads',
    async (folder) => {
      let shown = 0;
      for (const name of shareOf(readdirSync(`${SHARED}/corpus/${folder}`))) {
        const context = await contextOfPath(`${SHARED}/corpus/${folder}/${name}`).catch((error: unknown) => {
          if (error instanceof FixtureError) return undefined;
          throw error;
        });
        if (context !== undefined) shown += await showEverything(context);
      }
      expect(shown).toBeGreaterThan(0);
    },
    600_000,
  );
});
