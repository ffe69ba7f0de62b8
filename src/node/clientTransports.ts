import { STATUS_CODES } from 'node:http';
import {
  isJsonArray,
  isJsonObject,
  JsonFloat,
  type JsonText,
  type JsonValue,
  stringifyJson,
} from '../codec/jsonText.ts';
import { parseJson } from '../codec/parseJson.ts';
import { DIALECTS } from '../dialect.ts';
import { keepInMemory } from '../live/keepInMemory.ts';
import type { ServedLedger } from '../rpc/ledgerService.ts';
import { type ControlAccess, IN_PROCESS } from '../rpc/protocol/call.ts';
import { jsonOf } from '../rpc/protocol/inProcessCalls.ts';
import { notify } from '../rpc/protocol/notify.ts';
import { turnOf } from '../rpc/protocol/session.ts';
import type { InjectedReply, InjectedRequest } from '../server/injectedRequests.ts';
import { ClientError } from './clientError.ts';

/**
 * Transports for clients in place of a URL: no port is opened, and answers are those of HTTP and sockets.
 * @module
 */

/** Statuses whose responses have no body. Source Fetch standard, null body status */
const WITHOUT_BODY = [101, 204, 205, 304];

/** A `fetch` of the node, whatever the host of the URL is. A fault that ends the connection is a TypeError, as over HTTP. */
export function fetchOf(ledger: ServedLedger): Fetch {
  let handler: Promise<(request: InjectedRequest) => Promise<InjectedReply>> | undefined;
  return async (input, init) => {
    const request = new Request(input, init);
    const { signal } = request;
    const { host, pathname, search } = new URL(request.url);
    const body = Buffer.from(await request.arrayBuffer());
    const headers = { host, ...Object.fromEntries(request.headers) };
    handler ??= import('../server/injectedRequests.ts').then(({ createRequestHandler }) =>
      createRequestHandler(ledger),
    );
    const handleRequest = await handler;
    signal.throwIfAborted();
    const replied = handleRequest({ method: request.method, url: pathname + search, headers, body });
    const reply = await unlessAborted(signal, replied.catch(failFetch));
    return new Response(WITHOUT_BODY.includes(reply.status) ? null : new Uint8Array(reply.body), {
      status: reply.status,
      statusText: STATUS_CODES[reply.status] ?? '',
      headers: reply.headers.map(([name, value]): [string, string] => [name, value]),
    });
  };
}

function failFetch(cause: unknown): never {
  throw new TypeError('fetch failed', { cause });
}

function unlessAborted<T>(signal: AbortSignal, pending: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    pending.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Types of the web, where the project that compiles this knows them. */
export type Fetch = typeof globalThis extends { fetch: infer F } ? F : (input: never, init?: never) => Promise<unknown>;
type Signal = typeof globalThis extends { AbortSignal: { prototype: infer S } } ? S : object;

/** A `RpcTransport` of Kit. */
export type Transport = <T>(config: { readonly payload: unknown; readonly signal?: Signal }) => Promise<T>;

const JSON_HEADERS = { accept: 'application/json', 'content-type': 'application/json; charset=utf-8' };

/** Error codes of @solana/errors 8.4 */
const HTTP_ERROR = 8_100_002;
const CONNECTION_CLOSED = 8_190_003;

/** @param ask answers requests of HTTP */
export function transportOf(ask: Fetch): Transport {
  return async <T>({ payload, signal }: Parameters<Transport>[0]): Promise<T> => {
    const body = textOf(payload);
    const init = { method: 'POST', headers: JSON_HEADERS, body, ...(signal && { signal }) };
    const response = await ask('http://stillnode/', init);
    const { headers, status: statusCode, statusText: message } = response;
    if (!response.ok)
      throw new ClientError(HTTP_ERROR, `HTTP error (${statusCode}): ${message}`, { headers, message, statusCode });
    return readAsKit(await response.text()) as T;
  };
}

function textOf(payload: unknown): JsonText {
  return stringifyJson(jsonOf(payload, 'payload'));
}

/** Reads JSON as Kit does: every integer is a bigint. */
function readAsKit(text: JsonText): unknown {
  return toKit(parseJson(text));
}

function toKit(value: JsonValue): unknown {
  if (typeof value === 'number') return BigInt(value);
  if (value instanceof JsonFloat) return value.value;
  if (isJsonArray(value)) return value.map(toKit);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toKit(member ?? null)]));
}

/** A `RpcSubscriptionsTransport` of Kit. `execute` makes the subscription on a channel. */
export type SubscriptionsTransport = <T>(config: {
  readonly execute: (config: { readonly channel: never; readonly signal: Signal }) => Promise<T>;
  readonly signal: Signal;
}) => Promise<T>;

export function subscriptionsTransportOf(ledger: ServedLedger, access: ControlAccess): SubscriptionsTransport {
  return async ({ execute, signal }) => {
    (signal as AbortSignal).throwIfAborted();
    return execute({ channel: channelOf(ledger, access, signal as AbortSignal) as never, signal });
  };
}

type Subscriber = (data: unknown) => void;

/** A `RpcSubscriptionsChannel` of Kit: a socket without a network. Aborting the signal closes it, and ends its messages. */
function channelOf(ledger: ServedLedger, access: ControlAccess, signal: AbortSignal) {
  const subscribers = { error: new Set<Subscriber>(), message: new Set<Subscriber>() };
  const deliver = (name: keyof typeof subscribers, data: unknown) => {
    for (const subscriber of [...subscribers[name]]) if (!signal.aborted) notify(subscriber, data);
  };
  const connectionClosed = () => new ClientError(CONNECTION_CLOSED, 'WebSocket connection closed', {});
  const fail = () => {
    forget();
    deliver('error', connectionClosed());
  };
  const close = () => {
    forget();
    session.close();
  };
  const session = ledger.openSession(
    DIALECTS[ledger.service.dialect],
    { ...IN_PROCESS, transport: 'socket', access: () => access },
    { notified: (message) => deliver('message', readAsKit(message.toString())), ended: fail, failed: fail },
  );
  const forget = keepInMemory(session);
  signal.addEventListener('abort', close, { once: true });
  const answer = async (message: JsonText, onWaiting: () => void) => {
    if (signal.aborted) return;
    const { fault, text } = await session.answer(message, onWaiting);
    if (fault !== undefined) return fail();
    if (text !== '') deliver('message', readAsKit(text));
    session.replied();
  };
  let turn = Promise.resolve();
  return {
    on(name: keyof typeof subscribers, subscriber: Subscriber, options?: { readonly signal: AbortSignal }): () => void {
      const stop = () => void subscribers[name].delete(subscriber);
      if (options?.signal.aborted) return stop;
      subscribers[name].add(subscriber);
      options?.signal.addEventListener('abort', stop, { once: true });
      return stop;
    },
    async send(message: unknown): Promise<void> {
      if (signal.aborted) throw connectionClosed();
      const text = textOf(message);
      // messages are answered one after the other
      turn = turn.then(() => turnOf((onWaiting) => answer(text, onWaiting)));
    },
  };
}
