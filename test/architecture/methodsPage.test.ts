import { expect, it } from 'vitest';
import { METHODS } from '../../src/methods/index.ts';
import { readText } from '../docs/tables.ts';
import { codeOf, sourceIn } from './methodFiles.ts';
import { methodsTable, withTable } from './methodsPage.ts';

// `npm run docs` writes the page with the option --update
it('docs/methods.md has the table that the descriptions make', async () => {
  const table = methodsTable(METHODS.values(), (name) => sourceIn(codeOf(name)));
  await expect(withTable(readText('docs/methods.md'), table)).toMatchFileSnapshot('../../docs/methods.md');
});
