import type { JsonText } from '../../codec/jsonText.ts';
import type { NodeVersion } from '../../nodeVersion.ts';
import type { AccountEncoders } from '../encoding/account.ts';
import type { LedgerEvent } from './ledgerEvents.ts';
import { type EncodeContext, NOTHING, type Notice, type Subscription } from './subscription.ts';

/** A client, as the subscriptions of its ledger see it. */
export interface Listener {
  /** Adds a notification to the queue. */
  notify(notification: Notification): void;
  /** Sends what waits. */
  flush(): void;
  /** The ledger was removed. */
  ended(): void;
}

interface SharedOptions {
  readonly version: NodeVersion;
  /** Unix milliseconds */
  readonly now: () => number;
  /** Called with the work on the events that have waited until everything was loaded. Each step yields the characters that it has made. */
  readonly whenLoaded: (work: Iterable<number>) => void;
}

/** An event, and the number of the change that it belongs to. */
interface NumberedEvent {
  readonly event: LedgerEvent;
  readonly change: number;
}

const NO_ENCODERS: AccountEncoders = { zstd: undefined, parsers: undefined };

/** A subscription that equal subscribers share. */
export class SharedSubscription {
  readonly id: number;
  readonly subscription: Subscription;
  readonly params: unknown;
  /** each with the number of the last change before it came: it is notified of later ones; the first came first */
  readonly listeners = new Map<Listener, number>();
  /** resolves when everything that encoding needs has been loaded */
  readonly ready: Promise<void> | undefined;
  #context: EncodeContext | undefined;
  readonly #waiting: NumberedEvent[] = [];
  #isOver = false;

  constructor(id: number, subscription: Subscription, params: unknown, { now, version, whenLoaded }: SharedOptions) {
    this.id = id;
    this.subscription = subscription;
    this.params = params;
    const contextOf = (encoders: AccountEncoders): EncodeContext => ({
      encoders,
      now,
      unfinished: new Map(),
      warn: (error: unknown) => this.#warn(error),
    });
    if (subscription.load === undefined) this.#context = contextOf(NO_ENCODERS);
    this.ready = subscription
      .load?.(params, version)
      .then((encoders) => whenLoaded(this.#handleWaiting(contextOf(encoders))));
  }

  /** Whether its last notification has been made. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /**
   * Makes the notifications for an event, for the listeners that were there before its change.
   *
   * @returns the number of their characters
   */
  handleEvent(event: LedgerEvent, change: number): number {
    const [lastBefore = change] = this.listeners.values();
    if (this.#isOver || lastBefore >= change) return 0;
    if (this.#context === undefined) {
      this.#waiting.push({ event, change });
      return 0;
    }
    let characters = 0;
    for (const { isLast = false, result } of this.#noticesOf(event, this.#context)) {
      this.#isOver = isLast;
      characters += result.length;
      const notification = new Notification(this, result, isLast);
      for (const [listener, last] of this.listeners) if (last < change) listener.notify(notification);
    }
    return characters;
  }

  *#handleWaiting(context: EncodeContext): Iterable<number> {
    this.#context = context;
    for (const { change, event } of this.#waiting.splice(0)) yield this.handleEvent(event, change);
  }

  /** An error of one subscription must not stop the others. */
  #noticesOf(event: LedgerEvent, context: EncodeContext): readonly Notice[] {
    try {
      return this.subscription.noticesFor(event, this.params, context);
    } catch (error) {
      this.#warn(error);
      return NOTHING;
    }
  }

  /** Notifications cannot answer with an error. */
  #warn(error: unknown): void {
    process.emitWarning(`${this.subscription.name}: ${error instanceof Error ? error.message : error}`);
  }
}

/** A notification of a shared subscription. */
export class Notification {
  readonly shared: SharedSubscription;
  readonly result: JsonText;
  readonly isLast: boolean;
  #bytes: Buffer | undefined;

  constructor(shared: SharedSubscription, result: JsonText, isLast: boolean) {
    this.shared = shared;
    this.result = result;
    this.isLast = isLast;
  }

  /** The message for clients, encoded once for all subscribers. */
  get bytes(): Buffer {
    const { id, subscription } = this.shared;
    this.#bytes ??= notificationBytes(subscription.kind, id, this.result);
    return this.#bytes;
  }
}

export function notificationBytes(kind: string, id: number, result: JsonText): Buffer {
  return Buffer.from(
    `{"jsonrpc":"2.0","method":"${kind}Notification","params":{"result":${result},"subscription":${id}}}`,
  );
}
