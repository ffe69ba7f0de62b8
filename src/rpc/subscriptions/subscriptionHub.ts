import type { LiveLedger } from '../../live/liveLedger.ts';
import type { ControlTable } from '../tables.ts';
import { LedgerHub } from './ledgerHub.ts';
import { SharedSubscription } from './sharedSubscription.ts';
import { Subscriber, type SubscriberEvents } from './subscriber.ts';

export interface HubOptions {
  /** between the reply to a subscription and its first notification */
  readonly pauseMs?: number;
  /** Unix milliseconds */
  readonly now?: () => number;
  readonly controls?: ControlTable | undefined;
}

/** Clients lose notifications that come up to 2 ms after the reply, on a loaded machine even later ones. */
const PAUSE_MS = 25;

/** The subscriptions to all ledgers of a node, with one counter of ids. Equal subscriptions to a ledger are one. */
export class SubscriptionHub {
  readonly #hubs = new WeakMap<LiveLedger, LedgerHub>();
  readonly #pauseMs: number;
  readonly #now: () => number;
  readonly #controls: ControlTable | undefined;
  #nextId = 0;

  constructor({ controls, now = Date.now, pauseMs = PAUSE_MS }: HubOptions = {}) {
    this.#controls = controls;
    this.#pauseMs = pauseMs;
    this.#now = now;
  }

  /** @param pauseMs 0 for a subscriber that gets no replies */
  connect(live: LiveLedger, events: SubscriberEvents, pauseMs = this.#pauseMs): Subscriber {
    const hub = this.#hubOf(live);
    const subscriber = new Subscriber({
      hub,
      events,
      pauseMs,
      live,
      nextId: () => this.#nextId++,
      controls: this.#controls,
      now: this.#now,
    });
    hub.join(subscriber);
    return subscriber;
  }

  #hubOf(live: LiveLedger): LedgerHub {
    let hub = this.#hubs.get(live);
    if (hub === undefined) {
      hub = new LedgerHub(
        live,
        (subscription, params) =>
          new SharedSubscription(this.#nextId++, subscription, params, this.#now, live.version.state.protocol.version),
      );
      this.#hubs.set(live, hub);
    }
    return hub;
  }
}
