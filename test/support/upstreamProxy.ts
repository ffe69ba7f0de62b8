import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type JsonObject, stringifyJson } from '../../src/codec/jsonText.ts';
import { parseJson } from '../../src/codec/parseJson.ts';

/** A proxy between a client and a node, which counts what is asked, and breaks and lies as it is told. */

export interface ProxiedCall {
  readonly method: string;
  /** JSON */
  readonly params: string;
  /** of the request, with its path and query */
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  /** calls of this method and these params so far, this one included */
  readonly times: number;
}

/** What is done with a call; with none of them it is passed on. */
export interface Misbehaviour {
  /** answered so without asking the node; a body may be a function of the id in the request */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | ((id: string) => string);
  /** a text of JSON, as the `error` of the answer */
  readonly error?: string;
  /** the text of the node’s reply is replaced by this */
  readonly alter?: (reply: string) => string;
  readonly gzip?: boolean;
  /** the connection ends after so many bytes of the body, 0 for none at all */
  readonly cutAfter?: number;
  /** the answer waits for it */
  readonly until?: Promise<unknown>;
}

export type Behaviour = (call: ProxiedCall) => Misbehaviour | undefined;

export interface UpstreamProxy {
  /** with the path `/KEY`, as providers have it */
  readonly url: string;
  /** what stands in `url` and must be nowhere else */
  readonly key: string;
  readonly origin: string;
  /** in the order in which they came */
  readonly calls: readonly ProxiedCall[];
  /** `method params` of every call, in order */
  texts(): string[];
  /** `method params` of what was asked more than once */
  repeated(): string[];
  /** most requests at a time */
  readonly mostAtATime: number;
  behave(behaviour: Behaviour): void;
  /** begins to count again */
  forget(): void;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A promise and what keeps it. */
export function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((keep) => {
    resolve = keep;
  });
  return { promise, resolve };
}

const KEY = 'k3y-that-nobody-may-see';

/** @param upstream URL of the node; undefined: nothing is passed on */
export async function startProxy(upstream?: string): Promise<UpstreamProxy> {
  const calls: ProxiedCall[] = [];
  let behaviour: Behaviour = () => undefined;
  let atATime = 0;
  let mostAtATime = 0;
  const server = createServer((request, response) => {
    mostAtATime = Math.max(mostAtATime, ++atATime);
    response.on('close', () => atATime--);
    void answer(request, response);
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    const { id, method, params } = parseJson(body) as JsonObject;
    const text = stringifyJson(params ?? null);
    const times = calls.filter((call) => call.method === method && call.params === text).length + 1;
    const { headers, url = '' } = request;
    const call = { method: String(method), params: text, url, headers, times };
    calls.push(call);
    const misbehaviour = behaviour(call) ?? {};
    await misbehaviour.until;
    const idText = stringifyJson(id ?? null);
    await reply(response, misbehaviour, idText, () => passOn(upstream, body));
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${origin}/${KEY}`,
    key: KEY,
    origin,
    calls,
    texts: () => calls.map(({ method, params }) => `${method} ${params}`),
    repeated: () => calls.filter(({ times }) => times === 2).map(({ method, params }) => `${method} ${params}`),
    get mostAtATime() {
      return mostAtATime;
    },
    behave: (next) => {
      behaviour = next;
    },
    forget: () => {
      calls.length = 0;
    },
    [Symbol.asyncDispose]: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

async function passOn(upstream: string | undefined, body: string): Promise<string> {
  if (upstream === undefined) throw new Error('this proxy has no node behind it');
  const response = await fetch(upstream, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return response.text();
}

async function reply(
  response: ServerResponse,
  misbehaviour: Misbehaviour,
  id: string,
  ask: () => Promise<string>,
): Promise<void> {
  const { alter, body, cutAfter, error, gzip, headers = {}, status = 200 } = misbehaviour;
  if (cutAfter === 0) {
    response.socket?.resetAndDestroy();
    return;
  }
  const given = typeof body === 'function' ? body(id) : body;
  const failed = error === undefined ? undefined : `{"jsonrpc":"2.0","error":${error},"id":${id}}`;
  const text = given ?? failed ?? (status === 200 ? await ask() : '');
  const altered = alter === undefined ? text : alter(text.toString());
  const bytes = gzip === true ? gzipSync(altered) : Buffer.from(altered);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': bytes.length,
    ...(gzip === true && { 'content-encoding': 'gzip' }),
    ...headers,
  });
  if (cutAfter === undefined) response.end(bytes);
  else response.write(bytes.subarray(0, cutAfter), () => response.destroy());
}

/** The reply with another result; for lies. */
export function withResult(result: string): Misbehaviour {
  return { body: (id) => `{"jsonrpc":"2.0","result":${result},"id":${id}}` };
}
