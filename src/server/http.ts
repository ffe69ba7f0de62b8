import type { IncomingMessage, ServerResponse } from 'node:http';
import fastify from 'fastify';
import { utf8Text, validUtf8Prefix } from '../codec/utf8.ts';
import { DIALECTS, type Dialect, type DialectName, isDialectName } from '../dialect.ts';
import { rpcErrors } from '../errors.ts';
import { type Dispatched, errorReply, type Reply } from '../jsonrpc/dispatch.ts';
import { apiKeyCheck } from './apiKey.ts';
import { readBodyBytes } from './body.ts';
import { isJsonContentType } from './contentType.ts';
import { corsHeaders, type Headers } from './cors.ts';
import * as replies from './replies.ts';

/** What is known of a request once it is answered; never its URL, which may hold a key. */
export interface RequestRecord {
  readonly httpMethod: string;
  readonly status: number;
  readonly rpcMethods: readonly string[];
  readonly bytes: number;
  readonly milliseconds: number;
}

export interface ServerOptions {
  readonly dialect: DialectName;
  readonly apiKeys: readonly string[];
  /** of a request body */
  readonly maxBodyBytes: number;
  readonly dispatch: (body: string, dialect: Dialect) => Promise<Dispatched>;
  readonly onRequest: ((record: RequestRecord) => void) | undefined;
  /** told once, when the first Solana client library asks a node that answers in the contract dialect */
  readonly onSolanaClient: (() => void) | undefined;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const TEXT_TYPE = 'text/plain; charset=utf-8';
const MALFORMED_HTTP = 'HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n';

/** Far longer than any answer takes: whoever is still sending by then has stalled. */
const CLOSE_GRACE_MS = 3_000;

/** An HTTP server that does not say what it is made of: users of the library need no types of the framework. */
export interface HttpServer {
  /** gives the URL */
  listen(place: { readonly host: string; readonly port: number }): Promise<string>;
  /** Stops accepting, finishes what is in flight. */
  close(): Promise<void>;
}

/**
 * The HTTP side of the node: bytes in, bytes out.
 *
 * Source   agave 4.1 rpc_service.rs (paths), jsonrpc-http-server 18 (order of checks, texts), executed
 */
export function createServer(options: ServerOptions): HttpServer {
  const server = fastify({
    logger: false,
    http: { requireHostHeader: false },
    return503OnClosing: false,
    // to JSON-RPC one path is as good as another, so the router never gets to see it
    rewriteUrl: () => '/',
    clientErrorHandler: (_error, socket) => void (socket.writable && socket.end(MALFORMED_HTTP)),
  });
  const respond = responder(options);
  let isClosing = false;
  // answered before the framework's own rules on content types and methods get a say
  server.addHook('onRequest', async ({ originalUrl, raw }, reply) => {
    reply.hijack();
    await respond({ message: raw, url: originalUrl }, reply.raw, () => isClosing);
  });
  server.addHook('preClose', async () => {
    isClosing = true;
    setTimeout(() => server.server.closeAllConnections(), CLOSE_GRACE_MS).unref();
  });
  // of expectations the node knows 100-continue only, and ignores the others
  server.server.on('checkExpectation', (request, response) => server.routing(request, response));
  return { listen: (place) => server.listen(place), close: () => server.close() };
}

interface Request {
  readonly message: IncomingMessage;
  /** as it came; the message's own is rewritten */
  readonly url: string;
}

interface Answer {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly body: Reply;
  readonly headers?: Headers;
  readonly rpcMethods?: readonly string[];
}

/** Writes the answer with the node's header names in the node's order. */
function responder(options: ServerOptions) {
  const { onRequest } = options;
  const answer = answerer(options);
  return async (request: Request, response: ServerResponse, isClosing: () => boolean): Promise<void> => {
    const start = onRequest === undefined ? 0 : performance.now();
    // a request that cannot be read to its end is not answered: the connection ends, as the node's does
    const answered = await answer(request).catch(() => void response.destroy());
    if (answered === undefined) return;
    const { body, contentType, headers, rpcMethods = [], status } = answered;
    const bytes = lengthOf(body);
    const connection = connectionHeader(request.message, response, isClosing());
    response.removeHeader('connection');
    response.sendDate = false;
    response.writeHead(status, {
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
      ...headers,
      ...connection,
      'content-length': bytes,
      date: new Date().toUTCString(),
    });
    send(response, body);
    onRequest?.({
      httpMethod: request.message.method ?? '',
      status,
      rpcMethods,
      bytes,
      milliseconds: performance.now() - start,
    });
  };
}

function lengthOf(body: Reply): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : body.reduce((sum, piece) => sum + piece.length, 0);
}

