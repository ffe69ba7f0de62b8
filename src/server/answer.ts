import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Reply, textReply } from '../jsonrpc/reply.ts';
import type { Headers } from './cors.ts';
import { httpDate } from './date.ts';
import type { PlainReply } from './replies.ts';

/** What a request is answered with. */
export interface Answer {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly body: Reply;
  readonly headers: Headers;
  /** of the calls in it */
  readonly rpcMethods: readonly string[];
  /** the connection ends with it */
  readonly isLast?: boolean;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const TEXT_TYPE = 'text/plain; charset=utf-8';

export function plainAnswer({ status, body }: PlainReply, headers: Headers): Answer {
  return { status, contentType: TEXT_TYPE, body: textReply(body), headers, rpcMethods: [] };
}

export function jsonAnswer(status: number, body: Reply, headers: Headers, rpcMethods: readonly string[] = []): Answer {
  return { status, contentType: JSON_TYPE, body, headers, rpcMethods };
}

/** Writes the answer with the node's header names in the node's order. */
export function writeAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  { body, contentType, headers, isLast = false, status }: Answer,
  isClosing: boolean,
): void {
  const list = contentType === undefined ? [] : ['content-type', contentType];
  for (const [name, value] of headers) list.push(name, value);
  const connection = connectionHeader(request, response, isClosing || isLast);
  if (connection !== undefined) list.push('connection', connection);
  list.push('content-length', `${body.bytes}`, 'date', httpDate());
  response.removeHeader('connection');
  response.sendDate = false;
  response.writeHead(status, list);
  send(response, body);
}

/** Everything leaves in one write together with the head; plain ASCII needs no encoding on its way. */
function send(response: ServerResponse, { bytes, content }: Reply): void {
  if (typeof content === 'string') return void response.end(content, content.length === bytes ? 'latin1' : 'utf8');
  response.cork();
  for (let i = 0; i < content.length - 1; i++) response.write(content[i]);
  response.end(content.at(-1));
}

/** Named only where it differs from what the version of HTTP takes for granted. */
function connectionHeader(
  { httpVersion }: IncomingMessage,
  response: ServerResponse,
  isClosing: boolean,
): string | undefined {
  const isKept = response.shouldKeepAlive && !isClosing;
  if (httpVersion === '1.0') return isKept ? 'keep-alive' : undefined;
  return isKept ? undefined : 'close';
}
