import { type JsonText, type JsonValue, stringifyJson } from '../../codec/jsonText.ts';
import { suggest } from '../../codec/suggest.ts';
import { RpcError } from '../../errors.ts';
import { keepInMemory } from '../../live/keepInMemory.ts';
import { holdProcess } from '../../live/processHold.ts';
import type { NodeVersion } from '../../nodeVersion.ts';
import { readAsNode } from '../params/params.ts';
import type { ClientEvents, ClientSubscriptions } from './clientSubscriptions.ts';
import { SUBSCRIPTIONS } from './index.ts';
import { NotificationQueue } from './notificationQueue.ts';
import type { Subscription } from './subscription.ts';
import type { Subscribed } from './subscriptionTypes.ts';

/**
 * Subscribes without a socket.
 *
 * @param read reads the text of a result as a value
 * @param onSubscribed called with a promise of whether the subscription receives notifications
 * @throws RpcError for wrong parameters
 * @throws TypeError for an unknown kind
 */
export function subscribeInProcess<T>(
  connect: (events: ClientEvents) => ClientSubscriptions,
  version: NodeVersion,
  kind: string,
  params: JsonValue | undefined,
  read: (result: JsonText) => T,
  onSubscribed?: (isListening: Promise<boolean>) => void,
): Subscribed<T> {
  const subscription = SUBSCRIPTIONS.find((candidate) => candidate.kind === kind);
  if (subscription === undefined) throw new TypeError(unknownKind(kind));
  const checked = readParams(subscription, params, version);
  const queue = new NotificationQueue<JsonText>();
  const client = connect({
    notified: ({ isLast, result }) => {
      queue.add(result);
      if (isLast) end();
    },
    // a ledger that has ended before says so at once
    ended: () => queueMicrotask(() => end()),
  });
  const end = () => {
    queue.end();
    client.close();
  };
  const { isListening, ready } = client.subscribe(subscription, checked, stringifyJson(params ?? []));
  onSubscribed?.(isListening);
  Promise.resolve(ready).then(
    () => client.replied(),
    (error: unknown) => queue.end({ error }),
  );
  return {
    async next() {
      const stops = [keepInMemory(client), holdProcess()];
      const result = await queue.next().finally(() => {
        for (const stop of stops) stop();
      });
      return result === undefined ? { done: true, value: undefined } : { done: false, value: read(result) };
    },
    async return() {
      end();
      queue.clear();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** The error of an answer has no stack; this one is thrown to the code that subscribes. */
function readParams({ params: type }: Subscription, params: JsonValue | undefined, version: NodeVersion): unknown {
  try {
    return readAsNode(type, params, version);
  } catch (error) {
    if (error instanceof RpcError) Error.captureStackTrace(error);
    throw error;
  }
}

/** The error of an unknown kind. Only this library has kinds: on a socket they are methods. */
export function unknownKind(kind: unknown): string {
  const kinds = SUBSCRIPTIONS.map((subscription) => subscription.kind);
  const name = String(kind).replace(/Subscribe$/, '');
  const hint = suggest(name, kinds, (near) => `\`${near}\``) ?? `the kinds are ${kinds.join(', ')}`;
  return `there is no subscription \`${String(kind)}\`: ${hint}`;
}
