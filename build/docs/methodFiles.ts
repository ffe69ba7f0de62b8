import { existsSync, readFileSync } from 'node:fs';
import { fileOfMethod } from '../../test/docs/tables.ts';

/** The files that belong to a method. */

const FOLDERS = ['src/rpc/methods', 'src/rpc/sending', 'src/extensions'];
const TEST_FOLDERS = ['test/rpc/methods', 'test/extensions'];

/** The path in the folder that has the file, else in the first one. */
function pathIn(folders: readonly string[], file: string): string {
  const paths = folders.map((folder) => `${folder}/${file}`);
  return paths.find((path) => existsSync(path)) ?? paths[0]!;
}

const sourceFileOf = (name: string): string => pathIn(FOLDERS, `${fileOfMethod(name)}.ts`);
const testFileOf = (name: string): string => pathIn(TEST_FOLDERS, `${fileOfMethod(name)}.test.ts`);

/** Those that are not there. */
export function missingFilesOf(name: string): readonly string[] {
  return [sourceFileOf(name), testFileOf(name)].filter((path) => !existsSync(path));
}

export function codeOf(name: string): string {
  return readFileSync(sourceFileOf(name), 'utf8');
}

/** What the docstring of a method names as its source. */
export function sourceIn(code: string): string {
  const source = /Source {3}(.*?)(?:\n)? \*\/\nexport /.exec(code)?.[1];
  if (source === undefined) throw new Error(`no docstring with a Source before the export:\n${code}`);
  return source;
}
