import { statSync } from 'node:fs';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { Problems } from '../fixtures/document/problems.ts';
import { findFixtureFiles } from '../fixtures/input/findFiles.ts';

/** Reports changes of fixtures by polling: see docs/decisions/0012-watching-by-looking.md. @module */

const PAUSE_MS = 200;
/** Polling thousands of files takes long, so it may use at most one fifth of the time. */
const TIME_SHARE_DIVISOR = 5;
/** Files that never stop changing are loaded after this number of snapshots. */
const MAX_UNSTABLE_SNAPSHOTS = 10;
/** files that are checked before requests get a turn */
const FILES_PER_TURN = 250;

/** never part of a path, unlike a newline */
const SEPARATOR = '\0';

/** The names of all files, with the properties that every write and rename changes. */
interface Snapshot {
  readonly named: string;
  readonly included: string;
}

export class FixtureWatch {
  readonly #paths: readonly string[];
  /** paths that the fixtures include */
  #included: readonly string[] = [];
  #known: Snapshot = { named: '', included: '' };
  #pauseMs = PAUSE_MS;

  private constructor(paths: readonly string[]) {
    this.#paths = paths;
  }

  /** To be called before the fixtures are loaded, so that no change is missed. */
  static async start(paths: readonly string[]): Promise<FixtureWatch> {
    const watch = new FixtureWatch(paths);
    watch.#known = await watch.#takeSnapshot();
    return watch;
  }

  /** Watches included paths too; they are known only after loading. */
  async include(paths: readonly string[]): Promise<void> {
    if (paths.join(SEPARATOR) === this.#included.join(SEPARATOR)) return;
    this.#included = paths;
    this.#known = { ...this.#known, included: await snapshotOf(paths) };
  }

  /** Waits until the fixtures differ from the last call and have stopped changing. */
  async change(): Promise<void> {
    let seen = this.#known;
    while (isSame(seen, this.#known)) seen = await this.#takeSnapshotLater();
    let before = this.#known;
    for (let i = 0; !isSame(seen, before) && i < MAX_UNSTABLE_SNAPSHOTS; i++) {
      before = seen;
      seen = await this.#takeSnapshotLater();
    }
    this.#known = seen;
  }

  async #takeSnapshotLater(): Promise<Snapshot> {
    // this timer alone must not keep the process alive
    await setTimeout(this.#pauseMs, undefined, { ref: false });
    return this.#takeSnapshot();
  }

  async #takeSnapshot(): Promise<Snapshot> {
    const start = performance.now();
    const snapshot = { named: await snapshotOf(this.#paths), included: await snapshotOf(this.#included) };
    this.#pauseMs = Math.max(PAUSE_MS, (performance.now() - start) * (TIME_SHARE_DIVISOR - 1));
    return snapshot;
  }
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
