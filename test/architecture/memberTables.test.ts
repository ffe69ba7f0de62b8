import type { AnySchemaObject } from 'ajv';
import { describe, expect, it } from 'vitest';
import { codeWords, readText } from '../docs/tables.ts';
import { DOCUMENT, resolve } from '../rpc/openrpc/served.ts';

/** The tables of members in docs/methods.md and docs/extensions.md, held against the schemas in the descriptions. */

interface Row {
  readonly method: string;
  readonly member: string;
  readonly standard: string;
  readonly values: string;
}

/** Rows of a section, once for each method in its heading; a fourth column names the method. */
function rowsIn(section: string): readonly Row[] {
  const [heading = '', ...lines] = section.split('\n');
  const tables = lines.filter((line) => line.startsWith('|')).join('\n');
  if (!/^\|(?: method \|)? member \| default \| values \|$/m.test(tables)) return [];
  const rows = tables.split('\n').map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
  return rows.slice(2).flatMap((cells) => {
    const [values = '', standard = '', member = '', method] = cells.toReversed();
    return (method === undefined ? heading.split(', ') : [method]).map((name) => ({
      method: name,
      member,
      standard,
      values,
    }));
  });
}

const ROWS = ['docs/methods.md', 'docs/extensions.md']
  .flatMap((page) => readText(page).split(/^## /m))
  .flatMap(rowsIn)
  .filter(({ method }) => method !== 'Configurations');

/** The members of a configuration by the name of the method. */
const MEMBERS = new Map<string, Readonly<Record<string, AnySchemaObject>>>(
  DOCUMENT.methods.map(({ name, params }) => {
    const optional = params.filter(({ required }) => !required).flatMap(({ schema }) => schema.anyOf ?? [schema]);
    return [name, Object.assign({}, ...optional.map((schema) => resolve(schema).properties ?? {}))];
  }),
);

/** These have no rows of their own: the page says whose configuration they take. */
const SAME_AS: Readonly<Record<string, string>> = {
  getTokenAccountsByDelegate: 'getAccountInfo',
  getTokenAccountsByOwner: 'getAccountInfo',
};

/** What a cell says, and what stands in the row that it refers to. */
function wordsOf(row: Row): string {
  const other = /as (get\w+)/.exec(row.values)?.[1];
  const referred = ROWS.find(({ method, member }) => method === other && member === row.member);
  return `${row.standard} ${row.values} ${referred === undefined ? '' : wordsOf(referred)}`;
}

it('there are tables', () => {
  expect(ROWS.length).toBeGreaterThan(30);
});

it.each([...MEMBERS])('every member of the configuration of %s has a row', (method, members) => {
  const own = Object.keys(members).filter((member) => member !== 'commitment' && member !== 'minContextSlot');
  const other = SAME_AS[method];
  if (other !== undefined) expect(Object.keys(members)).toEqual(Object.keys(MEMBERS.get(other)!));
  const rows = ROWS.filter((row) => row.method === (other ?? method)).map(({ member }) => member);
  expect(own.filter((member) => !rows.includes(member))).toEqual([]);
});

describe.each(ROWS)('$method, $member', (row) => {
  const schema = resolve(MEMBERS.get(row.method)?.[row.member] ?? {});
  const { default: standard, enum: words = [], maximum, maxItems, minimum } = schema;

  it('is a member of the configuration', () => {
    expect(Object.keys(MEMBERS.get(row.method) ?? {})).toContain(row.member);
  });

  it('has the default, the words and the limits of its description', () => {
    if (standard !== undefined) expect(row.standard.replaceAll('`', '').split(/[ :]/)).toContain(String(standard));
    expect(words.filter((word: string) => !codeWords(wordsOf(row)).includes(word))).toEqual([]);
    if (Number.isSafeInteger(maximum)) expect(row.values).toContain(`${minimum} to ${maximum}`);
    if (maxItems !== undefined) expect(row.values).toContain(`at most ${maxItems}`);
  });
});
