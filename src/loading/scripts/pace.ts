import { setImmediate } from 'node:timers/promises';

/** How much a script may make at once, and what happens between the slices of the work. */
export interface Pace {
  /** blocks and transactions; undefined: as many as a ledger can have */
  readonly max: bigint | undefined;
  /** Lets others have their turn; throws where nobody waits for the result any more. */
  readonly turn: () => Promise<void>;
}

export const FREE: Pace = { max: undefined, turn: () => setImmediate() };
