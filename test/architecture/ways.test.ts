import { existsSync, readdirSync } from 'node:fs';
import { posix as path } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readText } from '../docs/tables.ts';

/** ARCHITECTURE.md, held against the sources. */

const PAGE = readText('ARCHITECTURE.md');

function importsOf(file: string): readonly string[] {
  const specifiers = readText(file).matchAll(/(?:from |import\()'(\.[^']+)'/g);
  return Array.from(specifiers, ([, specifier]) => path.join(path.dirname(file), specifier!));
}

const areJoined = (a: string, b: string): boolean => importsOf(a).includes(b) || importsOf(b).includes(a);

/** The files of a numbered list, by its heading. */
function ways(): readonly [heading: string, files: readonly string[]][] {
  const [, ...sections] = PAGE.split('\n### ');
  return sections.map((section) => [
    section.split('\n')[0]!,
    Array.from(section.matchAll(/^\d+\. `(src\/[^`]+)`/gm), ([, file]) => file!),
  ]);
}

describe('the ways through the code', () => {
  it.each(ways())('%s: its files are there, and each is joined to one before it', (_heading, files) => {
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
    const loose = files
      .slice(1)
      .filter((file, i) => !files.slice(0, i + 1).some((earlier) => areJoined(earlier, file)));
    expect(loose).toEqual([]);
  });
});

describe('the rooms', () => {
  const rows = Array.from(PAGE.matchAll(/^\| `(\w+)\/` \|/gm), ([, room]) => room!);

  it('are the folders of src', () => {
    const folders = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(rows.toSorted()).toEqual(folders.map(({ name }) => name).sort());
  });

  it('are checked in this order', () => {
    const [, list = ''] = /const ROOMS = \[([^\]]+)\]/.exec(readText('.dependency-cruiser.cjs')) ?? [];
    expect(Array.from(list.matchAll(/'(\w+)'/g), ([, room]) => room)).toEqual(rows);
  });

  it('have files whose names are shared by few: go to a file by its name', () => {
    // a control method is found by its own name, as what it does in another room
    const paths = readdirSync('src', { recursive: true }).map(String);
    const files = paths.filter((file) => !file.startsWith('control/methods/')).map((file) => path.basename(file));
    const shared = new Set(
      files.filter((file, i) => file !== 'index.ts' && file.endsWith('.ts') && files.indexOf(file) < i),
    );
    expect(shared.size).toBeLessThanOrEqual(12);
  });
});
