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

/**
 * New versions of a ledger, with accounts that another node was asked for. Each old version has one new version, so that checkpoints that
 * shared a version still do.
 */
export class LearnedVersions {
  readonly #askedAccounts: AskedAccounts;
  readonly #newVersions = new Map<Version, Version>();

  constructor(askedAccounts: AskedAccounts) {
    this.#askedAccounts = askedAccounts;
  }

  versionOf(version: Version): Version {
    const existing = this.#newVersions.get(version);
    if (existing !== undefined) return existing;
    const newVersion = { state: withAsked(version.state, this.#askedAccounts), id: ++lastVersionId };
    this.#newVersions.set(version, newVersion);
    return newVersion;
  }

  checkpointOf(checkpoint: Checkpoint): Checkpoint {
    return { ...checkpoint, version: this.versionOf(checkpoint.version) };
  }
}
