import type { LedgerState } from '../ledger/state.ts';
import type { CommitmentDistance } from '../ledger/tips.ts';
import type { SendQueue } from './sendQueue.ts';

/** The facts that a move starts from. */
export interface MoveInput {
  readonly state: LedgerState;
  readonly distance: CommitmentDistance;
  readonly sends: SendQueue;
  /** whether time or waiting clients advance the ledger, so that sent transactions wait for the next slot */
  readonly movesByItself: boolean;
  /** Unix milliseconds of the machine's clock; undefined: block times do not follow it, or the state has a time of the machine already */
  readonly machineTime?: bigint | undefined;
}

/** The state and the sends of a ledger at one moment: a call is answered from those of its start. */
export interface Moment extends Pick<MoveInput, 'sends' | 'state'> {
  /** id of the newest transaction that had been sent; 0: there was none */
  readonly lastSend: number;
}

/** The new state and sends after a move. */
export interface MoveResult {
  readonly state: LedgerState;
  readonly sends: SendQueue;
}
