import { earlierOf } from '../../codec/bigints.ts';
import { stretchesOn } from '../../ledger/history/chain.ts';
import type { Stretch } from '../../ledger/history/history.ts';
import type { LedgerState } from '../../ledger/state.ts';
import { steps } from '../../ledger/steps.ts';
import type { LiveLedger } from '../../live/liveLedger.ts';
import type { MoveMade } from '../../live/watchers.ts';
import type { AccountEncoders } from '../encoding/account.ts';
import { SUBSCRIPTIONS } from './index.ts';
import { eventsOfMove, eventsOfStart, eventsOfSwitch, type LedgerEvent, SeenBlocks } from './ledgerEvents.ts';
import { type Listener, Notification, type SharedSubscription } from './sharedSubscription.ts';
import type { Subscriber, Watches } from './subscriber.ts';
import { type EncodeContext, NOTHING, type Notice, type Subscription } from './subscription.ts';

const NO_ENCODERS: AccountEncoders = { zstd: undefined, parsers: undefined };

/** What the ledgers of a node share. */
export interface HubShared {
  /** ids count up over all ledgers */
  readonly nextId: () => number;
  /** Unix milliseconds */
  readonly now: () => number;
}

/** The subscriptions of one ledger. It watches the ledger while there are subscribers. */
export class LedgerHub implements Watches {
  readonly #live: LiveLedger;
  readonly #shared: HubShared;
  readonly #subscribers = new Set<Subscriber>();
  /** by kind and parameters; of one kind in the order of their ids */
  readonly #watches = new Map<Subscription, Map<string, SharedSubscription>>(
    SUBSCRIPTIONS.map((each) => [each, new Map()]),
  );
  #count = 0;
  #stopWatching: (() => void) | undefined;
  #isEnded = false;
  /** blocks that left the chain after they had been seen on it */
  #seenBefore = new SeenBlocks();

  constructor(live: LiveLedger, shared: HubShared) {
    this.#live = live;
    this.#shared = shared;
  }

  join(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber);
    if (this.#isEnded) return void subscriber.ended();
    this.#stopWatching ??= this.#live.watch({
      moved: ({ state: before }, { state: after }, made) => this.#move(before, after, made),
      switched: ({ state: before }, { state: after }) => {
        this.#seenBefore = new SeenBlocks();
        if (this.#count > 0) this.#tellAll(eventsOfSwitch(before, after));
      },
      ended: () => {
        this.#isEnded = true;
        for (const each of [...this.#subscribers]) each.ended();
      },
    });
  }

  leave(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber);
    if (this.#subscribers.size > 0) return;
    this.#stopWatching?.();
    this.#stopWatching = undefined;
  }

  watchFor(subscription: Subscription, params: unknown): SharedSubscription {
    const ofKind = this.#watches.get(subscription)!;
    const key = keyOf(params);
    const known = ofKind.get(key);
    if (known !== undefined && !known.isOver) return known;
    const toolsWith = (encoders: AccountEncoders): EncodeContext => {
      return { encoders, now: this.#shared.now, warn: (error: unknown) => warn(subscription, error) };
    };
    const watch: SharedSubscription = {
      id: this.#shared.nextId(),
      subscription,
      params,
      tools: subscription.load === undefined ? toolsWith(NO_ENCODERS) : undefined,
      ready: undefined,
      waiting: [],
      holders: new Set<Listener>(),
      isOver: false,
    };
    watch.ready = subscription.load?.(params, this.#live.version.state.protocol.version).then((encoders) => {
      watch.tools = toolsWith(encoders);
      for (const event of watch.waiting.splice(0)) tell(watch, event);
    });
    // one that is over may still be there: the new one comes last
    ofKind.delete(key);
    ofKind.set(key, watch);
    this.#count++;
    return watch;
  }

  hold(watch: SharedSubscription, subscriber: Subscriber): void {
    const isFirst = watch.holders.size === 0;
    watch.holders.add(subscriber);
    if (isFirst) for (const event of eventsOfStart(this.#live.version.state)) tell(watch, event);
  }

  release(watch: SharedSubscription, subscriber: Subscriber): void {
    if (!watch.holders.delete(subscriber) || watch.holders.size > 0) return;
    this.#count--;
    const ofKind = this.#watches.get(watch.subscription)!;
    const key = keyOf(watch.params);
    if (ofKind.get(key) === watch) ofKind.delete(key);
  }

  #move(before: LedgerState, after: LedgerState, { distance, set }: MoveMade): void {
    const seenBefore = this.#seenBefore;
    let last = before;
    for (const state of distance === undefined || this.#count === 0 ? [after] : steps(before, after, distance)) {
      const isNew = (slot: bigint) => !seenBefore.has(state, slot);
      if (this.#count > 0) this.#tellAll(eventsOfMove(last, state, isNew, set));
      for (const stretch of stretchesThatLeft(last, state)) seenBefore.add(stretch);
      last = state;
    }
  }

  #tellAll(events: Iterable<LedgerEvent>): void {
    for (const event of events)
      for (const [subscription, ofKind] of this.#watches)
        for (const watch of inTurn(subscription, [...ofKind.values()], event)) tell(watch, event);
  }
}

function inTurn(
  subscription: Subscription,
  watches: readonly SharedSubscription[],
  event: LedgerEvent,
): readonly SharedSubscription[] {
  const placeOf = subscription.placeAt?.(event);
  return placeOf === undefined ? watches : watches.toSorted((a, b) => placeOf(a.params) - placeOf(b.params));
}

function tell(watch: SharedSubscription, event: LedgerEvent): void {
  const { holders, tools } = watch;
  if (watch.isOver || holders.size === 0) return;
  if (tools === undefined) return void watch.waiting.push(event);
  for (const { isLast = false, result } of noticesOf(watch, event, tools)) {
    watch.isOver = isLast;
    const notification = new Notification(watch, result, isLast);
    for (const holder of [...holders]) holder.notify(notification);
  }
}

/** An error of one subscription must not stop the others. */
function noticesOf(
  { params, subscription }: SharedSubscription,
  event: LedgerEvent,
  tools: EncodeContext,
): readonly Notice[] {
  try {
    return subscription.tell(event, params, tools);
  } catch (error) {
    warn(subscription, error);
    return NOTHING;
  }
}

/** Notifications cannot answer with an error. */
function warn({ name }: Subscription, error: unknown): void {
  process.emitWarning(`${name}: ${error instanceof Error ? error.message : error}`);
}

/** What the processed chain before has, and the one after has not. */
function* stretchesThatLeft(before: LedgerState, after: LedgerState): Iterable<Stretch> {
  const { offChain, tip } = after.chains.processed;
  for (const stretch of stretchesOn(before.chains.processed, before.history)) {
    const { first, last, source } = stretch;
    if (source === undefined) continue;
    const kept = offChain.highestOutside(earlierOf(last, tip));
    const isKept = kept >= first && after.history.sourceAt(kept) === source;
    if (!isKept || kept < last) yield { ...stretch, first: isKept ? kept + 1n : first };
    if (isKept) return;
  }
}

/** The same text for parameters that are equal. */
function keyOf(params: unknown): string {
  if (params instanceof Uint8Array) return Buffer.from(params).toString('hex');
  if (Array.isArray(params)) return `[${params.map(keyOf).join(',')}]`;
  if (typeof params === 'object' && params !== null) return keyOf(Object.entries(params));
  return typeof params === 'string' ? JSON.stringify(params) : `${params}`;
}
