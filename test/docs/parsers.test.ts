import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as addresses from '../../src/solana/address.ts';
import * as lookupTable from '../../src/solana/lookupTable.ts';
import { ACCOUNT_PARSERS, INSTRUCTION_PARSERS, PROGRAM_NAMES } from '../../src/solana/programs/parsers.ts';
import { EXTENSION_ROWS } from '../../src/solana/programs/splToken/extensionTable.ts';
import { codeWords, readText, tableUnder } from './tables.ts';

const PAGE = readText('docs/parsers.md');
const PROGRAMS = tableUnder('## Programs', PAGE);
const NONE = '-';

/** The sources of a program: a file of its name, one with its accounts beside it, or a folder. */
function sourceOf(program: string): string {
  const files = readdirSync('src/solana/programs', { recursive: true }).map(String);
  const own = files.filter(
    (file) => [`${program}.ts`, `${program}Accounts.ts`].includes(file) || file.startsWith(`${program}/`),
  );
  // what stands in a comment is an example
  return own.map((file) => readText(`src/solana/programs/${file}`).replace(/^\s*\*.*$/gm, '')).join('\n');
}

/** The names that rows give: `type: 'x'`, `row('x', …)`, `someRow('x', …)`, and the pairs of the pointer extensions. */
function typesIn(source: string): string[] {
  const named = Array.from(
    source.matchAll(/\btype: '(\w+)'|[rR]ow\(\s*'(\w+)'/g),
    ([, literal, row]) => (literal ?? row)!,
  );
  const pointers = Array.from(source.matchAll(/pointerRows\('(\w+)'/g), ([, name]) => name!);
  return unique([...named, ...pointers.flatMap((name) => [`initialize${name}`, `update${name}`])]);
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}

/** Kinds of accounts and types of instructions. */
function documented(program: string): string[] {
  const rows = ['## Account kinds', '## Instruction types'].flatMap((heading) => tableUnder(heading, PAGE));
  return unique(rows.filter(([name]) => name === program).flatMap((cells) => codeWords(cells.at(-1)!)));
}

function programsWith(column: 2 | 3): string[] {
  return unique(PROGRAMS.filter((cells) => cells[column] !== NONE).map((cells) => cells[1]!));
}

describe('the table of programs', () => {
  const idsWith = (column: 2 | 3) => PROGRAMS.filter((cells) => cells[column] !== NONE).map(([id]) => id!);

  it('has every program whose accounts are parsed, and no other', () => {
    expect(idsWith(2).sort()).toEqual(Object.keys(ACCOUNT_PARSERS).sort());
  });

  it('has every program whose instructions are parsed, and no other', () => {
    expect(idsWith(3).sort()).toEqual(Object.keys(INSTRUCTION_PARSERS).sort());
  });

  it('names every program whose instructions are parsed, as rules for sent transactions do', () => {
    const names = PROGRAMS.map((cells) => cells[3]!).filter((name) => name !== NONE);
    expect([...PROGRAM_NAMES].sort()).toEqual([...new Set(names)].sort());
  });

  it.each(PROGRAMS)('%s: %s is where its parsers come from', (id, program) => {
    const index = readText('src/solana/programs/parsers.ts');
    const constant = Object.entries({ ...addresses, ...lookupTable }).find(([, value]) => value === id)![0];
    const parsers = Array.from(index.matchAll(new RegExp(`^  \\[${constant}\\]: (\\w+),$`, 'gm')), ([, name]) => name!);
    expect(parsers.length).toBeGreaterThan(0);
    for (const parser of parsers)
      expect(index).toMatch(
        new RegExp(`^import \\{[^}]*\\b${parser}\\b[^}]*\\} from './${program}(?:Accounts)?(?:\\.ts|/)`, 'm'),
      );
  });

  it.each(PROGRAMS)('%s: the names of its answers stand in %s', (_id, program, ...names) => {
    for (const name of names) if (name !== NONE) expect(sourceOf(program!)).toContain(`'${name}'`);
  });
});

describe('kinds and types', () => {
  it.each([
    ['## Account kinds', programsWith(2)],
    ['## Instruction types', programsWith(3).filter((program) => program !== 'memo')],
  ])('%s: there are rows for every program that has some, and no other', (heading, programs) => {
    expect(unique(tableUnder(heading, PAGE).map(([program]) => program!))).toEqual(programs);
  });

  it.each(unique([...programsWith(2), ...programsWith(3)]))('%s: those of its sources', (program) => {
    expect(documented(program)).toEqual(typesIn(sourceOf(program)));
  });
});

describe('token extensions', () => {
  const rows = Object.values(EXTENSION_ROWS).filter((row) => row !== undefined);

  it.each(['mint', 'account', 'mark'] as const)('%s', (kind) => {
    const [cells] = tableUnder('## Token extensions', PAGE).filter(([of]) => of === kind);
    const names = rows
      .filter(({ kind: of, value }) => (value === undefined ? 'mark' : of) === kind)
      .map(({ name }) => name);
    expect(codeWords(cells!.at(-1)!)).toEqual(names);
  });
});
