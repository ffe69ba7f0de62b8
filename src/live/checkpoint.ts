import type { LedgerState } from '../ledger/state.ts';
import { type CommitmentDistance, tipsAt, tipsOf } from '../ledger/tips.ts';
import { NO_QUEUED_SENDS, type SendQueue } from './sends.ts';

/** The state of a live ledger between two moves. A call takes it once, at its start. */
export interface Version {
  readonly state: LedgerState;
  /** No other version of this process has it; a version that was kept comes back with its own. */
  readonly id: number;
}

/** A state of the live ledger that snapshots, resets and forks return to. */
export interface Checkpoint {
  readonly version: Version;
  /** undefined: the distance that the tips of the version have */
  readonly distance: CommitmentDistance | undefined;
  readonly sends: SendQueue;
}

/** The input of a move that decides about transactions too. */
export interface MoveInput {
  readonly state: LedgerState;
  readonly distance: CommitmentDistance;
  readonly sends: SendQueue;
  /** whether it moves by itself, so that what is sent waits for the next slot */
  readonly isTimed: boolean;
  /** Unix milliseconds of the machine's clock; undefined: it does not count, or the ledger has its time already */
  readonly machineTime?: bigint | undefined;
}

/** The ledger as it was when a call started: the call is answered from it. */
export type Moment = Pick<MoveInput, 'sends' | 'state'>;

/** The result of such a move. */
export interface MoveResult {
  readonly state: LedgerState;
  readonly sends: SendQueue;
}

let lastVersionId = 0;

export function keep(
  state: LedgerState,
  distance: CommitmentDistance | undefined,
  sends: SendQueue = NO_QUEUED_SENDS,
): Checkpoint {
  return { version: { state, id: ++lastVersionId }, distance, sends };
}

/** Whether the other tips are where their distance has them after a move. What a send confirms does not ask for it. */
export function follow(before: LedgerState, after: LedgerState, distance: CommitmentDistance): boolean {
  const { confirmed, finalized, processed } = tipsOf(after);
  const expected = tipsAt(processed, distance, tipsOf(before));
  return confirmed === expected.confirmed && finalized === expected.finalized;
}
