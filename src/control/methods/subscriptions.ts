import { JsonFragment, type JsonObject } from '../../codec/jsonText.ts';
import type { LoggedNotification, LoggedSubscription } from '../../live/subscriptionLog.ts';
import { listOf, objectOf } from '../../rpc/openrpc/schema.ts';
import { BOOLEAN, TEXT, U64 } from '../../rpc/openrpc/schemas.ts';
import { controlMethod } from '../controlMethod.ts';

const NOTIFICATION = objectOf({ isDropped: BOOLEAN, result: TEXT, slot: U64, timeMs: U64 });
const SUBSCRIPTION = objectOf({
  count: U64,
  id: U64,
  isOpen: BOOLEAN,
  method: TEXT,
  notifications: listOf(NOTIFICATION),
  params: {},
  timeMs: U64,
});

export const subscriptions = controlMethod({
  name: 'subscriptions',
  summary: 'the newest 100 subscriptions of clients, open and ended ones, with the newest 20 notifications of each',
  result:
    '`[{"count","id","isOpen","method","notifications":[{"isDropped","result","slot","timeMs"}],"params","timeMs"}]`, oldest first; `result` is JSON text, cut after 4096 characters',
  schema: listOf(SUBSCRIPTION),
  run: (_args, { live }) => live.subscriptions.entries.map(subscriptionJson),
});

function subscriptionJson({ notifications, params, ...members }: LoggedSubscription): JsonObject {
  return { ...members, notifications: notifications.map(notificationJson), params: new JsonFragment(params) };
}

function notificationJson({ isDropped, result, slot, timeMs }: LoggedNotification): JsonObject {
  return { isDropped, result, slot, timeMs };
}
