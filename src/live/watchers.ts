import type { AccountOverride } from '../ledger/moves/setAccount.ts';
import type { CommitmentDistance } from '../ledger/tips.ts';
import type { Version } from './checkpoint.ts';
import type { JournaledCall } from './journal.ts';
import type { SentRecord } from './sentLog.ts';

/** Facts about a move that its states do not show. */
export interface MoveMade {
  /** distance at which the other tips followed the processed one; undefined: they did not follow at one distance */
  readonly distance: CommitmentDistance | undefined;
  /** an account that was set from outside: it may read as before */
  readonly set?: AccountOverride;
}

/** A subscriber to the moves and other events of a ledger. An error that it throws becomes a warning: the move has been made. */
export interface LedgerWatcher {
  /** Called right after each move, when calls are answered from the new version. */
  moved(before: Version, after: Version, move: MoveMade): void;
  /** A revert, a reset or a reload has changed the version; called in place of `moved`. */
  switched(before: Version, after: Version): void;
  /** A revert, a reset or a reload has ended, even if the version is the same. */
  restored?(): void;
  /** A call was added to the journal. */
  called?(call: JournaledCall): void;
  /** A call was added to the journal; for a subscription: its client receives the notifications from now on. */
  heard?(call: JournaledCall): void;
  /** A transaction was sent, and accepted or refused. */
  sent?(record: SentRecord): void;
  /** Faults or send rules were added or removed, or have counted something. */
  faultsOrRulesChanged?(): void;
  /** The ledger is gone; nothing follows. */
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

  moved(before: Version, after: Version, move: MoveMade): void {
    this.#notify((watcher) => watcher.moved(before, after, move));
  }

  switched(before: Version, after: Version): void {
    this.#notify((watcher) => watcher.switched(before, after));
  }

  restored(): void {
    this.#notify((watcher) => watcher.restored?.());
  }

  called(call: JournaledCall): void {
    this.#notify((watcher) => watcher.called?.(call));
  }

  heard(call: JournaledCall): void {
    this.#notify((watcher) => watcher.heard?.(call));
  }

  sent(record: SentRecord): void {
    this.#notify((watcher) => watcher.sent?.(record));
  }

  faultsOrRulesChanged(): void {
    this.#notify((watcher) => watcher.faultsOrRulesChanged?.());
  }

  end(): void {
    this.#isEnded = true;
    this.#notify((watcher) => watcher.ended());
    this.#watchers.clear();
  }

  #notify(tell: (watcher: LedgerWatcher) => void): void {
    if (this.#watchers.size === 0) return;
    for (const watcher of [...this.#watchers]) {
      try {
        tell(watcher);
      } catch (error) {
        process.emitWarning(error instanceof Error ? error : String(error));
      }
    }
  }
}
