import { ClosedError, droppedText } from '../../errors.ts';
import { plainOf, requestBody, resultTextOf } from '../../rpc/protocol/inProcessCalls.ts';
import type { Request, RequestText } from '../answers/requestTypes.ts';
import type { Fetch } from '../clientTransports.ts';

/**
 * Calls of a node in another process, over HTTP.
 * @module
 */

/** The client that the journal of a node shows for these calls: they come from the code of a test, not from the app that it tests. */
export const TEST_CLIENT = 'stillnode-test';

/** The real `fetch`, kept at the start: a test may replace it by a stub. */
export const realFetch: typeof globalThis.fetch = globalThis.fetch;

export interface HttpCalls {
  readonly request: Request;
  readonly requestText: RequestText;
}

/** @param url with the keys of the node, as `?apikey=…&controlKey=…` */
export function httpCalls(url: string, fetch: Fetch = realFetch): HttpCalls {
  const requestText: RequestText = async (method: string, params?: readonly unknown[]) =>
    resultTextOf(await replyTo(url, requestBody(method, params), fetch as typeof globalThis.fetch));
  return {
    requestText,
    request: (async (method: string, params?: readonly unknown[]) =>
      plainOf(await requestText(method, params))) as Request,
  };
}

/** An answer that is no reply of JSON-RPC with status 200. */
export class HttpReplyError extends Error {
  readonly #status: number;

  constructor(url: string, status: number, text: string) {
    super(`${withoutKeys(url)} answers ${status}: ${text.trim()}`);
    this.#status = status;
  }

  get status(): number {
    return this.#status;
  }
}

/** @throws Error if no node answers; HttpReplyError for another status than 200 */
async function replyTo(url: string, body: string, fetch: typeof globalThis.fetch): Promise<string> {
  const headers = { 'content-type': 'application/json', 'solana-client': TEST_CLIENT };
  const reply = await fetch(url, { method: 'POST', headers, body }).catch((cause: unknown) => {
    throw new Error(`no node answers at ${withoutKeys(url)}`, { cause });
  });
  const text = await reply.text();
  if (reply.status !== 200) throw new HttpReplyError(url, reply.status, text);
  return text;
}

/** The calls of a fork: when it is dropped, they reject with a ClosedError. */
export function callsOfFork({ request, requestText }: HttpCalls, name: string): HttpCalls {
  const whileThere = <F extends (...args: never[]) => Promise<unknown>>(call: F): F =>
    ((...args: Parameters<F>) =>
      call(...args).catch((error: unknown) => {
        // the node answers 404 for a fork that it does not have
        if (error instanceof HttpReplyError && error.status === 404) throw new ClosedError(droppedText(name));
        throw error;
      })) as F;
  return { request: whileThere(request), requestText: whileThere(requestText) };
}

/** The address of a node for messages, without its keys. */
export function withoutKeys(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

/** The URL of a fork at the address of a node: the node may not know its own. */
export function forkUrl(url: string, name: string): string {
  const fork = new URL(url);
  fork.pathname = `${fork.pathname.replace(/(?:\/fork\/[^/]*)?\/*$/, '')}/fork/${name}`;
  return fork.href;
}

/** The URL of the WebSockets: the port of HTTP takes them too. */
export function socketUrlOf(url: string): string {
  return url.replace(/^http/, 'ws');
}
