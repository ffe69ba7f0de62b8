import { expect, it } from 'vitest';
import { ledgerSchema } from './ledgerSchema.ts';
import { ledgerTypes } from './ledgerTypes.ts';

// `npm run docs` writes the files with the option --update
it('schema/ledger.schema.json is what the description of scripts makes', async () => {
  await expect(ledgerSchema()).toMatchFileSnapshot('../../schema/ledger.schema.json');
});

it('schema/ledger.d.ts is what the description of scripts makes', async () => {
  await expect(ledgerTypes()).toMatchFileSnapshot('../../schema/ledger.d.ts');
});
