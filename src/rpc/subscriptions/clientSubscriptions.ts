import type { JsonText } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import { tipsOf } from '../../ledger/tips.ts';
import type { ConnectionFault } from '../../live/faults/fault.ts';
import type { LoggedSubscription } from '../../live/subscriptionLog.ts';
import type { NodeVersion } from '../../nodeVersion.ts';
import { FaultyDelivery } from './faultyDelivery.ts';
import type { LedgerSubscriptions } from './ledgerSubscriptions.ts';
import type { Listener, Notification, SharedSubscription } from './sharedSubscription.ts';
import type { Subscription } from './subscription.ts';

/** The connection of a client. */
export interface ClientEvents {
  notified(notification: Notification): void;
  /** The ledger was removed. Requests before the close are still answered. */
  ended(): void;
  /** A fault ends the connection; default: as if the ledger had ended. */
  failed?(fault: ConnectionFault): void;
}

/** A subscription of this client. */
interface OwnSubscription {
  readonly shared: SharedSubscription;
  /** the entry of the subscription in the log of the ledger */
  readonly logged: LoggedSubscription;
  readonly pause: Pause;
}

/** The outcome of a call that subscribes. */
interface SubscribeResult {
  readonly id: number;
  /** whether the client has the reply, and receives what comes next; false: the connection ended before */
  readonly isListening: Promise<boolean>;
  /** resolves when everything that encoding needs has been loaded */
  readonly ready: Promise<void> | undefined;
}

interface QueuedNotification {
  readonly notification: Notification;
  readonly own: OwnSubscription;
}

/** Clients lose notifications that come up to 2 ms after the reply, on a loaded machine even later ones. */
const PAUSE_MS = 25;

/**
 * The subscriptions of one client, and the queue of its notifications. A client may lose a notification that comes with the reply to its
 * subscription, or shortly after it. So the first notification of a subscription waits in the queue until that reply has been sent and a
 * pause is over, and everything behind it waits too.
 */
export class ClientSubscriptions implements Listener {
  readonly #ledger: LedgerSubscriptions;
  readonly #events: ClientEvents;
  readonly #pauseMs: number;
  readonly #byId = new Map<number, OwnSubscription>();
  #queue: QueuedNotification[] = [];
  /** the pause after the reply to the calls that are being answered; undefined: none of them subscribes */
  #nextPause: Pause | undefined;
  /** the pauses that are not over */
  readonly #pauses = new Set<Pause>();
  #isClosed = false;
  readonly #delivery: FaultyDelivery<QueuedNotification>;

