import type { JsonText } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import { tipsOf } from '../../ledger/tips.ts';
import type { ConnectionFault } from '../../live/faults/fault.ts';
import type { LiveLedger } from '../../live/liveLedger.ts';
import type { LoggedSubscription } from '../../live/subscriptionLog.ts';
import type { NodeVersion } from '../../nodeVersion.ts';
import type { ConnectionControl, ControlTable } from '../tables.ts';
import { FaultyDelivery } from './faultyDelivery.ts';
import type { LedgerHub } from './ledgerHub.ts';
import type { Listener, Notification, SentNotification, SharedSubscription } from './sharedSubscription.ts';
import type { Subscription } from './subscription.ts';

export interface SubscriberEvents {
  notified(notification: SentNotification): void;
  /** The ledger was removed. Requests before the close are still answered. */
  ended(): void;
  /** A fault ends the connection; default: as if the ledger had ended. */
  failed?(fault: ConnectionFault): void;
}

export interface SubscriberOptions {
  readonly hub: LedgerHub;
  readonly live: LiveLedger;
  readonly events: SubscriberEvents;
  /** milliseconds between the reply to a subscription and its first notification */
  readonly pauseMs: number;
  /** the id of a new subscription */
  readonly nextId: () => number;
  readonly controls: ControlTable | undefined;
  /** Unix milliseconds */
  readonly now: () => number;
}

/**
 * One connection: its subscriptions, and its notifications in order. A client may lose a notification that comes with the reply to
 * its subscription, or shortly after it. So a new subscription is silent until that reply has been sent and a pause is over, and
 * everything behind its first notification waits with it.
 */
export class Subscriber implements Listener {
  readonly #hub: LedgerHub;
  readonly #events: SubscriberEvents;
  readonly #pauseMs: number;
  readonly #subscriptions = new Map<number, SharedSubscription>();
  /** entries in the log of the ledger, also of subscriptions that have ended: a notification of them may wait */
  readonly #logged = new WeakMap<SharedSubscription, LoggedSubscription>();
  /** subscriptions that are not replied to, or whose pause is not over */
  readonly #silent = new Set<SharedSubscription>();
  #unreplied: SharedSubscription[] = [];
  /** resolve the promises of `hears` */
  readonly #hearing = new Set<(hears: boolean) => void>();
  #waiting: Notification[] = [];
  #isClosed = false;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #delivery: FaultyDelivery;
  readonly controls: ControlTable | undefined;
  readonly control: ConnectionControl | undefined;
  readonly #live: LiveLedger;
  readonly #now: () => number;

  constructor({ controls, events, hub, live, nextId, now, pauseMs }: SubscriberOptions) {
    this.#now = now;
    this.#hub = hub;
    this.#live = live;
    this.#events = events;
    this.#pauseMs = pauseMs;
    const send = (notification: SentNotification) => events.notified(notification);
    this.#delivery = new FaultyDelivery(live.faults, {
      send: (notification) => {
        this.#log(notification, false);
        send(notification);
      },
      drop: (notification) => this.#log(notification, true),
      fail: (fault) => this.#fail(fault),
    });
    this.controls = controls;
    this.control = controls?.connect(live, nextId, send);
  }

  get hasSubscriptions(): boolean {
    return this.#subscriptions.size > 0 || this.control?.isOn === true;
  }

  get nodeVersion(): NodeVersion {
    return this.#live.version.state.protocol.version;
  }

  /**
   * @param paramsText as the client sent them
   * @returns the id; a subscription that is equal to one of this connection is the same one
   */
  async subscribe(subscription: Subscription, params: unknown, paramsText: JsonText): Promise<number> {
    if (this.#isClosed) throw rpcErrors.internalError();
    const shared = this.#hub.findOrCreate(subscription, params);
    if (!this.#subscriptions.has(shared.id)) {
      this.#subscriptions.set(shared.id, shared);
      const opened = { id: shared.id, method: subscription.name, params: paramsText, timeMs: this.#now() };
      this.#logged.set(shared, this.#live.subscriptions.open(opened));
      this.#silent.add(shared);
      this.#unreplied.push(shared);
      this.#hub.addListener(shared, this);
    }
    await shared.ready;
    return shared.id;
  }

  /** Resolves to true when all subscriptions so far have their reply and the pause is over; to false if the connection ends before. */
  hears(): Promise<boolean> {
    return new Promise((resolve) => {
      if (this.#isClosed) resolve(false);
      else this.#hearing.add(resolve);
    });
  }

  /** @throws RpcError invalidSubscriptionId */
  unsubscribe(id: number): void {
    const shared = this.#subscriptions.get(id);
    if (shared === undefined) throw rpcErrors.invalidSubscriptionId();
    this.#forget(shared);
  }

  /** Called when the reply to everything so far has been sent. */
  replied(): void {
    this.control?.replied();
    const replied = this.#unreplied;
    const hearing = [...this.#hearing];
    if (replied.length + hearing.length === 0) return;
    this.#unreplied = [];
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      for (const shared of replied) this.#silent.delete(shared);
      this.#flush();
      this.#endHearing(hearing, true);
    }, this.#pauseMs);
    this.#timers.add(timer);
  }

  notify(notification: Notification): void {
    if (this.#waiting.length > 0 || this.#silent.has(notification.shared)) this.#waiting.push(notification);
    else this.#deliver(notification);
  }

  /** Ends all subscriptions, and drops what waits. */
  close(): void {
    this.#isClosed = true;
    this.#unreplied = [];
    for (const timer of this.#timers) clearTimeout(timer);
    this.#waiting = [];
    this.#delivery.close();
    this.control?.close();
    for (const shared of [...this.#subscriptions.values()]) this.#forget(shared);
    this.#endHearing([...this.#hearing], false);
    this.#hub.leave(this);
  }

  #endHearing(resolvers: readonly ((hears: boolean) => void)[], hears: boolean): void {
    for (const resolve of resolvers) if (this.#hearing.delete(resolve)) resolve(hears);
  }

  ended(): void {
    this.#events.ended();
  }

  #flush(): void {
    const waiting = this.#waiting;
    const firstSilent = waiting.findIndex(({ shared }) => this.#silent.has(shared));
    this.#waiting = firstSilent < 0 ? [] : waiting.slice(firstSilent);
    for (const notification of firstSilent < 0 ? waiting : waiting.slice(0, firstSilent)) this.#deliver(notification);
  }

  #deliver(notification: Notification): void {
    const { isLast, shared } = notification;
    if (this.#subscriptions.get(shared.id) !== shared) return;
    if (isLast) this.#forget(shared);
    this.#delivery.deliver(notification);
  }

  #log({ result, shared }: Notification, isDropped: boolean): void {
    const entry = this.#logged.get(shared);
    const { subscriptions, version } = this.#live;
    if (entry === undefined) return;
    const slot = tipsOf(version.state).processed;
    subscriptions.add(entry, { isDropped, result, slot, timeMs: this.#now() });
  }

  #fail(fault: ConnectionFault): void {
    this.close();
    if (this.#events.failed === undefined) this.ended();
    else this.#events.failed(fault);
  }

  #forget(shared: SharedSubscription): void {
    this.#subscriptions.delete(shared.id);
    const entry = this.#logged.get(shared);
    if (entry !== undefined) entry.isOpen = false;
    this.#silent.delete(shared);
    this.#hub.removeListener(shared, this);
  }
}