/** A string leaves in one write together with the head; a buffer would take a second. */
function send(response: ServerResponse, body: Reply): void {
  if (typeof body === 'string') return void response.end(body);
  for (const piece of body.slice(0, -1)) response.write(piece);
  response.end(body.at(-1));
}

/** Named only where it differs from what the version of HTTP takes for granted. */
function connectionHeader({ httpVersion }: IncomingMessage, response: ServerResponse, isClosing: boolean): Headers {
  const isKept = response.shouldKeepAlive && !isClosing;
  if (httpVersion === '1.0') return isKept ? { connection: 'keep-alive' } : {};
  return isKept ? {} : { connection: 'close' };
}

/** The order of the checks is the node's: path, origin, HTTP method, then what answerPost looks at. */
function answerer(options: ServerOptions): (request: Request) => Promise<Answer> {
  const answerPost = postAnswerer(options);
  return async ({ message, url }) => {
    const [path = '', query = ''] = splitOnce(url, '?');
    const known = replies.PATHS.get(path);
    if (known !== undefined) return { ...known, contentType: undefined };
    const headers = corsHeaders(message.headers);
    if (headers === undefined) return plainAnswer(replies.FORBIDDEN_ORIGIN, {});
    if (message.method === 'OPTIONS') return jsonAnswer(200, '', { ...PREFLIGHT, ...headers });
    if (message.method !== 'POST') return plainAnswer(replies.METHOD_NOT_ALLOWED, headers);
    return answerPost(message, query === '' ? NO_QUERY : new URLSearchParams(query), headers);
  };
}

const NO_QUERY = new URLSearchParams();
const PREFLIGHT: Headers = { allow: 'OPTIONS, POST', accept: 'application/json' };

/** Key, dialect, content type, body. */
function postAnswerer(options: ServerOptions) {
  const isKeyGood = apiKeyCheck(options.apiKeys);
  const noticeClient = clientNotice(options.onSolanaClient);
  return async (message: IncomingMessage, query: URLSearchParams, headers: Headers): Promise<Answer> => {
    if (!isKeyGood(query)) return jsonAnswer(401, `${errorReply('null', rpcErrors.unauthorized())}\n`, headers);
    const dialectName = query.get('dialect') ?? options.dialect;
    if (!isDialectName(dialectName)) return plainAnswer(replies.unknownDialect(dialectName), headers);
    const dialect = DIALECTS[dialectName];
    if (!isJsonContentType(message.headers['content-type'], dialect))
      return plainAnswer(replies.UNSUPPORTED_CONTENT_TYPE, headers);
    const bytes = await readBodyBytes(message, options.maxBodyBytes);
    if (bytes === undefined) return plainAnswer(replies.BODY_TOO_LARGE, headers);
    const text = utf8Text(bytes);
    if (text === undefined) return plainAnswer(replies.notUtf8(validUtf8Prefix(bytes)), headers);
    noticeClient(message.headers['solana-client'], dialect);
    const { reply, methods } = await options.dispatch(text, dialect);
    return { ...jsonAnswer(200, reply, headers), rpcMethods: methods };
  };
}

function plainAnswer({ status, body }: replies.PlainReply, headers: Headers): Answer {
  return { status, contentType: TEXT_TYPE, body, headers };
}

function jsonAnswer(status: number, body: Reply, headers: Headers): Answer {
  return { status, contentType: JSON_TYPE, body, headers };
}

/** Clients that announce themselves were written for the node, so the first one is told of its dialect. */
function clientNotice(tell: (() => void) | undefined) {
  let isTold = tell === undefined;
  return (client: string | string[] | undefined, dialect: Dialect): void => {
    if (isTold || client === undefined || dialect.name !== 'contract') return;
    isTold = true;
    tell?.();
  };
}

function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
