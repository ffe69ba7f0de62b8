/**
 * A node in another process, asked over HTTP: only at the address that the test gives.
 * @module
 */
import { plainOf, requestBody, resultTextOf } from '../jsonrpc/inProcess.ts';
import type { AskedFork, TestNode } from './testNode.ts';

/** As it is now: a test may put a stub in its place. */
const send = globalThis.fetch;

type Asked = Pick<TestNode, 'request' | 'requestText'>;

/** @param url with the keys that the node wants, as `?apikey=…&controlKey=…` */
export function askedAt(url: string): Asked {
  const requestText: Asked['requestText'] = async (method, params) =>
    resultTextOf(await replyTo(url, requestBody(method, params)));
  return { requestText, request: async (method, params) => plainOf(await requestText(method, params)) };
}

/** A fork of the node at a URL: reached as the node is, whatever the node itself takes for its address. */
export function forkAt(url: string, name: string): AskedFork {
  const fork = new URL(url);
  fork.pathname = `${fork.pathname.replace(/(?:\/fork\/[^/]*)?\/*$/, '')}/fork/${name}`;
  // the port of HTTP takes WebSockets too
  return { name, url: fork.href, wsUrl: fork.href.replace(/^http/, 'ws'), ...askedAt(fork.href) };
}

/** @throws Error where no node answers */
async function replyTo(url: string, body: string): Promise<string> {
  const reply = await send(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).catch(
    (cause: unknown) => {
      throw new Error(`no node answers at ${withoutKeys(url)}`, { cause });
    },
  );
  const text = await reply.text();
  if (reply.status !== 200) throw new Error(`${withoutKeys(url)} answers ${reply.status}: ${text.trim()}`);
  return text;
}

/** Keys are secret, and messages are shown. */
export function withoutKeys(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
