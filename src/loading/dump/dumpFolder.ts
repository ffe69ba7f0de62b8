/**
 * Writes dumps into folders. A hidden file in the folder, `.stillnode-dump`, lists what a dump wrote, so that the next one knows
 * which files it may overwrite and which it has to delete; all other files belong to the user. All files are written into a hidden folder first:
 * a dump that fails or is stopped leaves the one before.
 * @module
 */
import {
  closeSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { onOneLine } from '../../document/problem.ts';
import { Problems } from '../../document/problems.ts';
import { findFixtureFiles, isVisible } from '../input/findFiles.ts';
import type { DumpFile } from './dumpFile.ts';

const LIST = '.stillnode-dump';
/** A dump writes only files with these names, so other names in the list are ignored. */
const DUMP_NAME =
  /^(?:ledger\.json|(?:blocks|transactions|accounts)\.jsonl|(?:blocks|transactions|accounts)\/\w+\.json)$/;
const BUFFERED_CHARACTERS = 1 << 20;
/** Each dump has a hidden folder of its own, in the folder that its files will be in: so they can be moved there. */
const STAGING = `${LIST}-`;
const STAGING_NAME = /^\.stillnode-dump-\w{6}$/;

/** A folder with files that no dump wrote; `message` follows the name of the folder. */
export class ForeignFileError extends Error {
  constructor(foreignFile: string) {
    super(onOneLine(`contains ${foreignFile}, which no dump wrote`));
    this.name = 'ForeignFileError';
  }
}

/** What is neither a regular file nor, where there have to be files, a folder: it is not opened, and links are not followed. `message` is the reason. */
export class NoRegularFileError extends Error {
  constructor(name: string, what = 'is not a regular file') {
    super(`${name} ${what}`);
    this.name = 'NoRegularFileError';
  }
}

export interface Dumped {
  readonly written: number;
  /** fixtures in the folder that are not part of the dump, but are loaded with the folder */
  readonly foreignFiles: readonly string[];
}

/**
 * Writes files into a folder, and deletes files of an earlier dump that are not among them: all of that, or nothing.
 *
 * @param isForced write even among files that no dump wrote, and over those of the same name
 * @param signal stops it
 * @throws ForeignFileError, NoRegularFileError before anything is written; errors of the file system; the reason of `signal`
 */
export async function writeDump(
  files: Iterable<DumpFile>,
  folder: string,
  isForced: boolean,
  signal?: AbortSignal,
): Promise<Dumped> {
  makeFolder(folder);
  const all = [...files];
  refuseSpecial(folder, LIST);
  const earlier = readList(folder);
  const names = new Set(all.map(({ name }) => name));
  const stale = [...(earlier ?? [])].filter((name) => !names.has(name));
  for (const name of [...names, ...stale]) refuseSpecial(folder, name);
  if (!isForced) await refuseForeignFiles(folder, earlier);
  removeStaging(folder);
  const staging = mkdtempSync(join(folder, STAGING));
  try {
    const list = [...names].sort().map((name) => `${name}\n`);
    const staged = join(staging, 'new');
    await writePieces(join(staged, LIST), list, signal);
    for (const file of all) await writePieces(join(staged, file.name), file.pieces(), signal);
    replaceFiles(folder, { staged, replaced: join(staging, 'old') }, [LIST, ...names], stale);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
  return { written: all.length, foreignFiles: (await fixturesIn(folder)).filter((name) => !names.has(name)) };
}

/** Of dumps that were killed. */
function removeStaging(folder: string): void {
  for (const name of readdirSync(folder))
    if (STAGING_NAME.test(name)) rmSync(join(folder, name), { recursive: true, force: true });
}

interface Places {
  /** where the new files are */
  readonly staged: string;
  /** where the files that they replace are moved to */
  readonly replaced: string;
}

/** Moves all files, or, if one cannot be moved, none. Without a pause, so that no signal is handled in between. */
function replaceFiles(folder: string, places: Places, names: readonly string[], stale: readonly string[]): void {
  const undo: (() => void)[] = [];
  const move = (name: string, from: string, to: string) => {
    makeFolder(dirname(join(to, name)));
    renameSync(join(from, name), join(to, name));
    undo.push(() => renameSync(join(to, name), join(from, name)));
  };
  try {
    for (const name of [...names, ...stale])
      if (statsOf(folder, name) !== undefined) move(name, folder, places.replaced);
    for (const name of names) move(name, places.staged, folder);
  } catch (error) {
    for (const moveBack of undo.reverse()) moveBack();
    throw error;
  }
}

/** Creates parents one by one: the recursive option of Node never ends in a folder that accepts no subfolders, such as /proc. */
function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  if (statSync(dirname(path), { throwIfNoEntry: false }) === undefined) makeFolder(dirname(path));
  mkdirSync(path);
}

function refuseSpecial(folder: string, name: string): void {
  const parent = dirname(name);
  if (parent !== '.' && statsOf(folder, parent)?.isDirectory() === false)
    throw new NoRegularFileError(parent, 'is not a folder');
  if (statsOf(folder, name)?.isFile() === false) throw new NoRegularFileError(name);
}

/** Of a link itself; undefined: there is nothing. */
function statsOf(folder: string, name: string): Stats | undefined {
  return lstatSync(join(folder, name), { throwIfNoEntry: false });
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

async function writePieces(path: string, pieces: Iterable<string>, signal: AbortSignal | undefined): Promise<void> {
  makeFolder(dirname(path));
  const file = openSync(path, 'wx');
  try {
    let pending = '';
    for (const piece of pieces) {
      pending += piece;
      if (pending.length < BUFFERED_CHARACTERS) continue;
      await write(file, pending, signal);
      pending = '';
    }
    await write(file, pending, signal);
  } finally {
    closeSync(file);
  }
}

/** Lets signals be handled. */
async function write(file: number, text: string, signal: AbortSignal | undefined): Promise<void> {
  writeFileSync(file, text);
  await setImmediate();
  signal?.throwIfAborted();
}
