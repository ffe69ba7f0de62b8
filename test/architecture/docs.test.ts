import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { missingFilesOf } from '../../build/docs/methodFiles.ts';
import { DIALECTS } from '../../src/dialect.ts';
import { RpcError, rpcErrors } from '../../src/errors.ts';
import { listMethods } from '../../src/rpc/control/index.ts';
import { readText } from '../docs/tables.ts';

const NAMES = (await listMethods()).map(({ name }) => name);

/** Rows of the tables of a page whose first cell looks like `first`; cells as they are written. */
function rowsOf(page: string, first: RegExp): readonly (readonly string[])[] {
  return readText(page)
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim()),
    )
    .filter(([cell]) => first.test(cell!));
}

describe('methods', () => {
  it.each(NAMES)('%s stands in a file of its name, under that name, and has tests', (name) => {
    expect(missingFilesOf(name)).toEqual([]);
  });

  it.each(readdirSync('test/rpc/methods').filter((file) => /^get.*\.test\.ts$/.test(file)))('%s tests one', (file) => {
    const tested = /^([a-z][A-Za-z]*?)(?:Filters)?\.test\.ts$/.exec(file)?.[1];
    expect(NAMES).toContain(tested);
  });
});

describe('errors', () => {
  const rows = rowsOf('docs/errors.md', /^[a-z]\w+$/).filter(([, code]) => /^(-\d+|\{code\})$/.test(code!));

  it('are exactly the rows of docs/errors.md', () => {
    expect(rows.map(([name]) => name).sort()).toEqual(Object.keys(rpcErrors).sort());
  });

  const sampleOf = (name: string): RpcError => {
    const make = rpcErrors[name as keyof typeof rpcErrors] as (...details: string[]) => RpcError;
    const parameters = Array.from(/\(([^)]*)\)/.exec(make.toString())?.[1]?.split(',') ?? [], (word) => word.trim());
    return make(...parameters.filter((word) => word !== '').map((word) => `{${word}}`));
  };

  it.each(rows)('%s has the code and the text that are documented', (name, code, message) => {
    const error = sampleOf(name!);
    expect(error).toBeInstanceOf(RpcError);
    expect(`${error.code}`).toBe(code);
    expect(error.message).toBe(message);
  });

  it.each(rows)('%s has the data that is documented', (name, _code, _message, cell) => {
    const { data } = sampleOf(name!);
    if (typeof data !== 'object') return expect(cell === '-').toBe(data === undefined);
    expect(`\`${JSON.stringify(data).replaceAll(/"(\{\w+\})"/g, '$1')}\``).toBe(cell);
  });
});

describe('dialects', () => {
  const rows = rowsOf('docs/dialects.md', /^\d+$/);
  const fields = Object.keys(DIALECTS.contract).filter((field) => field !== 'name');

  it('differ in exactly the rows of docs/dialects.md', () => {
    const documented = rows.map(([, field]) => field).filter((field) => field !== '-');
    expect([...documented].sort()).toEqual([...fields].sort());
  });

  it('number their rows as src/dialect.ts does', () => {
    const numbered = Array.from(
      readText('src/dialect.ts').matchAll(/\/\*\* (\d+)[: ][^\n]*\n\s+(\w+): \[/g),
      ([, number, field]) => `${number} ${field}`,
    );
    expect(numbered).toEqual(rows.filter(([, field]) => field !== '-').map(([number, field]) => `${number} ${field}`));
  });

  it.each(fields)('%s is a difference', (field) => {
    const name = field as keyof typeof DIALECTS.contract;
    expect(DIALECTS.contract[name]).not.toBe(DIALECTS.agave[name]);
  });
});
