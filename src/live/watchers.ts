import type { AccountSet } from '../ledger/moves/setAccount.ts';
import type { CommitmentDistance } from '../ledger/tips.ts';
import type { Version } from './checkpoint.ts';

/** What the states before and after a move do not show. */
export interface MoveMade {
  /** at which the other tips followed the processed one; undefined: each tip was set */
  readonly distance: CommitmentDistance | undefined;
  /** an account that was set from outside: it may read as before */
  readonly set?: AccountSet;
}

/** Who is told of the moves of a ledger. What a watcher throws is a warning: the move has been made. */
export interface LedgerWatcher {
  /** At once after each move, when calls are answered from the new version. */
  moved(before: Version, after: Version, made: MoveMade): void;
  /** As `moved`, where the ledger went back to a version that was kept, or became another one: what lies between is not told. */
  switched(before: Version, after: Version): void;
  /** The ledger is no longer there. Nothing is told after it. */
  ended(): void;
}

/** The watchers of one ledger. */
export class Watchers {
  readonly #watchers = new Set<LedgerWatcher>();
  #isEnded = false;

  /** @returns ends the watch */
  add(watcher: LedgerWatcher): () => void {
    if (this.#isEnded) watcher.ended();
    else this.#watchers.add(watcher);
    return () => {
      this.#watchers.delete(watcher);
    };
  }

  moved(before: Version, after: Version, made: MoveMade): void {
    for (const watcher of [...this.#watchers]) safely(() => watcher.moved(before, after, made));
  }

  switched(before: Version, after: Version): void {
    for (const watcher of [...this.#watchers]) safely(() => watcher.switched(before, after));
  }

  end(): void {
    this.#isEnded = true;
    const watchers = [...this.#watchers];
    this.#watchers.clear();
    for (const watcher of watchers) safely(() => watcher.ended());
  }
}

function safely(tell: () => void): void {
  try {
    tell();
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error));
  }
}
