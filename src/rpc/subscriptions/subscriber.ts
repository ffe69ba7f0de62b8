import { stringifyJson } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import type { ConnectionFault } from '../../live/faults/fault.ts';
import type { LiveLedger } from '../../live/liveLedger.ts';
import type { NodeVersion } from '../../nodeVersion.ts';
import { NO_PARAMS, params, readAsNode } from '../params/params.ts';
import { u64 } from '../params/usualTypes.ts';
import type { Caller, RpcCall } from '../protocol/call.ts';
import { answerBody, type DispatchOptions, Ending } from '../protocol/dispatch.ts';
import { replyText } from '../protocol/envelope.ts';
import type { Session } from '../protocol/session.ts';
import type { ConnectionControl, ControlTable } from '../tables.ts';
import { FaultyDelivery } from './faultyDelivery.ts';
import { SUBSCRIPTIONS } from './index.ts';
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
  readonly #watches = new Map<number, SharedSubscription>();
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

  constructor({ controls, events, hub, live, nextId, pauseMs }: SubscriberOptions) {
    this.#hub = hub;
    this.#live = live;
    this.#events = events;
    this.#pauseMs = pauseMs;
    const tell = (notification: SentNotification) => events.notified(notification);
    this.#delivery = new FaultyDelivery(live.faults, tell, (fault) => this.#fail(fault));
    this.controls = controls;
    this.control = controls?.connect(live, nextId, tell);
  }

  get hasSubscriptions(): boolean {
    return this.#watches.size > 0 || this.control?.isOn === true;
  }

  get nodeVersion(): NodeVersion {
    return this.#live.version.state.protocol.version;
  }

  /** @returns the id; a subscription that is equal to one of this connection is the same one */
  async subscribe(subscription: Subscription, params: unknown): Promise<number> {
    if (this.#isClosed) throw rpcErrors.internalError();
    const watch = this.#hub.watchFor(subscription, params);
    if (!this.#watches.has(watch.id)) {
      this.#watches.set(watch.id, watch);
      this.#silent.add(watch);
      this.#unreplied.push(watch);
      this.#hub.hold(watch, this);
    }
    await watch.ready;
    return watch.id;
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
    const watch = this.#watches.get(id);
    if (watch === undefined) throw rpcErrors.invalidSubscriptionId();
    this.#forget(watch);
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
      for (const watch of replied) this.#silent.delete(watch);
      this.#flush();
      this.#endHearing(hearing, true);
    }, this.#pauseMs);
    this.#timers.add(timer);
  }

  notify(notification: Notification): void {
    if (this.#waiting.length > 0 || this.#silent.has(notification.watch)) this.#waiting.push(notification);
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
    for (const watch of [...this.#watches.values()]) this.#forget(watch);
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
    const firstSilent = waiting.findIndex(({ watch }) => this.#silent.has(watch));
    this.#waiting = firstSilent < 0 ? [] : waiting.slice(firstSilent);
    for (const notification of firstSilent < 0 ? waiting : waiting.slice(0, firstSilent)) this.#deliver(notification);
  }

  #deliver(notification: Notification): void {
    const { isLast, watch } = notification;
    if (this.#watches.get(watch.id) !== watch) return;
    if (isLast) this.#forget(watch);
    this.#delivery.deliver(notification);
  }

  #fail(fault: ConnectionFault): void {
    this.close();
    if (this.#events.failed === undefined) this.ended();
    else this.#events.failed(fault);
  }

  #forget(watch: SharedSubscription): void {
    this.#watches.delete(watch.id);
    this.#silent.delete(watch);
    this.#hub.release(watch, this);
  }
}

const BY_NAME = new Map(SUBSCRIPTIONS.map((subscription) => [subscription.name, subscription]));
/** The names of unsubscribe methods: each of them ends a subscription of any kind, as in the node. */
const UNSUBSCRIBE = new Set(SUBSCRIPTIONS.map(({ kind }) => `${kind}Unsubscribe`));
/** the only method of HTTP that sockets have too */
const SHARED_METHOD = 'getVersion';

const ID_PARAMS = params({ id: u64 });

/**
 * Answers the calls of a connection: subscriptions, getVersion and control methods.
 *
 * Votes are refused as by a node that has them off, which decodes the parameters first.
 *
 * Source   agave 4.1 rpc_pubsub.rs RpcSolPubSubInternal
 */
function socketCalls(subscriber: Subscriber, http: RpcCall): RpcCall {
  return async (call, context) => {
    const { method, params } = call;
    const subscription = BY_NAME.get(method);
    if (subscription !== undefined) {
      const id = await subscriber.subscribe(
        subscription,
        readAsNode(subscription.params, params, subscriber.nodeVersion),
      );
      context.hears = subscriber.hears();
      return stringifyJson(id);
    }
    if (UNSUBSCRIBE.has(method)) {
      subscriber.unsubscribe(Number(readAsNode(ID_PARAMS, params, subscriber.nodeVersion).id));
      return 'true';
    }
    if (method === 'voteSubscribe') readAsNode(NO_PARAMS, params, subscriber.nodeVersion);
    if (method === 'voteUnsubscribe') readAsNode(ID_PARAMS, params, subscriber.nodeVersion);
    const isControl = subscriber.controls?.owns(method) === true;
    if (isControl || method === SHARED_METHOD)
      return subscriber.control?.answer(call, context.caller) ?? http(call, context);
    throw rpcErrors.methodNotFound();
  };
}

/** @param options `call` answers what is also served over HTTP */
export function openSession(
  subscriber: Subscriber,
  options: DispatchOptions,
  caller: Omit<Caller, 'whenGone'>,
): Session {
  const end = new Ending();
  // every call does something: equal ones of a batch are not one, and no result is kept
  const dispatchOptions = { ...options, call: socketCalls(subscriber, options.call), scopeOf: () => undefined };
  return {
    get hasSubscriptions() {
      return subscriber.hasSubscriptions;
    },
    async answer(message, onWaiting) {
      const onSocket = { ...caller, onWaiting, whenGone: end.whenEnded };
      const { calls, fault, reply } = await answerBody(message, dispatchOptions, onSocket);
      return { calls, fault, text: replyText(reply).replace(/\n$/, '') };
    },
    replied: () => subscriber.replied(),
    close: () => {
      end.end();
      subscriber.close();
    },
  };
}
