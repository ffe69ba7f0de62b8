import { type JsonText, type JsonValue, stringifyJson } from '../../codec/jsonText.ts';
import { suggest } from '../../codec/suggest.ts';
import { RpcError } from '../../errors.ts';
import { keepInMemory } from '../../live/keepInMemory.ts';
import type { NodeVersion } from '../../nodeVersion.ts';
import { readAsNode } from '../params/params.ts';
import type { ClientEvents, ClientSubscriptions } from './clientSubscriptions.ts';
import { SUBSCRIPTIONS } from './index.ts';
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
  const queue = new Queue<JsonText>();
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
      const forget = keepInMemory(client);
      const result = await queue.next().finally(forget);
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
function unknownKind(kind: unknown): string {
  const kinds = SUBSCRIPTIONS.map((subscription) => subscription.kind);
  const name = String(kind).replace(/Subscribe$/, '');
  const hint = suggest(name, kinds, (near) => `\`${near}\``) ?? `the kinds are ${kinds.join(', ')}`;
  return `there is no subscription \`${String(kind)}\`: ${hint}`;
}

/** Values for readers that wait for them. What has been added before the end is still read. */
class Queue<T> {
  #values: T[] = [];
  #readers: (() => void)[] = [];
  /** the end, with an error if there was one; undefined: it has not ended */
  #end: { readonly error?: unknown } | undefined;

  add(value: T): void {
    this.#values.push(value);
    this.#readers.shift()?.();
  }

  end(end: { readonly error?: unknown } = {}): void {
    this.#end ??= end;
    for (const wake of this.#readers.splice(0)) wake();
  }

  clear(): void {
    this.#values = [];
  }

  /** Undefined: it has ended. */
  async next(): Promise<T | undefined> {
    while (this.#values.length === 0) {
      if (this.#end !== undefined && 'error' in this.#end) throw this.#end.error;
      if (this.#end !== undefined) return undefined;
      await new Promise<void>((resolve) => {
        this.#readers.push(resolve);
      });
    }
    return this.#values.shift();
  }
}
