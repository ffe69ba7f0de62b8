import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ACCOUNT_PARSERS, INSTRUCTION_PARSERS, PROGRAM_NAMES } from '../../src/solana/programs/index.ts';
import { EXTENSION_ROWS } from '../../src/solana/programs/splToken/extensions.ts';
import { codeWords, readText, tableUnder } from './tables.ts';

const PAGE = readText('docs/parsers.md');
const PROGRAMS = tableUnder('## Programs', PAGE);
const NONE = '-';

/** The sources of a program folder that know its instructions, or its accounts. */
function sourceOf(folder: string, part: 'instructions' | 'accounts'): string {
  const files = readdirSync(new URL(`../../src/programs/${folder}`, import.meta.url), { recursive: true }).map(String);
  const wanted = part === 'instructions' ? /^instructions(\.ts$|\/)/ : /^(accounts|layout)\.ts$/;
  const texts = files.filter((file) => wanted.test(file) && file.endsWith('.ts'));
  // what stands in a comment is an example
  return texts.map((file) => readText(`src/programs/${folder}/${file}`).replace(/^\s*\*.*$/gm, '')).join('\n');
}

/** The names that rows give: `type: 'x'`, `row('x', …)`, `someRow('x', …)`, and the pairs of the pointer extensions. */
function typesIn(source: string): string[] {
  const named = Array.from(
    source.matchAll(/\btype: '(\w+)'|[rR]ow\(\s*'(\w+)'/g),
    ([, literal, row]) => (literal ?? row)!,
  );
  const pointers = Array.from(source.matchAll(/pointerRows\('(\w+)'/g), ([, name]) => name!);
  return [...named, ...pointers.flatMap((name) => [`initialize${name}`, `update${name}`])].sort();
}

function documented(heading: string, folder: string): string[] {
  const rows = tableUnder(heading, PAGE).filter(([name]) => name === folder);
  return rows.flatMap((cells) => codeWords(cells.at(-1)!)).sort();
}

function foldersWith(column: 2 | 3): string[] {
  return [...new Set(PROGRAMS.filter((cells) => cells[column] !== NONE).map((cells) => cells[1]!))];
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

  it.each(PROGRAMS)('%s: folder %s is where its parsers come from', (id, folder) => {
    const index = readText('src/solana/programs/index.ts');
    const parsers = Array.from(index.matchAll(new RegExp(`^  '?${id}'?: (\\w+),$`, 'gm')), ([, name]) => name!);
    expect(parsers.length).toBeGreaterThan(0);
    for (const parser of parsers)
      expect(index).toMatch(new RegExp(`^import \\{[^}]*\\b${parser}\\b[^}]*\\} from './${folder}/`, 'm'));
  });

  it.each(PROGRAMS)('%s: the names of its answers stand in folder %s', (_id, folder, accounts, instructions) => {
    for (const [part, name] of [
      ['accounts', accounts!],
      ['instructions', instructions!],
    ] as const) {
      if (name !== NONE) expect(sourceOf(folder!, part)).toContain(`'${name}'`);
    }
  });
});

describe('account kinds', () => {
  const folders = foldersWith(2);

  it('there is a row for every folder with an account parser, and no other', () => {
    expect(tableUnder('## Account kinds', PAGE).map(([folder]) => folder)).toEqual([...folders].sort());
  });

  it.each(folders)('%s', (folder) => {
    expect(documented('## Account kinds', folder)).toEqual(typesIn(sourceOf(folder, 'accounts')));
  });
});

describe('instruction types', () => {
  const folders = foldersWith(3).filter((folder) => folder !== 'memo');

  it('there are rows for every folder with typed instructions, and no other', () => {
    const named = new Set(tableUnder('## Instruction types', PAGE).map(([folder]) => folder));
    expect([...named]).toEqual([...folders].sort());
  });

  it.each(folders)('%s', (folder) => {
    expect(documented('## Instruction types', folder)).toEqual(typesIn(sourceOf(folder, 'instructions')));
  });
});

describe('token extensions', () => {
  const rows = Object.values(EXTENSION_ROWS).filter((row) => row !== undefined);

  it.each(['mint', 'account', 'mark'] as const)('%s', (kind) => {
    const [cells] = tableUnder('## Token extensions', PAGE).filter(([of]) => of === kind);
    const names = rows.filter(({ value }) => (value?.of ?? 'mark') === kind).map(({ name }) => name);
    expect(codeWords(cells!.at(-1)!)).toEqual(names);
  });
});
