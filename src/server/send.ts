import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallOutcome } from '../jsonrpc/journal.ts';
import { notify } from '../jsonrpc/notify.ts';
import { type ReplyParts, replyBytes } from '../jsonrpc/reply.ts';
import type { Headers } from './cors.ts';
import { httpDate } from './date.ts';
import { type OnRequest, recordOf } from './record.ts';
import { resetConnection } from './resetConnection.ts';
import { stateOf } from './state.ts';

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
