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
  readonly #entries = new Set<LoggedSubscription>();

  /** oldest first */
  get entries(): readonly LoggedSubscription[] {
    return [...this.#entries];
  }

  /** Adds a subscription of one client. */
  open(subscription: Pick<LoggedSubscription, 'id' | 'method' | 'params' | 'timeMs'>): LoggedSubscription {
    const entry = { ...subscription, isOpen: true, count: 0, notifications: [] };
    this.#entries.add(entry);
    if (this.#entries.size > MAX_SUBSCRIPTIONS) this.#forget(this.#oldest());
    return entry;
  }

  /** Adds a notification to its subscription, unless that is forgotten. */
  add(entry: LoggedSubscription, { isDropped, result, slot, timeMs }: LoggedNotification): void {
    if (!this.#entries.has(entry)) return;
    entry.count++;
    // a part of a string would keep the whole one in memory
    const start = result.length > MAX_RESULT ? Buffer.from(result.slice(0, MAX_RESULT)).toString() : result;
    entry.notifications.push({ timeMs, slot, result: start, isDropped });
    if (entry.notifications.length > MAX_NOTIFICATIONS) entry.notifications.shift();
  }

  clear(): void {
    for (const entry of this.#entries) if (!entry.isOpen) this.#forget(entry);
  }

  /** The oldest one that has ended, or else the oldest. */
  #oldest(): LoggedSubscription {
    const entries = this.entries;
    return entries.find(({ isOpen }) => !isOpen) ?? entries[0]!;
  }

  /** Frees the notifications too: an open connection keeps its subscription in memory. */
  #forget(entry: LoggedSubscription): void {
    this.#entries.delete(entry);
    entry.notifications.length = 0;
  }
}
