import { JsonFragment, type JsonObject } from '../../codec/jsonText.ts';
import type { LoggedNotification, LoggedSubscription } from '../../live/subscriptionLog.ts';
import { listOf, objectOf } from '../../rpc/openrpc/schema.ts';
import { BOOLEAN, TEXT, U64 as U64_SCHEMA } from '../../rpc/openrpc/schemas.ts';
import type { U64 } from '../../solana/meta.ts';
import { controlMethod } from '../controlMethod.ts';

const NOTIFICATION = objectOf({ isDropped: BOOLEAN, result: TEXT, slot: U64_SCHEMA, timeMs: U64_SCHEMA });
const SUBSCRIPTION = objectOf({
  count: U64_SCHEMA,
  id: U64_SCHEMA,
  isOpen: BOOLEAN,
  method: TEXT,
  notifications: listOf(NOTIFICATION),
  params: {},
  timeMs: U64_SCHEMA,
});

/** A notification in the log of subscriptions. */
export interface NotificationInfo {
  /** a fault kept it back */
  readonly isDropped: boolean;
  /** JSON text, cut after 4096 characters */
  readonly result: string;
  /** the processed slot at that time */
  readonly slot: U64;
  /** Unix milliseconds */
  readonly timeMs: number;
}

/** A subscription of a client: what stillnode_subscriptions lists. */
export interface SubscriptionInfo {
  /** number of notifications so far */
  readonly count: number;
  readonly id: number;
  readonly isOpen: boolean;
  /** such as `slotSubscribe` */
  readonly method: string;
  /** the newest 20, oldest first */
  readonly notifications: readonly NotificationInfo[];
  readonly params: unknown;
  /** Unix milliseconds at which it began */
  readonly timeMs: number;
}

export interface SubscriptionsMethod {
  /**
   * The newest 100 subscriptions of clients, open and ended ones, oldest first.
   * @example
   * const [logs] = await node.subscriptions();
   */
  subscriptions(): Promise<readonly SubscriptionInfo[]>;
}

export const subscriptions = controlMethod({
  name: 'subscriptions',
  summary: 'the newest 100 subscriptions of clients, open and ended ones, with the newest 20 notifications of each',
  result:
    '`[{"count","id","isOpen","method","notifications":[{"isDropped","result","slot","timeMs"}],"params","timeMs"}]`, oldest first; `result` is JSON text, cut after 4096 characters',
  schema: listOf(SUBSCRIPTION),
  run: (_args, { live }) => live.subscriptions.entries.map(subscriptionJson),

  library: (call): SubscriptionsMethod => ({ subscriptions: () => call() }),
});

function subscriptionJson({ notifications, params, ...members }: LoggedSubscription): JsonObject {
  return { ...members, notifications: notifications.map(notificationJson), params: new JsonFragment(params) };
}

function notificationJson({ isDropped, result, slot, timeMs }: LoggedNotification): JsonObject {
  return { isDropped, result, slot, timeMs };
}
