import { setImmediate } from 'node:timers/promises';

/** The limit of a compilation, and the pause between its slices. */
export interface Pace {
  /** Called once, before `count` blocks and transactions are created; returns why there are too many. */
  readonly refusalOf: (count: bigint) => string | undefined;
  /** Lets other requests run. Throws if the result is no longer needed. */
  readonly turn: () => Promise<void>;
}

export const UNLIMITED: Pace = { refusalOf: () => undefined, turn: () => setImmediate() };
