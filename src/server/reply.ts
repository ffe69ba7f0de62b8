import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { type Duplex, Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallOutcome } from '../live/journal.ts';
import type { WhenGone } from '../rpc/protocol/call.ts';
import { type ReplyParts, replyBytes, replyText } from '../rpc/protocol/envelope.ts';
import { notify } from '../rpc/protocol/notify.ts';
import type { Headers } from './cors.ts';
import { type OnRequest, type RequestRecord, recordOf } from './requestRecord.ts';

/** Ends a connection with a TCP reset; one that is not TCP itself, such as TLS, just ends. */
export function resetConnection(connection: Duplex): void {
  try {
    if (connection instanceof Socket) connection.resetAndDestroy();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_INVALID_HANDLE_TYPE') throw error;
  }
  connection.destroy();
}

/** Up to this length, text is sent as a string, not as bytes: Node.js writes it together with the headers. */
const SMALL_LENGTH = 1 << 12;

/** A reply above this size is sent in parts, which is faster than joining them in one buffer. */
const LARGE_BYTES = 1 << 17;

export interface HttpAnswer {
  readonly status: number;
  readonly contentType?: string;
  readonly headers?: Headers;
  /** headers that pages of other origins may read */
  readonly exposedHeaders?: Headers;
  readonly body: string | ReplyParts;
  readonly calls?: readonly CallOutcome[];
  /** a fault: the connection ends after this many bytes of the body, or is reset before the answer */
  readonly breaksAfter?: number | 'reset';
}

export type Send = (request: FastifyRequest, reply: FastifyReply, answer: HttpAnswer) => FastifyReply;

/** Sends answers, and records them. @param isClosing if true, replies have `connection: close` */
export function createSend(isClosing: () => boolean, onRequest: OnRequest | undefined): Send {
  return (request, reply, answer) => {
    const parts = typeof answer.body === 'string' ? [answer.body] : answer.body;
    reply.code(answer.status);
    if (answer.contentType !== undefined) reply.header('content-type', answer.contentType);
    if (answer.headers !== undefined) exposeRetryAfter(reply.headers(answer.headers));
    if (answer.exposedHeaders !== undefined) addExposed(answer.exposedHeaders, reply);
    if (isClosing()) reply.header('connection', 'close');
    if (answer.breaksAfter !== undefined) sendAndCut(reply, Buffer.from(replyText(parts)), answer.breaksAfter);
    else sendParts(reply, parts);
    if (onRequest === undefined) return reply;
    const { breaksAfter, calls = [], status } = answer;
    const bytes = bytesOf(parts);
    const { fork, start } = request.stillnode;
    notify((record: RequestRecord) => onRequest(record, request.ip), {
      httpMethod: request.method,
      status,
      ...recordOf(calls, fork),
      bytes: breaksAfter === 'reset' ? 0 : Math.min(bytes, breaksAfter ?? bytes),
      milliseconds: performance.now() - start,
    });
    return reply;
  };
}

function sendParts(reply: FastifyReply, parts: ReplyParts): void {
  if (lengthOf(parts) <= SMALL_LENGTH) return void reply.send(replyText(parts));
  const pieces = replyBytes(parts);
  const bytes = lengthOf(pieces);
  if (bytes <= LARGE_BYTES) reply.send(Buffer.concat(pieces, bytes));
  else reply.header('content-length', bytes).send(Readable.from(pieces, { objectMode: false }));
}

function lengthOf(parts: ReplyParts): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

function bytesOf(parts: ReplyParts): number {
  return parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
}

function addExposed(headers: Headers, reply: FastifyReply): void {
  reply.headers(headers);
  if (reply.hasHeader('access-control-allow-origin'))
    reply.header('access-control-expose-headers', Object.keys(headers).join(', '));
}

/** A page of another origin can read `retry-after` only if it is exposed. */
function exposeRetryAfter(reply: FastifyReply): void {
  const isForeign = reply.hasHeader('access-control-allow-origin');
  if (isForeign && reply.hasHeader('retry-after') && !reply.hasHeader('access-control-expose-headers'))
    reply.header('access-control-expose-headers', 'retry-after');
}

/** Truncated replies bypass Fastify. */
function sendAndCut(reply: FastifyReply, body: Buffer, after: number | 'reset'): void {
  reply.hijack();
  const { raw, request } = reply;
  const { socket } = request.raw;
  // a request that is injected into Fastify has no connection
  if (!(socket instanceof Socket)) return void raw.destroy();
  if (after === 'reset') return void resetConnection(socket);
  const headers = reply.header('content-length', body.length).getHeaders();
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) raw.setHeader(name, value);
  const part = body.subarray(0, after);
  const end = () => socket.destroySoon();
  if (part.length > 0) return void raw.write(part, end);
  raw.flushHeaders();
  end();
}

/** The client of a response has gone when the response is closed. */
export function whenClosed(response: ServerResponse): WhenGone {
  return (listener) => {
    if (response.closed) listener();
    else response.once('close', listener);
    return () => void response.off('close', listener);
  };
}
