import type { LedgerState } from '../../ledger/state.ts';
import { statesBetween } from '../../ledger/statesBetween.ts';
import type { LiveLedger } from '../../live/liveLedger.ts';
import type { MoveMade } from '../../live/watchers.ts';
import { ON_SOCKETS } from './index.ts';
import { eventsOfMove, eventsOfStart, eventsOfSwitch, type LedgerEvent } from './ledgerEvents.ts';
import { SeenBlocks } from './seenBlocks.ts';
import type { Listener, SharedSubscription } from './sharedSubscription.ts';
import type { Subscription } from './subscription.ts';

/** The kind whose subscribers only wait for its one notification. */
const AWAITED_KIND = 'signature';

type CreateSubscription = (subscription: Subscription, params: unknown) => SharedSubscription;

/** The subscriptions of one ledger. It watches the ledger while there are subscribers. */
export class LedgerHub {
  readonly #live: LiveLedger;
  readonly #create: CreateSubscription;
  readonly #subscribers = new Set<Listener>();
  /** subscriptions by kind and parameters; those of one kind in the order of their ids */
  readonly #byKind = new Map<Subscription, Map<string, SharedSubscription>>(
    ON_SOCKETS.map((kind) => [kind, new Map()]),
  );
  #stopWatching: (() => void) | undefined;
  #isEnded = false;
  /** blocks that left the chain after subscribers were notified of them */
  #seenBefore = new SeenBlocks();

  constructor(live: LiveLedger, create: CreateSubscription) {
    this.#live = live;
    this.#create = create;
  }

  join(subscriber: Listener): void {
    this.#subscribers.add(subscriber);
    if (this.#isEnded) return void subscriber.ended();
    this.#stopWatching ??= this.#live.watch({
      moved: ({ state: before }, { state: after }, move) => this.#move(before, after, move),
      switched: ({ state: before }, { state: after }) => {
        this.#seenBefore = new SeenBlocks();
        if (this.#hasSubscriptions) this.#handleAll(eventsOfSwitch(before, after));
      },
      ended: () => {
        this.#isEnded = true;
        for (const subscriber of [...this.#subscribers]) subscriber.ended();
      },
    });
  }

  leave(subscriber: Listener): void {
    this.#subscribers.delete(subscriber);
    if (this.#subscribers.size > 0) return;
    this.#stopWatching?.();
    this.#stopWatching = undefined;
  }

  /** The subscription that is equal, or a new one. */
  findOrCreate(subscription: Subscription, params: unknown): SharedSubscription {
    const ofKind = this.#byKind.get(subscription)!;
    const key = keyOf(params);
    const existing = ofKind.get(key);
    if (existing !== undefined && !existing.isOver) return existing;
    const shared = this.#create(subscription, params);
    // one that is over may still be there: the new one comes last
    ofKind.delete(key);
    ofKind.set(key, shared);
    return shared;
  }

  addListener(shared: SharedSubscription, subscriber: Listener): void {
    const isFirst = shared.listeners.size === 0;
    shared.listeners.add(subscriber);
    if (isFirst && shared.subscription.kind === AWAITED_KIND) this.#live.autoAdvance.addWait(shared);
    if (isFirst) for (const event of eventsOfStart(this.#live.version.state)) shared.handleEvent(event);
  }

  removeListener(shared: SharedSubscription, subscriber: Listener): void {
    if (!shared.listeners.delete(subscriber) || shared.listeners.size > 0) return;
    this.#live.autoAdvance.removeWait(shared);
    const ofKind = this.#byKind.get(shared.subscription)!;
    const key = keyOf(shared.params);
    if (ofKind.get(key) === shared) ofKind.delete(key);
  }

  get #hasSubscriptions(): boolean {
    return [...this.#byKind.values()].some(({ size }) => size > 0);
  }

  #move(before: LedgerState, after: LedgerState, { distance, set }: MoveMade): void {
    const seenBefore = this.#seenBefore;
    let last = before;
    const isOneStep = distance === undefined || !this.#hasSubscriptions;
    for (const state of isOneStep ? [after] : statesBetween(before, after, distance)) {
      const isNew = (slot: bigint) => !seenBefore.has(state, slot);
      if (this.#hasSubscriptions) this.#handleAll(eventsOfMove(last, state, isNew, set));
      seenBefore.addLeft(last, state);
      last = state;
    }
  }

  #handleAll(events: Iterable<LedgerEvent>): void {
    for (const event of events)
      for (const [subscription, ofKind] of this.#byKind)
        for (const shared of inOrder(subscription, [...ofKind.values()], event)) shared.handleEvent(event);
  }
}

function inOrder(
  subscription: Subscription,
  subscriptions: readonly SharedSubscription[],
  event: LedgerEvent,
): readonly SharedSubscription[] {
  const placeOf = subscriptions.length > 1 ? subscription.placeAt?.(event) : undefined;
  return placeOf === undefined
    ? subscriptions
    : subscriptions.toSorted((a, b) => placeOf(a.params) - placeOf(b.params));
}

/** A text that is equal for equal parameters. */
function keyOf(params: unknown): string {
  if (params instanceof Uint8Array) return Buffer.from(params).toString('hex');
  if (Array.isArray(params)) return `[${params.map(keyOf).join(',')}]`;
  if (typeof params === 'object' && params !== null) return keyOf(Object.entries(params));
  return typeof params === 'string' ? JSON.stringify(params) : `${params}`;
}
