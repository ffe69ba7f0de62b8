import { parseJson } from '../../codec/parseJson.ts';
import type { ConnectionFault } from '../../live/faults/fault.ts';
import type { FaultList, TakenFault } from '../../live/faults/faultList.ts';
import { MAX_SENT } from './notificationTurns.ts';
import type { Notification } from './sharedSubscription.ts';

/** A notification in the queue of a client. */
interface Queued {
  readonly notification: Notification;
}

interface Delayed<Q> {
  readonly queued: Q;
  readonly copies: number;
  /** time on the clock of `performance` */
  readonly dueMs: number;
}

interface DeliveryEvents<Q> {
  send(queued: Q): void;
  /** A fault keeps the notification back. */
  drop(queued: Q): void;
  /** A fault ends the connection. */
  fail(fault: ConnectionFault): void;
}

/** Delivers the notifications of one client, applying faults in order: a delayed one delays those behind it. */
export class FaultyDelivery<Q extends Queued> {
  readonly #faults: FaultList;
  readonly #events: DeliveryEvents<Q>;
  readonly #delayed: Delayed<Q>[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(faults: FaultList, events: DeliveryEvents<Q>) {
    this.#faults = faults;
    this.#events = events;
  }

  deliver(queued: Q): void {
    const fault = this.#faults.isEmpty ? undefined : this.#take(queued.notification);
    if (fault === undefined && this.#delayed.length === 0) return void this.#events.send(queued);
    const { notificationDelayMs = 0, then = {} } = fault ?? {};
    const { closeSocket, dropNotifications, repeatNotifications = 0 } = then;
    if (dropNotifications) return void this.#events.drop(queued);
    if (closeSocket !== undefined) return void this.#events.fail({ closeSocket });
    const dueMs = performance.now() + notificationDelayMs;
    this.#delayed.push({ queued, copies: 1 + repeatNotifications, dueMs });
    if (this.#delayed.length === 1) this.#deliverDue();
  }

  /** Drops the delayed notifications. */
  close(): void {
    clearTimeout(this.#timer);
    this.#delayed.length = 0;
  }

  #take({ result, shared }: Notification): TakenFault | undefined {
    return this.#faults.take({
      occasion: 'notification',
      method: `${shared.subscription.kind}Notification`,
      isRead: false,
      params: () => ({ result: parseJson(result), subscription: shared.id }),
    });
  }

  /** Delivers due notifications, as many as one turn has, and waits for the next one. */
  #deliverDue(): void {
    let sent = 0;
    for (let next = this.#delayed[0]; next !== undefined; next = this.#delayed[0]) {
      const restMs = next.dueMs - performance.now();
      if (restMs > 0 || sent >= MAX_SENT) {
        this.#timer = setTimeout(() => this.#deliverDue(), Math.max(restMs, 0));
        return;
      }
      for (let i = 0; i < next.copies; i++) this.#events.send(next.queued);
      sent += next.copies;
      this.#delayed.shift();
    }
  }
}
