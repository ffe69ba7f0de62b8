import { parseJson } from '../../codec/parseJson.ts';
import type { ConnectionFault } from '../../live/faults/fault.ts';
import type { FaultList, TakenFault } from '../../live/faults/faultList.ts';
import type { Notification } from './sharedSubscription.ts';

interface WaitingNotification {
  readonly notification: Notification;
  readonly copies: number;
  /** time on the clock of `performance` */
  readonly dueMs: number;
}

interface DeliveryEvents {
  send(notification: Notification): void;
  /** A fault keeps the notification back. */
  drop(notification: Notification): void;
  /** A fault ends the connection. */
  fail(fault: ConnectionFault): void;
}

/** Delivers notifications to one connection, applying faults in order: a delayed one delays those behind it. */
export class FaultyDelivery {
  readonly #faults: FaultList;
  readonly #events: DeliveryEvents;
  readonly #waiting: WaitingNotification[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(faults: FaultList, events: DeliveryEvents) {
    this.#faults = faults;
    this.#events = events;
  }

  deliver(notification: Notification): void {
    const fault = this.#faults.isEmpty ? undefined : this.#take(notification);
    if (fault === undefined && this.#waiting.length === 0) return void this.#events.send(notification);
    const { notificationDelayMs = 0, then = {} } = fault ?? {};
    const { closeSocket, dropNotifications, repeatNotifications = 0 } = then;
    if (dropNotifications) return void this.#events.drop(notification);
    if (closeSocket !== undefined) return void this.#events.fail({ closeSocket });
    const dueMs = performance.now() + notificationDelayMs;
    this.#waiting.push({ notification, copies: 1 + repeatNotifications, dueMs });
    if (this.#waiting.length === 1) this.#deliverDue();
  }

  /** Drops the notifications that wait. */
  close(): void {
    clearTimeout(this.#timer);
    this.#waiting.length = 0;
  }

  #take({ result, shared }: Notification): TakenFault | undefined {
    return this.#faults.take({
      occasion: 'notification',
      method: `${shared.subscription.kind}Notification`,
      isRead: false,
      params: () => ({ result: parseJson(result), subscription: shared.id }),
    });
  }

  /** Delivers due notifications, and waits for the next one. */
  #deliverDue(): void {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      const restMs = next.dueMs - performance.now();
      if (restMs > 0) {
        this.#timer = setTimeout(() => this.#deliverDue(), restMs);
        return;
      }
      for (let i = 0; i < next.copies; i++) this.#events.send(next.notification);
      this.#waiting.shift();
    }
  }
}
