import { JsonFragment, type JsonObject } from '../../codec/jsonText.ts';
import type { LoggedNotification, LoggedSubscription } from '../../live/subscriptionLog.ts';
import { listOf, objectOf, withName, withNote } from '../../rpc/openrpc/schema.ts';
import { BOOLEAN, COUNT, SLOT, TEXT } from '../../rpc/openrpc/schemas.ts';
import { controlMethod } from '../controlMethod.ts';

const NOTIFICATION = withName(
  'NotificationInfo',
  objectOf({
    isDropped: withNote(BOOLEAN, 'a fault kept it back'),
    result: withNote(TEXT, 'JSON text, cut after 4096 characters'),
    slot: withNote(SLOT, 'the processed slot at that time'),
    timeMs: withNote(COUNT, 'Unix milliseconds'),
  }),
);

const SUBSCRIPTION = withName(
  'SubscriptionInfo',
  objectOf({
    count: withNote(COUNT, 'number of notifications so far'),
    id: COUNT,
    isOpen: BOOLEAN,
    method: withNote(TEXT, 'the method that began it, such as `slotSubscribe`'),
    notifications: withNote(listOf(NOTIFICATION), 'the newest 20, oldest first'),
    params: {},
    timeMs: withNote(COUNT, 'Unix milliseconds at which it began'),
  }),
  'an open subscription, with the notifications that it has had',
);

export const subscriptions = controlMethod({
  name: 'subscriptions',
  effect: 'reads',
  summary: 'the newest 100 subscriptions of clients, open and ended ones, with the newest 20 notifications of each',
  doc: ['@example', 'const [logs] = await node.subscriptions();'],
  result: withNote(listOf(SUBSCRIPTION), 'oldest first'),
  run: (_args, { live }) => live.subscriptions.entries.map(subscriptionJson),
});

function subscriptionJson({ notifications, params, ...members }: LoggedSubscription): JsonObject {
  return { ...members, notifications: notifications.map(notificationJson), params: new JsonFragment(params) };
}

function notificationJson({ isDropped, result, slot, timeMs }: LoggedNotification): JsonObject {
  return { isDropped, result, slot, timeMs };
}
