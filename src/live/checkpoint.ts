import type { AskedAccounts } from '../ledger/accounts/askedAccounts.ts';
import { type LedgerState, withAsked } from '../ledger/state.ts';
import type { CommitmentDistance } from '../ledger/tips.ts';
import { NO_QUEUED_SENDS, type SendQueue } from './sendQueue.ts';

/** The state of a live ledger between two moves, with a number. A call takes it once, at its start. */
export interface Version {
  readonly state: LedgerState;
  /** unique in this process; after a revert the version of the snapshot is current again, with its old id */
  readonly id: number;
}

/** A version with its distance and its sends: the current one, or one that a snapshot, the start or a fork keeps. */
export interface Checkpoint {
  readonly version: Version;
  /** undefined: the distance that the tips of the version have */
  readonly distance: CommitmentDistance | undefined;
  readonly sends: SendQueue;
}

let lastVersionId = 0;

export function createCheckpoint(
  state: LedgerState,
  distance: CommitmentDistance | undefined,
  sends: SendQueue = NO_QUEUED_SENDS,
): Checkpoint {
  return { version: { state, id: ++lastVersionId }, distance, sends };
}

/** Versions with accounts that another node was asked for, in place of those without: equal ones stay equal. */
export class LearnedVersions {
  readonly #askedAccounts: AskedAccounts;
  readonly #learned = new Map<Version, Version>();

  constructor(askedAccounts: AskedAccounts) {
    this.#askedAccounts = askedAccounts;
  }

  versionOf(version: Version): Version {
    const existing = this.#learned.get(version);
    if (existing !== undefined) return existing;
    const learned = { state: withAsked(version.state, this.#askedAccounts), id: ++lastVersionId };
    this.#learned.set(version, learned);
    return learned;
  }

  checkpointOf(checkpoint: Checkpoint): Checkpoint {
    return { ...checkpoint, version: this.versionOf(checkpoint.version) };
  }
}
