import type { LedgerState } from '../../ledger/state.ts';
import { statesBetween } from '../../ledger/statesBetween.ts';
import type { LiveLedger } from '../../live/liveLedger.ts';
import type { MoveMade } from '../../live/watchers.ts';
import { SUBSCRIPTIONS } from './index.ts';
import { eventsOfMove, eventsOfStart, eventsOfSwitch, type LedgerEvent, SeenBlocks } from './ledgerEvents.ts';
import type { Listener, SharedSubscription } from './sharedSubscription.ts';
import type { Subscription } from './subscription.ts';

/** The kind that clients wait for until it ends. */
const WAITING = 'signature';

type CreateSubscription = (subscription: Subscription, params: unknown) => SharedSubscription;

/** The subscriptions of one ledger. It watches the ledger while there are subscribers. */
export class LedgerHub {
  readonly #live: LiveLedger;
  readonly #create: CreateSubscription;
  readonly #subscribers = new Set<Listener>();
  /** subscriptions by kind and parameters; those of one kind in the order of their ids */
  readonly #watches = new Map<Subscription, Map<string, SharedSubscription>>(
    SUBSCRIPTIONS.map((kind) => [kind, new Map()]),
  );
  #stopWatching: (() => void) | undefined;
  #isEnded = false;
  /** blocks that left the chain after they had been seen on it */
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
        if (this.#hasWatches) this.#handleAll(eventsOfSwitch(before, after));
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
  watchFor(subscription: Subscription, params: unknown): SharedSubscription {
    const ofKind = this.#watches.get(subscription)!;
    const key = keyOf(params);
    const existing = ofKind.get(key);
    if (existing !== undefined && !existing.isOver) return existing;
    const watch = this.#create(subscription, params);
    // one that is over may still be there: the new one comes last
    ofKind.delete(key);
    ofKind.set(key, watch);
    return watch;
  }

  hold(watch: SharedSubscription, subscriber: Listener): void {
    const isFirst = watch.holders.size === 0;
    watch.holders.add(subscriber);
    if (isFirst && watch.subscription.kind === WAITING) this.#live.autoAdvance.addWait(watch);
    if (isFirst) for (const event of eventsOfStart(this.#live.version.state)) watch.handleEvent(event);
  }

  release(watch: SharedSubscription, subscriber: Listener): void {
    if (!watch.holders.delete(subscriber) || watch.holders.size > 0) return;
    this.#live.autoAdvance.removeWait(watch);
    const ofKind = this.#watches.get(watch.subscription)!;
    const key = keyOf(watch.params);
    if (ofKind.get(key) === watch) ofKind.delete(key);
  }

  get #hasWatches(): boolean {
    return [...this.#watches.values()].some(({ size }) => size > 0);
  }

  #move(before: LedgerState, after: LedgerState, { distance, set }: MoveMade): void {
    const seenBefore = this.#seenBefore;
    let last = before;
    const isOneStep = distance === undefined || !this.#hasWatches;
    for (const state of isOneStep ? [after] : statesBetween(before, after, distance)) {
      const isNew = (slot: bigint) => !seenBefore.has(state, slot);
      if (this.#hasWatches) this.#handleAll(eventsOfMove(last, state, isNew, set));
      seenBefore.addLeft(last, state);
      last = state;
    }
  }

  #handleAll(events: Iterable<LedgerEvent>): void {
    for (const event of events)
      for (const [subscription, ofKind] of this.#watches)
        for (const watch of inOrder(subscription, [...ofKind.values()], event)) watch.handleEvent(event);
  }
}

function inOrder(
  subscription: Subscription,
  watches: readonly SharedSubscription[],
  event: LedgerEvent,
): readonly SharedSubscription[] {
  const placeOf = watches.length > 1 ? subscription.placeAt?.(event) : undefined;
  return placeOf === undefined ? watches : watches.toSorted((a, b) => placeOf(a.params) - placeOf(b.params));
}

/** A text that is equal for equal parameters. */
function keyOf(params: unknown): string {
  if (params instanceof Uint8Array) return Buffer.from(params).toString('hex');
  if (Array.isArray(params)) return `[${params.map(keyOf).join(',')}]`;
  if (typeof params === 'object' && params !== null) return keyOf(Object.entries(params));
  return typeof params === 'string' ? JSON.stringify(params) : `${params}`;
}
