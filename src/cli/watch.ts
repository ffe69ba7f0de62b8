import { statSync } from 'node:fs';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { findFixtureFiles } from '../fixtures/input/findFiles.ts';
import { Problems } from '../syntax/problems.ts';

/** Reports changes of fixtures by polling: see docs/decisions/0012-watching-by-looking.md. @module */

const PAUSE_MS = 200;
/** Polling thousands of files takes long, so it may use at most one fifth of the time. */
const TIME_SHARE_DIVISOR = 5;
/** Files that never stop changing are loaded after they were read this many times. */
const MAX_UNSTABLE_READS = 10;
/** files that are checked before requests get a turn */
const FILES_PER_TURN = 250;

/** a character that no path contains, unlike a newline */
const SEPARATOR = '\0';

/** The states of the files at the named paths, and at those that are included. */
interface FileStates {
  readonly named: string;
  readonly included: string;
}

export interface FixtureWatch {
  /** Watches included paths too; they are known only after loading. */
  include(paths: readonly string[]): Promise<void>;
  /** Waits until the fixtures differ from the last call and have stopped changing. */
  change(): Promise<void>;
}

/** Watches fixtures. It must be called before they are loaded, so that no change is missed. */
export async function watchFixtures(paths: readonly string[]): Promise<FixtureWatch> {
  let included: readonly string[] = [];
  let pauseMs = PAUSE_MS;

  const readStates = async (): Promise<FileStates> => {
    const start = performance.now();
    const states = { named: await statesOf(paths), included: await statesOf(included) };
    pauseMs = Math.max(PAUSE_MS, (performance.now() - start) * (TIME_SHARE_DIVISOR - 1));
    return states;
  };
  const readStatesLater = async (): Promise<FileStates> => {
    // this timer alone must not keep the process alive
    await setTimeout(pauseMs, undefined, { ref: false });
    return readStates();
  };

  let latest = await readStates();
  return {
    async include(paths) {
      if (paths.join(SEPARATOR) === included.join(SEPARATOR)) return;
      included = paths;
      latest = { ...latest, included: await statesOf(paths) };
    },
    async change() {
      let current = latest;
      while (isSame(current, latest)) current = await readStatesLater();
      let before = latest;
      for (let i = 0; !isSame(current, before) && i < MAX_UNSTABLE_READS; i++) {
        before = current;
        current = await readStatesLater();
      }
      latest = current;
    },
  };
}

function isSame(a: FileStates, b: FileStates): boolean {
  return a.named === b.named && a.included === b.included;
}

async function statesOf(paths: readonly string[]): Promise<string> {
  const fileStates: string[] = [];
  for (const file of await findFixtureFiles(paths, { errors: new Problems(), warnings: new Problems() })) {
    fileStates.push(fileStateOf(file));
    if (fileStates.length % FILES_PER_TURN === 0) await setImmediate();
  }
  return fileStates.join(SEPARATOR);
}

function fileStateOf(file: string): string {
  try {
    const { ctimeNs, ino, mtimeNs, size } = statSync(file, { bigint: true });
    return `${file} ${ino} ${size} ${mtimeNs} ${ctimeNs}`;
  } catch {
    return file;
  }
}
