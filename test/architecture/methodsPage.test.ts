import { expect, it } from 'vitest';
import { listMethods } from '../../src/rpc/control/discovery.ts';
import { readText } from '../docs/tables.ts';
import { codeOf, sourceIn } from './methodFiles.ts';
import { methodsTable, withTable } from './methodsPage.ts';

// `npm run docs` writes the page with the option --update
it('docs/methods.md has the table that the descriptions make', async () => {
  const table = methodsTable(await listMethods(), (name) => sourceIn(codeOf(name)));
  await expect(withTable(readText('docs/methods.md'), table)).toMatchFileSnapshot('../../docs/methods.md');
});
