import { Socket } from 'node:net';
import { type Duplex, Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { rpcErrors } from '../errors.ts';
import { notify } from '../rpc/protocol/dispatch.ts';
import { errorReply, type ReplyParts, replyBytes, replyText, singleReply } from '../rpc/protocol/envelope.ts';
import type { CallOutcome } from '../rpc/protocol/journal.ts';
import type { Headers } from './cors.ts';
import { type OnRequest, recordOf } from './requestRecord.ts';
import { stateOf } from './requestState.ts';

let second = Number.NaN;
let text = '';

/** The time in the format of HTTP headers; the text is cached for one second. */
function httpDate(): string {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) {
    second = now;
    text = new Date(now * 1000).toUTCString();
  }
  return text;
}

/** Ends a connection with a reset of TCP; one that is not TCP itself, such as TLS, just ends. */
export function resetConnection(connection: Duplex): void {
  try {
    if (connection instanceof Socket) connection.resetAndDestroy();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_INVALID_HANDLE_TYPE') throw error;
  }
  connection.destroy();
}

/** For larger replies, sending the parts one by one is faster than joining them in one buffer. */
const LARGE_BYTES = 1 << 17;

/** The header that clients wait by: without leave, a page of another origin cannot read it. */
const EXPOSED = 'retry-after';

/** The answer to a request. */
export interface Answer {
  readonly status: number;
  readonly contentType?: string;
  /** in addition to the CORS headers */
  readonly headers?: Headers;
  readonly body: string | ReplyParts;
  readonly calls?: readonly CallOutcome[];
  /** the connection ends after it */
  readonly isLast?: boolean;
  /** a fault: bytes of the body after which the connection ends, or its end by a reset before any of the answer */
  readonly breaksAfter?: number | 'reset';
}

export type Send = (request: FastifyRequest, reply: FastifyReply, answer: Answer) => FastifyReply;

/** Sends answers with the node's header names in the node's order, and records them. */
export function createSend(isClosing: () => boolean, onRequest: OnRequest | undefined): Send {
  return (request, reply, answer) => {
    const parts = replyBytes(typeof answer.body === 'string' ? [answer.body] : answer.body);
    const bytes = parts.reduce((sum, { length }) => sum + length, 0);
    // Node would write both headers in its own spelling and order
    reply.raw.removeHeader('connection');
    reply.raw.sendDate = false;
    setHeaders(request, reply.code(answer.status), answer, bytes, isClosing());
    if (answer.breaksAfter !== undefined) breakOff(reply, Buffer.concat(parts, bytes), answer.breaksAfter);
    else reply.send(bytes > LARGE_BYTES ? Readable.from(parts, { objectMode: false }) : Buffer.concat(parts, bytes));
    if (onRequest === undefined) return reply;
    const { breaksAfter, calls = [], status } = answer;
    const { fork, start } = stateOf(request);
    notify(onRequest, {
      httpMethod: request.method,
      status,
      ...recordOf(calls, fork),
      bytes: breaksAfter === 'reset' ? 0 : Math.min(bytes, breaksAfter ?? bytes),
      milliseconds: performance.now() - start,
    });
    return reply;
  };
}

/** Fastify has no say in a reply that is not whole. */
function breakOff(reply: FastifyReply, body: Buffer, after: number | 'reset'): void {
  reply.hijack();
  const { raw, request } = reply;
  const { socket } = request.raw;
  // a request that is injected into Fastify has no connection
  if (!(socket instanceof Socket)) return void raw.destroy();
  if (after === 'reset') return void resetConnection(socket);
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  raw.statusCode = reply.statusCode;
  const part = body.subarray(0, after);
  const end = () => socket.destroySoon();
  if (part.length > 0) return void raw.write(part, end);
  raw.flushHeaders();
  end();
}

function setHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  { contentType, headers = [], isLast = false }: Answer,
  bytes: number,
  isClosing: boolean,
): void {
  if (contentType !== undefined) reply.header('content-type', contentType);
  const { cors } = stateOf(request);
  const isExposed = cors.length > 0 && headers.some(([name]) => name.toLowerCase() === EXPOSED);
  if (isExposed) reply.header('access-control-expose-headers', EXPOSED);
  for (const [name, value] of headers) reply.header(name, value);
  for (const [name, value] of cors) reply.header(name, value);
  const connection = connectionHeader(request, reply, isClosing || isLast);
  if (connection !== undefined) reply.header('connection', [reply.getHeader('connection') ?? [], connection].flat());
  reply.header('content-length', `${bytes}`);
  reply.header('date', httpDate());
}

/** Sent only if it differs from the default of the HTTP version. */
function connectionHeader({ raw }: FastifyRequest, reply: FastifyReply, isLast: boolean): string | undefined {
  const isKept = reply.raw.shouldKeepAlive && !isLast;
  if (raw.httpVersion === '1.0') return isKept ? 'keep-alive' : undefined;
  return isKept ? undefined : 'close';
}

export const JSON_TYPE = 'application/json; charset=utf-8';
const TEXT_TYPE = 'text/plain; charset=utf-8';

interface RefusalDetails {
  readonly contentType?: string;
  readonly headers?: Headers;
  /** the connection ends after it */
  readonly isLast?: boolean;
}

/** A reply that is not JSON-RPC; hooks and the parser throw it, and the error handler of the plugin sends it. */
export class Refusal extends Error {
  readonly status: number;
  readonly contentType: string;
  readonly headers: Headers;
  readonly isLast: boolean;

  /** @param message the body */
  constructor(status: number, message: string, details: RefusalDetails = {}) {
    super(message);
    this.status = status;
    this.contentType = details.contentType ?? TEXT_TYPE;
    this.headers = details.headers ?? [];
    this.isLast = details.isLast ?? false;
  }
}

/** A 426 must name an accepted protocol, and HTTP/1.1 is the only one. Source RFC 9110 7.8, 15.5.22 */
const REQUIRED_PROTOCOL: Headers = [
  ['upgrade', 'HTTP/1.1'],
  ['connection', 'upgrade'],
];

/** Texts and line ends as the node sends them. Source jsonrpc-http-server 18, executed */
export const refusals = {
  forbiddenOrigin: () =>
    new Refusal(
      403,
      'Origin of the request is not whitelisted. CORS headers would not be sent and any side-effects were cancelled as well.\n',
    ),
  methodNotAllowed: (isLast: boolean) =>
    new Refusal(405, 'Used HTTP Method is not allowed. POST or OPTIONS is required\n', { isLast }),
  /** Ours, where a node is part of another app: its own ports take WebSockets. */
  noWebSocket: () =>
    new Refusal(426, 'There are no WebSockets here: connect to a port that the node itself listens on\n', {
      headers: REQUIRED_PROTOCOL,
      isLast: true,
    }),
  /** Ours: a node has no keys. */
  unauthorized: () =>
    new Refusal(401, replyText(singleReply(errorReply('null', rpcErrors.unauthorized()))), { contentType: JSON_TYPE }),
  /** Ours: the node has no dialects. */
  unknownDialect: (name: string) =>
    new Refusal(400, `unknown dialect ${JSON.stringify(name)}: use contract or agave\n`),
  /** Ours: the node has no forks. `why` is a sentence. */
  noFork: (why: string) => new Refusal(404, `${why}\n`),
  unsupportedContentType: () =>
    new Refusal(415, 'Supplied content type is not allowed. Content-Type: application/json is required\n'),
  bodyTooLarge: () => new Refusal(413, 'request body size exceeds allowed maximum'),
  notUtf8: (validBytes: number) => new Refusal(400, `utf-8 encoding error at byte ${validBytes} in request body`),
} as const;
