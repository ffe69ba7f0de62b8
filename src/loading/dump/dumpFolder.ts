/**
 * Writes dumps into folders. A hidden file in the folder, `.stillnode-dump`, lists what a dump wrote, so that the next one knows
 * what it may write over and what it has to take away; anything else is somebody's own.
 * @module
 */
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { onOneLine } from '../../document/problem.ts';
import { Problems } from '../../document/problems.ts';
import { findFixtureFiles, isVisible } from '../input/findFiles.ts';
import type { DumpFile } from './dumpFile.ts';

const LIST = '.stillnode-dump';
/** Whatever the list says, no dump has written a file of another name. */
const DUMP_NAME =
  /^(?:ledger\.json|(?:blocks|transactions|accounts)\.jsonl|(?:blocks|transactions|accounts)\/\w+\.json)$/;
const BUFFERED_CHARACTERS = 1 << 20;

/** A folder that holds what no dump wrote: `message` goes on from its name. */
export class ForeignFileError extends Error {
  constructor(foreignFile: string) {
    super(onOneLine(`contains ${foreignFile}, which no dump wrote`));
    this.name = 'ForeignFileError';
  }
}

/** Something that is not opened, as it may wait for somebody to read it: `message` is the reason, for people. */
export class NoRegularFileError extends Error {
  constructor(name: string) {
    super(`${name} is not a regular file`);
    this.name = 'NoRegularFileError';
  }
}

export interface Dumped {
  readonly written: number;
  /** fixtures in the folder that are not of the dump: whoever loads the folder gets them too */
  readonly foreignFiles: readonly string[];
}

/**
 * Writes files into a folder, and takes away those of an earlier dump that are not among them.
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
  // until all is done the list names the old and the new: a dump that breaks off can be taken up again
  writeList(folder, [...names, ...stale]);
  for (const file of all) writePieces(join(folder, file.name), file.pieces());
  for (const name of stale) rmSync(join(folder, name), { force: true });
  writeList(folder, [...names]);
  return { written: all.length, foreignFiles: (await fixturesIn(folder)).filter((name) => !names.has(name)) };
}

/** Step by step: Node's own way never ends where a folder is there and takes no other, as in /proc. */
function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
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

/** What would be loaded with the folder, by names within it. */
async function fixturesIn(folder: string): Promise<readonly string[]> {
  const files = await findFixtureFiles([folder], new Problems(), new Problems());
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
