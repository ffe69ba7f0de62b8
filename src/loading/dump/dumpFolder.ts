/**
 * Writes dumps into folders. A hidden file in the folder, `.stillnode-dump`, lists what a dump wrote, so that the next one knows
 * which files it may overwrite and which it has to delete; all other files belong to the user.
 * @module
 */
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { onOneLine } from '../../document/problem.ts';
import { Problems } from '../../document/problems.ts';
import { findFixtureFiles, isVisible } from '../input/findFiles.ts';
import type { DumpFile } from './dumpFile.ts';

const LIST = '.stillnode-dump';
/** A dump writes only files with these names, so other names in the list are ignored. */
const DUMP_NAME =
  /^(?:ledger\.json|(?:blocks|transactions|accounts)\.jsonl|(?:blocks|transactions|accounts)\/\w+\.json)$/;
const BUFFERED_CHARACTERS = 1 << 20;

/** A folder with files that no dump wrote; `message` follows the name of the folder. */
export class ForeignFileError extends Error {
  constructor(foreignFile: string) {
    super(onOneLine(`contains ${foreignFile}, which no dump wrote`));
    this.name = 'ForeignFileError';
  }
}

/** A special file that is not opened, because writing to it may block; `message` is the reason. */
export class NoRegularFileError extends Error {
  constructor(name: string) {
    super(`${name} is not a regular file`);
    this.name = 'NoRegularFileError';
  }
}

export interface Dumped {
  readonly written: number;
  /** fixtures in the folder that are not part of the dump, but are loaded with the folder */
  readonly foreignFiles: readonly string[];
}

/**
 * Writes files into a folder, and deletes files of an earlier dump that are not among them.
 *
 * @param isForced write even among files that no dump wrote, and over those of the same name
 * @throws ForeignFileError, NoRegularFileError before anything is written
 */
export async function writeDump(files: Iterable<DumpFile>, folder: string, isForced: boolean): Promise<Dumped> {
  makeFolder(folder);
  const all = [...files];
  for (const name of [LIST, ...all.map(({ name }) => name)]) refuseSpecial(folder, name);
  const earlier = readList(folder);
  if (!isForced) await refuseForeignFiles(folder, earlier);
  const names = new Set(all.map(({ name }) => name));
  const stale = [...(earlier ?? [])].filter((name) => !names.has(name));
  // until all files are written the list has old and new names, so an interrupted dump can be repeated
  writeList(folder, [...names, ...stale]);
  for (const file of all) writePieces(join(folder, file.name), file.pieces());
  for (const name of stale) rmSync(join(folder, name), { force: true });
  writeList(folder, [...names]);
  return { written: all.length, foreignFiles: (await fixturesIn(folder)).filter((name) => !names.has(name)) };
}

/** Creates parents one by one: the recursive option of Node never ends in a folder that accepts no subfolders, such as /proc. */
function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  if (statSync(dirname(path), { throwIfNoEntry: false }) === undefined) makeFolder(dirname(path));
  mkdirSync(path);
}

function refuseSpecial(folder: string, name: string): void {
  const found = statSync(join(folder, name), { throwIfNoEntry: false });
  if (found !== undefined && !found.isFile()) throw new NoRegularFileError(name);
}

async function refuseForeignFiles(folder: string, earlier: ReadonlySet<string> | undefined): Promise<void> {
  const found = earlier === undefined ? readdirSync(folder).filter(isVisible) : await fixturesIn(folder);
  const foreignFile = found.find((name) => earlier?.has(name) !== true);
  if (foreignFile !== undefined) throw new ForeignFileError(foreignFile);
}

/** The fixtures in the folder, as relative paths. */
async function fixturesIn(folder: string): Promise<readonly string[]> {
  const files = await findFixtureFiles([folder], { errors: new Problems(), warnings: new Problems() });
  return files.map((file) => relative(folder, file).split(sep).join('/'));
}

/** undefined: no dump was written here */
function readList(folder: string): ReadonlySet<string> | undefined {
  if (!readdirSync(folder).includes(LIST)) return undefined;
  const names = readFileSync(join(folder, LIST), 'utf8').split('\n');
  return new Set(names.filter((name) => DUMP_NAME.test(name)));
}

function writeList(folder: string, names: readonly string[]): void {
  writePieces(
    join(folder, LIST),
    names.toSorted().map((name) => `${name}\n`),
  );
}

function writePieces(path: string, pieces: Iterable<string>): void {
  makeFolder(dirname(path));
  const file = openSync(path, 'w');
  try {
    let pending = '';
    for (const piece of pieces) {
      pending += piece;
      if (pending.length < BUFFERED_CHARACTERS) continue;
      writeFileSync(file, pending);
      pending = '';
    }
    writeFileSync(file, pending);
  } finally {
    closeSync(file);
  }
}
