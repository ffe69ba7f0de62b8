/**
 * Tells when fixtures change, by looking at them again and again: see docs/decisions/0012-watching-by-looking.md.
 * @module
 */
import { statSync } from 'node:fs';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { Problems } from '../document/problems.ts';
import { findFixtureFiles } from '../loading/input/findFiles.ts';

const PAUSE_MS = 200;
/** A look at thousands of files takes a while; looking may take up one part in so many of the time. */
const TIME_SHARE_DIVISOR = 5;
/** Files that are written to all the time are taken as they are after so many looks. */
const MAX_UNSTABLE_SNAPSHOTS = 10;
/** files that are looked at before requests get a turn */
const FILES_PER_TURN = 250;

/** what no path holds: a file's name may hold a newline */
const SEPARATOR = '\0';

/** The names of all files, and of each what no write and no rename leaves as it is. */
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

  /** To be started before the fixtures are loaded, so that no change can slip through in between. */
  static async start(paths: readonly string[]): Promise<FixtureWatch> {
    const watch = new FixtureWatch(paths);
    watch.#known = await watch.#takeSnapshot();
    return watch;
  }

  /** What the fixtures include is known once they are loaded; it is watched from then on. */
  async include(paths: readonly string[]): Promise<void> {
    if (paths.join(SEPARATOR) === this.#included.join(SEPARATOR)) return;
    this.#included = paths;
    this.#known = { ...this.#known, included: await snapshotOf(paths) };
  }

  /** Waits until the fixtures are others than when this was last waited for, and have come to rest. */
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
    // whoever waits for nothing else any more need not wait for this
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
  for (const file of await findFixtureFiles(paths, new Problems(), new Problems())) {
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
