import type { JsonText } from '../../codec/jsonText.ts';
import type { LedgerEvent } from './ledgerEvents.ts';
import type { EncodeContext, Subscription } from './subscription.ts';

/** A subscription that its equal subscribers share. */
export interface SharedSubscription {
  readonly id: number;
  readonly subscription: Subscription;
  readonly params: unknown;
  /** undefined: something that it needs is being loaded */
  tools: EncodeContext | undefined;
  /** resolves when it has its tools */
  ready: Promise<void> | undefined;
  /** that it is told when it has its tools */
  readonly waiting: LedgerEvent[];
  readonly holders: Set<Listener>;
  /** it has said its last word */
  isOver: boolean;
}

/** Receives the notifications. */
export interface Listener {
  notify(notification: Notification): void;
}

/** Something that a watch says. */
export class Notification {
  readonly watch: SharedSubscription;
  readonly result: JsonText;
  readonly isLast: boolean;
  #bytes: Buffer | undefined;

  constructor(watch: SharedSubscription, result: JsonText, isLast: boolean) {
    this.watch = watch;
    this.result = result;
    this.isLast = isLast;
  }

  /** As it is sent; made once for all who are sent it. */
  get bytes(): Buffer {
    const { id, subscription } = this.watch;
    this.#bytes ??= Buffer.from(
      `{"jsonrpc":"2.0","method":"${subscription.kind}Notification","params":{"result":${this.result},"subscription":${id}}}`,
    );
    return this.#bytes;
  }
}
