import type { Dirent, Stats } from 'node:fs';
import { readdir, readlink, realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { leftOut, type Problems } from '../../document/problems.ts';
import { fixtureKind } from './fixtureKind.ts';
import { reasonOf } from './reason.ts';

const EXTENSIONS = '.json, .jsonl or .ledger.yaml, each also with .gz or .zst';

/** Collects the problems of paths. */
export interface PathProblems {
  error(path: string, message: string): void;
  warning(path: string, message: string): void;
}

interface FindingFiles {
  readonly errors: Problems;
  readonly warnings: Problems;
  /** what cannot be read in a folder is left out, with warnings */
  readonly skipsUnreadable?: boolean;
}

/**
 * The fixture files that `paths` name, in the order of the paths; those of a folder, at any depth, sorted by name. A folder
 * may hold other files too: hidden files, READMEs, files with other endings and files that are not regular are ignored.
 */
export async function findFixtureFiles(
  paths: readonly string[],
  { errors, skipsUnreadable, warnings }: FindingFiles,
): Promise<readonly string[]> {
  const problems: PathProblems = {
    error: (path, message) => {
      // a path that does not exist is a mistake of whoever names it
      if (skipsUnreadable === true && !paths.includes(path)) warnings.addToFile(path, leftOut(message));
      else errors.addToFile(path, message);
    },
    warning: (path, message) => warnings.addToFile(path, message),
  };
  const [only, ...others] = paths;
  // the files of one path are different ones
  if (only !== undefined && others.length === 0) return fixtureFilesAt(only, problems);
  const files = new Map<string, string>();
  for (const path of paths) {
    for (const file of await fixtureFilesAt(path, problems)) files.set(resolve(file), file);
  }
  return [...files.values()];
}

/** The file at this path, or the files in this folder. */
export async function fixtureFilesAt(path: string, problems: PathProblems): Promise<readonly string[]> {
  try {
    const kind = kindOf(await stat(path));
    if (kind === 'a folder') return await filesInFolder(path, problems);
    if (kind !== 'a file') problems.error(path, `expected a file or a folder, found ${kind}`);
    else if (fixtureKind(path) !== undefined) return [path];
    else problems.error(path, `expected a file that ends in ${EXTENSIONS}`);
  } catch (error) {
    problems.error(path, `cannot be read: ${reasonOf(error)}`);
  }
  return [];
}

async function filesInFolder(folder: string, problems: PathProblems): Promise<readonly string[]> {
  const search: Search = { files: [], visited: new Set(), problems };
  await searchFolder(folder, search);
  if (search.files.length === 0) problems.warning(folder, `a folder without fixtures: files that end in ${EXTENSIONS}`);
  return search.files;
}

interface Search {
  readonly files: string[];
  /** real paths: a folder is read once, even if several links, or a loop of links, lead to it */
  readonly visited: Set<string>;
  readonly problems: PathProblems;
}

async function searchFolder(folder: string, search: Search): Promise<void> {
  for (const entry of await entriesOf(folder, search)) {
    const path = join(folder, entry.name);
    const kind = entry.isSymbolicLink() ? await kindOfLink(path, search.problems) : kindOf(entry);
    if (kind === 'a folder') await searchFolder(path, search);
    else if (kind === undefined || fixtureKind(path) === undefined) continue;
    else if (kind === 'a file') search.files.push(path);
    else search.problems.warning(path, `${kind}, not a regular file: ignored`);
  }
}

async function entriesOf(folder: string, { problems, visited }: Search): Promise<readonly Dirent[]> {
  try {
    const real = await realpath(folder);
    if (visited.has(real)) return [];
    visited.add(real);
    return (await readdir(folder, { withFileTypes: true })).filter(({ name }) => isVisible(name)).sort(byName);
  } catch (error) {
    problems.error(folder, `cannot be read: ${reasonOf(error)}`);
    return [];
  }
}

function byName(a: Dirent, b: Dirent): number {
  return a.name < b.name ? -1 : 1;
}

/** undefined: a broken link, which has been reported */
async function kindOfLink(path: string, problems: PathProblems): Promise<string | undefined> {
  try {
    return kindOf(await stat(path));
  } catch (error) {
    problems.error(path, `links to ${await readlink(path)}, which cannot be read: ${reasonOf(error)}`);
    return undefined;
  }
}

/** The kind in words. Pipes and devices must not be opened, because they may never end. */
function kindOf(found: Dirent | Stats): string {
  if (found.isDirectory()) return 'a folder';
  if (found.isFile()) return 'a file';
  if (found.isFIFO()) return 'a FIFO';
  return found.isSocket() ? 'a socket' : 'a device';
}

export function isVisible(name: string): boolean {
  return !name.startsWith('.') && !/^readme\b/i.test(name);
}
