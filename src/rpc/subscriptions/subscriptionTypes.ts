import type { SubscriptionParams } from '../openrpc/paramTypes.ts';
import type { Notifications } from './notificationTypes.ts';

/** The subscriptions of the library. @module */

export type SubscriptionKind = keyof Notifications;

/** The notifications of a subscription, in order. It ends with `return`, which leaving a loop calls, and with its ledger. */
export interface Subscribed<T> {
  next(): Promise<IteratorResult<T, undefined>>;
  return(): Promise<IteratorResult<T, undefined>>;
  [Symbol.asyncIterator](): Subscribed<T>;
}

/** Subscribes at once; notifications that are not read yet are kept. */
export type Subscribe = <K extends SubscriptionKind>(
  kind: K,
  ...params: SubscriptionParams[K]
) => Subscribed<Notifications[K]>;
