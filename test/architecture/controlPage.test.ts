import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { VERBS } from '../../src/rpc/control/index.ts';
import { METHODS } from '../../src/rpc/methods/index.ts';
import { codeWords, readText, tableUnder } from '../docs/tables.ts';
import { verbsTable, withTable } from './methodsPage.ts';

/** docs/control.md, held against the table of control methods. */

const PAGE = 'docs/control.md';

// `npm run docs` writes the page with the option --update
it('the page has the table that the descriptions make', async () => {
  await expect(withTable(readText(PAGE), verbsTable(VERBS.values()))).toMatchFileSnapshot('../../docs/control.md');
});

it('names no control method that there is not', () => {
  const named = codeWords(readText(PAGE)).filter((word) => /^stillnode_\w+$/.test(word));
  expect(named.length).toBeGreaterThan(2);
  expect(named.filter((name) => !VERBS.has(name))).toEqual([]);
});

it('lists the reasons that errors of control calls have', () => {
  const catalogue = tableUnder('# Errors', readText('docs/errors.md'));
  const reasons = catalogue
    .filter(([name, , message]) => message === '{message}' && name !== 'givenError')
    .map(([, code, , data]) => [`\`${(JSON.parse(data!.slice(1, -1)) as { reason: string }).reason}\``, code]);
  const listed = tableUnder('## Errors', readText(PAGE)).map(([reason, code]) => [reason, code]);
  expect(listed.toSorted()).toEqual(reasons.toSorted());
});

describe('control methods', () => {
  it.each([...VERBS.keys()])('%s stands in a file of its name, and has tests', (name) => {
    const verb = name.slice('stillnode_'.length);
    const files = [`src/control/${verb}.ts`, `test/control/${verb}.test.ts`];
    expect(files.filter((path) => !existsSync(path))).toEqual([]);
    expect(VERBS.get(name)!.name).toBe(name);
    expect(readText(files[0]!)).toContain(`export const ${verb}: Verb`);
  });

  it('alone have names with the prefix', () => {
    const isPrefixed = (name: string) => name.startsWith('stillnode_');
    expect([...VERBS.keys()].filter((name) => !isPrefixed(name))).toEqual([]);
    expect([...METHODS.keys()].filter(isPrefixed)).toEqual([]);
  });

  it('every file with a verb is in the table', () => {
    const files = readdirSync('src/control').filter((file) => file.endsWith('.ts'));
    const verbs = files.filter((file) => /^export const \w+: Verb\b/m.test(readText(`src/control/${file}`)));
    expect(verbs.map((file) => `stillnode_${file.slice(0, -'.ts'.length)}`).sort()).toEqual([...VERBS.keys()].sort());
  });
});
