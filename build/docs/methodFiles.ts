import { existsSync, readFileSync } from 'node:fs';
import { fileOfMethod } from '../../test/docs/tables.ts';

/** The files that belong to a method. */

const FOLDERS = ['src/rpc/methods', 'src/rpc/sending'];

function sourceFileOf(name: string): string {
  const paths = FOLDERS.map((folder) => `${folder}/${fileOfMethod(name)}.ts`);
  return paths.find((path) => existsSync(path)) ?? paths[0]!;
}

const testFileOf = (name: string): string => `test/rpc/methods/${fileOfMethod(name)}.test.ts`;

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
