import { expect, it } from 'vitest';
import { ledgerSchema } from './ledgerSchema.ts';

// `npm run docs` writes the file with the option --update
it('schema/ledger.schema.json is what the description of scripts makes', async () => {
  await expect(ledgerSchema()).toMatchFileSnapshot('../../schema/ledger.schema.json');
});
