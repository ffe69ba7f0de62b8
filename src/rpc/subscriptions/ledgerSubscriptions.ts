import type { LedgerState } from '../../ledger/state.ts';
import { statesBetween } from '../../ledger/statesBetween.ts';
import type { LiveLedger } from '../../live/liveLedger.ts';
import type { MoveMade } from '../../live/watchers.ts';
import type { NodeVersion } from '../../nodeVersion.ts';
import { ON_SOCKETS } from './index.ts';
import { eventsOfMove, eventsOfStart, eventsOfSwitch, type LedgerEvent } from './ledgerEvents.ts';
import { NotificationTurns } from './notificationTurns.ts';
import { SeenBlocks } from './seenBlocks.ts';
import { type Listener, SharedSubscription } from './sharedSubscription.ts';
import type { Subscription } from './subscription.ts';

/** The kind whose subscribers only wait for its one notification. */
const AWAITED_KIND = 'signature';

interface LedgerSubscriptionsOptions {
  /** the id of a new subscription */
  readonly nextId: () => number;
  /** Unix milliseconds */
  readonly now?: () => number;
  /** the turns in which its clients are sent their notifications */
  readonly turns?: NotificationTurns;
}

/** The subscriptions to one ledger; equal ones are one. It watches the ledger while there are clients. */
export class LedgerSubscriptions {
  readonly live: LiveLedger;
  readonly now: () => number;
  readonly turns: NotificationTurns;
  readonly #nextId: () => number;
  readonly #clients = new Set<Listener>();
  /** subscriptions by kind and parameters; those of one kind in the order of their ids */
  readonly #byKind = new Map<Subscription, Map<string, SharedSubscription>>(
    ON_SOCKETS.map((kind) => [kind, new Map()]),
  );
  #stopWatching: (() => void) | undefined;
  #isEnded = false;
  /** number of changes so far: moves, switches and new subscriptions */
  #changes = 0;
  /** blocks that left the chain after subscribers were notified of them */
  #seenBefore = new SeenBlocks();

  constructor(
    live: LiveLedger,
    { nextId, now = Date.now, turns = new NotificationTurns() }: LedgerSubscriptionsOptions,
  ) {
    this.live = live;
    this.#nextId = nextId;
    this.now = now;
    this.turns = turns;
  }

  get nodeVersion(): NodeVersion {
    return this.live.version.state.protocol.version;
  }

  join(client: Listener): void {
    this.#clients.add(client);
    if (this.#isEnded) return void client.ended();
    this.#stopWatching ??= this.live.watch({
      moved: ({ state: before }, { state: after }, move) =>
        this.#handle(this.#eventsOfMove(before, after, move, this.#hasSubscriptions)),
      switched: ({ state: before }, { state: after }) => this.#handle(this.#eventsOfSwitch(before, after)),
      ended: () => {
        this.#isEnded = true;
        for (const client of this.#clients) client.flush();
        for (const client of [...this.#clients]) client.ended();
      },
    });
  }

  leave(client: Listener): void {
    this.#clients.delete(client);
    if (this.#clients.size > 0) return;
    this.#stopWatching?.();
    this.#stopWatching = undefined;
  }

  /** The subscription that is equal, or a new one. */
  findOrCreate(subscription: Subscription, params: unknown): SharedSubscription {
    const ofKind = this.#byKind.get(subscription)!;
    const key = keyOf(params);
    const existing = ofKind.get(key);
    if (existing !== undefined && !existing.isOver) return existing;
    const shared = new SharedSubscription(this.#nextId(), subscription, params, {
      now: this.now,
      version: this.nodeVersion,
      whenLoaded: (work) => this.turns.make(work),
    });
    // one that is over may still be there: the new one comes last
    ofKind.delete(key);
    ofKind.set(key, shared);
    return shared;
  }

  addListener(shared: SharedSubscription, client: Listener): void {
    const isFirst = shared.listeners.size === 0;
    shared.listeners.set(client, this.#changes);
    if (isFirst && shared.subscription.kind === AWAITED_KIND) this.live.autoAdvance.addWait(shared);
    if (isFirst) this.#handle(eventsOfStart(this.live.version.state), () => [shared]);
  }

  removeListener(shared: SharedSubscription, client: Listener): void {
    if (!shared.listeners.delete(client) || shared.listeners.size > 0) return;
    this.live.autoAdvance.removeWait(shared);
    const ofKind = this.#byKind.get(shared.subscription)!;
    const key = keyOf(shared.params);
    if (ofKind.get(key) === shared) ofKind.delete(key);
  }

  get #hasSubscriptions(): boolean {
    return [...this.#byKind.values()].some(({ size }) => size > 0);
  }

  /** @param isHeard whether there were subscriptions when it was made */
  *#eventsOfMove(
    before: LedgerState,
    after: LedgerState,
    { distance, set }: MoveMade,
    isHeard: boolean,
  ): Iterable<LedgerEvent> {
    const seenBefore = this.#seenBefore;
    let last = before;
    const isOneStep = distance === undefined || !isHeard;
    for (const state of isOneStep ? [after] : statesBetween(before, after, distance)) {
      const isNew = (slot: bigint) => !seenBefore.has(state, slot);
      if (isHeard) yield* eventsOfMove(last, state, isNew, set);
      seenBefore.addLeft(last, state);
      last = state;
    }
  }

  *#eventsOfSwitch(before: LedgerState, after: LedgerState): Iterable<LedgerEvent> {
    this.#seenBefore = new SeenBlocks();
    yield* eventsOfSwitch(before, after);
  }

  /** Makes the notifications for the events of a change, in their order. */
  #handle(
    events: Iterable<LedgerEvent>,
    subscriptionsTo: (event: LedgerEvent) => Iterable<SharedSubscription> = (event) => this.#inOrder(event),
  ): void {
    this.turns.make(notificationsFor(events, subscriptionsTo, ++this.#changes));
  }

  /** All subscriptions, in the order of their notifications for an event. */
  *#inOrder(event: LedgerEvent): Iterable<SharedSubscription> {
    for (const [subscription, ofKind] of this.#byKind) yield* inOrder(subscription, [...ofKind.values()], event);
  }
}

/** Makes the notifications for events. Yields the number of characters of each subscription for each event. */
function* notificationsFor(
  events: Iterable<LedgerEvent>,
  subscriptionsTo: (event: LedgerEvent) => Iterable<SharedSubscription>,
  change: number,
): Iterable<number> {
  for (const event of events) for (const shared of subscriptionsTo(event)) yield shared.handleEvent(event, change);
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
