import type { LedgerState } from '../ledger/state.ts';
import { type CommitmentDistance, tipsAt, tipsOf } from '../ledger/tips.ts';
import { NO_QUEUED_SENDS, type SendQueue } from './sendQueue.ts';

/** The state of a live ledger between two moves, with a number. A call takes it once, at its start. */
export interface Version {
  readonly state: LedgerState;
  /** unique in this process; a reverted snapshot has its old id again */
  readonly id: number;
}

/** A version with its distance and its sends: the current one, or one that a snapshot, the start or a fork keeps. */
export interface Checkpoint {
  readonly version: Version;
  /** undefined: the distance that the tips of the version have */
  readonly distance: CommitmentDistance | undefined;
  readonly sends: SendQueue;
}

/** The facts that a move starts from. */
export interface MoveInput {
  readonly state: LedgerState;
  readonly distance: CommitmentDistance;
  readonly sends: SendQueue;
  /** whether time or waiting clients advance the ledger, so that sent transactions wait for the next slot */
  readonly movesByItself: boolean;
  /** Unix milliseconds of the machine's clock; undefined: block times do not follow it, or the state has followed it already */
  readonly machineTime?: bigint | undefined;
}

/** The ledger as it was when a call started: the call is answered from it. */
export type Moment = Pick<MoveInput, 'sends' | 'state'>;

/** The new state and sends after a move. */
export interface MoveResult {
  readonly state: LedgerState;
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

/** Whether confirmed and finalized are at their distance after a move. After a send that confirms at once they are not. */
export function tipsKeepDistance(before: LedgerState, after: LedgerState, distance: CommitmentDistance): boolean {
  const { confirmed, finalized, processed } = tipsOf(after);
  const expected = tipsAt(processed, distance, tipsOf(before));
  return confirmed === expected.confirmed && finalized === expected.finalized;
}