  /** @param pauseMs milliseconds between the reply to a subscription and its first notification; 0 for a client that gets no replies */
  constructor(ledger: LedgerSubscriptions, events: ClientEvents, pauseMs: number = PAUSE_MS) {
    this.#ledger = ledger;
    this.#events = events;
    this.#pauseMs = pauseMs;
    this.#delivery = new FaultyDelivery(ledger.live.faults, {
      send: (queued) => {
        this.#log(queued, false);
        events.notified(queued.notification);
      },
      drop: (queued) => this.#log(queued, true),
      fail: (fault) => this.#fail(fault),
    });
    ledger.join(this);
  }

  get isEmpty(): boolean {
    return this.#byId.size === 0;
  }

  get nodeVersion(): NodeVersion {
    return this.#ledger.nodeVersion;
  }

  /**
   * A subscription that is equal to one of this client is the same one.
   *
   * @param paramsText as the client sent them
   */
  subscribe(subscription: Subscription, params: unknown, paramsText: JsonText): SubscribeResult {
    if (this.#isClosed) throw rpcErrors.internalError();
    this.#nextPause ??= this.#createPause();
    const pause = this.#nextPause;
    const shared = this.#ledger.findOrCreate(subscription, params);
    const { id, ready } = shared;
    if (!this.#byId.has(id)) {
      const { live, now } = this.#ledger;
      const logged = live.subscriptions.open({ id, method: subscription.name, params: paramsText, timeMs: now() });
      this.#byId.set(id, { shared, logged, pause });
      this.#ledger.addListener(shared, this);
    }
    return { id, ready, isListening: pause.ended };
  }

  /** @throws RpcError invalidSubscriptionId */
  unsubscribe(id: number): void {
    const own = this.#byId.get(id);
    if (own === undefined) throw rpcErrors.invalidSubscriptionId();
    this.#forget(own);
  }

  /** Called when the reply to everything so far has been sent. */
  replied(): void {
    this.#nextPause?.begin(this.#pauseMs);
    this.#nextPause = undefined;
  }

  /** Adds a notification to the queue. */
  notify(notification: Notification): void {
    const own = this.#byId.get(notification.shared.id);
    if (own === undefined) return;
    this.#queue.push({ notification, own });
    this.#ledger.turns.add(this);
  }

  /** Sends notifications until none is left, or one has to wait for the end of a pause. @returns the number of those sent */
  deliver(max: number): number {
    let count = 0;
    while (count < max && this.#queue[count]?.own.pause.isOver) count++;
    for (const queued of this.#queue.splice(0, count)) {
      const { notification, own } = queued;
      // the client may have unsubscribed
      if (this.#byId.get(own.shared.id) !== own) continue;
      if (notification.isLast) this.#forget(own);
      this.#delivery.deliver(queued);
    }
    return count;
  }

  /** Sends what waits for its turn, or for a pause after a reply that has been sent: the connection is about to end. */
  flush(): void {
    for (const pause of this.#pauses) pause.cutShort();
    this.#ledger.turns.finish();
  }

  /** Ends all subscriptions, and drops the notifications that wait. */
  close(): void {
    this.#isClosed = true;
    this.#nextPause = undefined;
    this.#queue = [];
    this.#delivery.close();
    for (const own of [...this.#byId.values()]) this.#forget(own);
    for (const pause of this.#pauses) pause.cancel();
    this.#ledger.leave(this);
  }

  ended(): void {
    this.#events.ended();
  }

  #createPause(): Pause {
    const pause = new Pause((isOver) => {
      this.#pauses.delete(pause);
      if (isOver) this.#ledger.turns.send(this);
    });
    this.#pauses.add(pause);
    return pause;
  }

  #log({ notification: { result }, own }: QueuedNotification, isDropped: boolean): void {
    const { live, now } = this.#ledger;
    const slot = tipsOf(live.version.state).processed;
    live.subscriptions.add(own.logged, { isDropped, result, slot, timeMs: now() });
  }

  #fail(fault: ConnectionFault): void {
    this.close();
    if (this.#events.failed === undefined) this.ended();
    else this.#events.failed(fault);
  }

  #forget({ logged, shared }: OwnSubscription): void {
    this.#byId.delete(shared.id);
    logged.isOpen = false;
    this.#ledger.removeListener(shared, this);
  }
}

/** The pause between the reply to a message that subscribes and the first notifications of its subscriptions. */
class Pause {
  /** resolves when it is over, to false if the connection ended before */
  readonly ended: Promise<boolean>;
  #isOver = false;
  #timer: NodeJS.Timeout | undefined;
  readonly #onEnd: (isOver: boolean) => void;
  #resolve!: (isOver: boolean) => void;

  /** @param onEnd called before `ended` resolves */
  constructor(onEnd: (isOver: boolean) => void) {
    this.#onEnd = onEnd;
    this.ended = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  begin(milliseconds: number): void {
    this.#timer = setTimeout(() => this.#end(true), milliseconds);
  }

  /** Ends it now, if it has begun. */
  cutShort(): void {
    if (this.#timer !== undefined) this.#end(true);
  }

  /** Called when the connection ends. */
  cancel(): void {
    this.#end(false);
  }

  #end(isOver: boolean): void {
    clearTimeout(this.#timer);
    this.#isOver = isOver;
    this.#onEnd(isOver);
    this.#resolve(isOver);
  }
}
