import type { LedgerState } from '../ledger/state.ts';
import { type Lag, tipsAt, tipsOf } from '../ledger/tips.ts';
import { NO_SENDS, type Sends } from './sends.ts';

/** The state of a live ledger between two moves. A call takes it once, at its start. */
export interface Frame {
  readonly state: LedgerState;
  /** No other frame of this process has it; a frame that was kept comes back with its own. */
  readonly id: number;
}

/** What snapshots, resets and forks go back to. */
export interface Kept {
  readonly frame: Frame;
  /** undefined: the distance that the tips of the frame have */
  readonly lag: Lag | undefined;
  readonly sends: Sends;
}

/** What a move starts from that decides what becomes of transactions too. */
export interface Moving {
  readonly state: LedgerState;
  readonly lag: Lag;
  readonly sends: Sends;
  /** whether it moves by itself, so that what is sent waits for the next slot */
  readonly isTimed: boolean;
}

/** What a call is answered from: the ledger when it started, whatever happens before it ends. */
export type Moment = Pick<Moving, 'sends' | 'state'>;

/** What such a move leaves. */
export interface Moved {
  readonly state: LedgerState;
  readonly sends: Sends;
}

let lastFrameId = 0;

export function keep(state: LedgerState, lag: Lag | undefined, sends: Sends = NO_SENDS): Kept {
  return { frame: { state, id: ++lastFrameId }, lag, sends };
}

/** Whether the other tips are where their lag has them after a move. What a send confirms does not ask for it. */
export function follow(before: LedgerState, after: LedgerState, lag: Lag): boolean {
  const { confirmed, finalized, processed } = tipsOf(after);
  const expected = tipsAt(processed, lag, tipsOf(before));
  return confirmed === expected.confirmed && finalized === expected.finalized;
}
