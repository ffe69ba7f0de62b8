import type { JournaledCall } from './journal.ts';

/** Methods that clients ask again and again until time has passed. */
const POLLED: readonly string[] = [
  'getBlockHeight',
  'getEpochInfo',
  'getSignatureStatuses',
  'getTransaction',
  'isBlockhashValid',
];

/** A client that is quicker, or asks less often, may wait for something else. */
const MIN_CALLS = 5;
const MIN_MS = 2_000;

/** Different calls that are remembered. */
const MAX_POLLS = 1_000;

interface Poll {
  readonly sinceMs: number;
  readonly calls: number;
}

/** Notices clients that send the same call again and again while nothing moves the ledger: without time they may wait for ever. */
export class StandingPolls {
  /** the version that all remembered calls were answered from */
  #version: unknown;
  readonly #polls = new Map<string, Poll>();

  /** Whether a call is such a poll. Remembers it. @param version current version of a ledger that does not move by itself */
  isPoll(
    { method, params = '', timeMs }: Pick<JournaledCall, 'method' | 'params' | 'timeMs'>,
    version: unknown,
  ): boolean {
    if (!POLLED.includes(method) || timeMs === undefined) return false;
    if (version !== this.#version || this.#polls.size >= MAX_POLLS) this.#polls.clear();
    this.#version = version;
    const key = `${method} ${params}`;
    const { calls, sinceMs } = this.#polls.get(key) ?? { calls: 0, sinceMs: timeMs };
    this.#polls.set(key, { calls: calls + 1, sinceMs });
    return calls + 1 >= MIN_CALLS && timeMs - sinceMs >= MIN_MS;
  }
}

/** The warning about such a client, and the reason for its answers. */
export function standingText(method: string): string {
  return `time stands still: a client asks ${method} again and again, and nothing moves the ledger; \`--auto-advance\` (option \`autoAdvance\`) moves it by a slot whenever clients wait, \`--slot-time\` (\`slotTime\`) as time passes, and \`advance\` when the test wants it`;
}
