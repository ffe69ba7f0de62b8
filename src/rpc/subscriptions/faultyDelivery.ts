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

/** Delivers notifications to one connection, applying faults in order: a delayed one delays those behind it. */
export class FaultyDelivery {
  readonly #faults: FaultList;
  readonly #send: (notification: Notification) => void;
  readonly #fail: (fault: ConnectionFault) => void;
  readonly #waiting: WaitingNotification[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** @param fail ends the connection */
  constructor(faults: FaultList, send: (notification: Notification) => void, fail: (fault: ConnectionFault) => void) {
    this.#faults = faults;
    this.#send = send;
    this.#fail = fail;
  }

  deliver(notification: Notification): void {
    const fault = this.#faults.isEmpty ? undefined : this.#take(notification);
    if (fault === undefined && this.#waiting.length === 0) return void this.#send(notification);
    const { notificationDelayMs = 0, then = {} } = fault ?? {};
    const { closeSocket, dropNotifications, repeatNotifications = 0 } = then;
    if (dropNotifications) return;
    if (closeSocket !== undefined) return void this.#fail({ closeSocket });
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
      for (let i = 0; i < next.copies; i++) this.#send(next.notification);
      this.#waiting.shift();
    }
  }
}
