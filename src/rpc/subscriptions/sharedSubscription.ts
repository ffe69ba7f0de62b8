import type { JsonText } from '../../codec/jsonText.ts';
import type { NodeVersion } from '../../nodeVersion.ts';
import type { AccountEncoders } from '../encoding/account.ts';
import type { LedgerEvent } from './ledgerEvents.ts';
import { type EncodeContext, NOTHING, type Notice, type Subscription } from './subscription.ts';

/** A connection, as its ledger sees it. */
export interface Listener {
  notify(notification: Notification): void;
  /** The ledger was removed. */
  ended(): void;
}

const NO_ENCODERS: AccountEncoders = { zstd: undefined, parsers: undefined };

/** A subscription that its equal subscribers share. */
export class SharedSubscription {
  readonly id: number;
  readonly subscription: Subscription;
  readonly params: unknown;
  readonly listeners = new Set<Listener>();
  /** resolves when everything that encoding needs has been loaded */
  readonly ready: Promise<void> | undefined;
  #context: EncodeContext | undefined;
  readonly #waiting: LedgerEvent[] = [];
  #isOver = false;

  /** @param now Unix milliseconds */
  constructor(id: number, subscription: Subscription, params: unknown, now: () => number, version: NodeVersion) {
    this.id = id;
    this.subscription = subscription;
    this.params = params;
    const contextWith = (encoders: AccountEncoders): EncodeContext => ({
      encoders,
      now,
      unfinished: new Map(),
      warn: (error: unknown) => this.#warn(error),
    });
    if (subscription.load === undefined) this.#context = contextWith(NO_ENCODERS);
    this.ready = subscription.load?.(params, version).then((encoders) => {
      this.#context = contextWith(encoders);
      for (const event of this.#waiting.splice(0)) this.handleEvent(event);
    });
  }

  /** Whether its last notification has been sent. */
  get isOver(): boolean {
    return this.#isOver;
  }

  handleEvent(event: LedgerEvent): void {
    if (this.#isOver || this.listeners.size === 0) return;
    if (this.#context === undefined) return void this.#waiting.push(event);
    for (const { isLast = false, result } of this.#noticesOf(event, this.#context)) {
      this.#isOver = isLast;
      const notification = new Notification(this, result, isLast);
      for (const listener of [...this.listeners]) listener.notify(notification);
    }
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

/** The part of a notification that a connection needs. */
export type SentNotification = Pick<Notification, 'result' | 'isLast' | 'bytes'>;

export function notificationBytes(kind: string, id: number, result: JsonText): Buffer {
  return Buffer.from(
    `{"jsonrpc":"2.0","method":"${kind}Notification","params":{"result":${result},"subscription":${id}}}`,
  );
}
