import { statSync } from 'node:fs';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { findFixtureFiles } from '../fixtures/input/findFiles.ts';
import { Problems } from '../syntax/problems.ts';

/** Reports changes of fixtures by polling: see docs/decisions/0012-watching-by-looking.md. @module */

const PAUSE_MS = 200;
/** Polling thousands of files takes long, so it may use at most one fifth of the time. */
const TIME_SHARE_DIVISOR = 5;
/** Files that never stop changing are loaded after this number of snapshots. */
const MAX_UNSTABLE_SNAPSHOTS = 10;
/** files that are checked before requests get a turn */
const FILES_PER_TURN = 250;

/** a character that no path contains, unlike a newline */
const SEPARATOR = '\0';

/** The names of all files, with the properties that every write and rename changes. */
interface Snapshot {
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

  const takeSnapshot = async (): Promise<Snapshot> => {
    const start = performance.now();
    const snapshot = { named: await snapshotOf(paths), included: await snapshotOf(included) };
    pauseMs = Math.max(PAUSE_MS, (performance.now() - start) * (TIME_SHARE_DIVISOR - 1));
    return snapshot;
  };
  const takeSnapshotLater = async (): Promise<Snapshot> => {
    // this timer alone must not keep the process alive
    await setTimeout(pauseMs, undefined, { ref: false });
    return takeSnapshot();
  };

  let latest = await takeSnapshot();
  return {
    async include(paths) {
      if (paths.join(SEPARATOR) === included.join(SEPARATOR)) return;
      included = paths;
      latest = { ...latest, included: await snapshotOf(paths) };
    },
    async change() {
      let current = latest;
      while (isSame(current, latest)) current = await takeSnapshotLater();
      let before = latest;
      for (let i = 0; !isSame(current, before) && i < MAX_UNSTABLE_SNAPSHOTS; i++) {
        before = current;
        current = await takeSnapshotLater();
      }
      latest = current;
    },
  };
}

function isSame(a: Snapshot, b: Snapshot): boolean {
  return a.named === b.named && a.included === b.included;
}

async function snapshotOf(paths: readonly string[]): Promise<string> {
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
