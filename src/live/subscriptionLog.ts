import type { JsonText } from '../codec/jsonText.ts';

/** The subscriptions to a ledger and what their clients were told, for people who look at it. */

/** A notification that was sent, or that a fault kept back. */
export interface LoggedNotification {
  /** Unix milliseconds */
  readonly timeMs: number;
  /** the processed slot at that time */
  readonly slot: bigint;
  /** the result, cut off */
  readonly result: JsonText;
  readonly isDropped: boolean;
}

export interface LoggedSubscription {
  readonly id: number;
  /** name of the method, e.g. `slotSubscribe` */
  readonly method: string;
  /** JSON text */
  readonly params: string;
  /** Unix milliseconds */
  readonly timeMs: number;
  isOpen: boolean;
  /** number of its notifications so far; the newest of them are kept */
  count: number;
  readonly notifications: LoggedNotification[];
}

const MAX_SUBSCRIPTIONS = 100;
const MAX_NOTIFICATIONS = 20;
const MAX_RESULT = 4096;

export class SubscriptionLog {
  readonly #entries: LoggedSubscription[] = [];

  /** oldest first */
  get entries(): readonly LoggedSubscription[] {
    return this.#entries;
  }

  /** Adds a subscription of one client. */
  open(id: number, method: string, params: string): LoggedSubscription {
    const entry = { id, method, params, timeMs: Date.now(), isOpen: true, count: 0, notifications: [] };
    this.#entries.push(entry);
    if (this.#entries.length > MAX_SUBSCRIPTIONS) this.#entries.splice(this.#indexToForget(), 1);
    return entry;
  }

  clear(): void {
    const open = this.#entries.filter(({ isOpen }) => isOpen);
    this.#entries.splice(0, this.#entries.length, ...open);
  }

  /** The oldest one that has ended, or else the oldest. */
  #indexToForget(): number {
    return Math.max(
      0,
      this.#entries.findIndex(({ isOpen }) => !isOpen),
    );
  }
}

/** Adds a notification to its subscription. */
export function logNotification(
  entry: LoggedSubscription,
  { isDropped, result, slot }: Omit<LoggedNotification, 'timeMs'>,
): void {
  entry.count++;
  // a part of a string would keep the whole one in memory
  const start = result.length > MAX_RESULT ? Buffer.from(result.slice(0, MAX_RESULT)).toString() : result;
  entry.notifications.push({ timeMs: Date.now(), slot, result: start, isDropped });
  if (entry.notifications.length > MAX_NOTIFICATIONS) entry.notifications.shift();
}
