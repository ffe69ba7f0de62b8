import { setImmediate } from 'node:timers/promises';

/** How much a script may make, and what happens between the slices of the work. */
export interface Pace {
  /** Called before so many blocks and transactions are made. Gives the reason why they are too many, if they are. */
  readonly refusalOf: (made: bigint) => string | undefined;
  /** Lets others have their turn; throws where nobody waits for the result any more. */
  readonly turn: () => Promise<void>;
}

export const FREE: Pace = { refusalOf: () => undefined, turn: () => setImmediate() };
