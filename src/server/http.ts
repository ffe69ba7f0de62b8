import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { utf8Text, validUtf8Prefix } from '../codec/utf8.ts';
import { DIALECTS, type Dialect, type DialectName, isDialectName } from '../dialect.ts';
import { rpcErrors } from '../errors.ts';
import { type Dispatched, errorReply } from '../jsonrpc/dispatch.ts';
import { apiKeyCheck } from './apiKey.ts';
import { readBodyBytes } from './body.ts';
import { isJsonContentType } from './contentType.ts';
import { corsHeaders, type Headers, isForbiddenOrigin } from './cors.ts';
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

/**
 * The HTTP side of the node: bytes in, bytes out.
 *
 * Source   agave 4.1 rpc_service.rs (paths), jsonrpc-http-server 18 (order of checks, texts), executed
 */
export function createServer(options: ServerOptions): FastifyInstance {
  const server = fastify({
    logger: false,
    exposeHeadRoutes: false,
    // to JSON-RPC one path is as good as another, so the router never gets to see it
    rewriteUrl: () => '/',
    clientErrorHandler: (_error, socket) => void (socket.writable && socket.end(MALFORMED_HTTP)),
  });
  // bodies are read by the handler, which counts as the node does
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _payload, done) => done(null));
  const handle = requestHandler(options);
  server.route({ method: ['POST', 'OPTIONS'], url: '/', handler: handle });
  server.setNotFoundHandler(handle);
  return server;
}

interface Answer {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly body: string;
  readonly headers?: Headers;
  readonly rpcMethods?: readonly string[];
}

function requestHandler(options: ServerOptions) {
  const { onRequest } = options;
  const answer = answerer(options);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const start = onRequest === undefined ? 0 : performance.now();
    const { body, contentType, headers, rpcMethods = [], status } = await answer(request);
    if (request.headers.connection?.toLowerCase() !== 'close') reply.raw.removeHeader('connection');
    if (contentType !== undefined) reply.header('content-type', contentType);
    if (headers !== undefined) reply.headers(headers);
    const bytes = Buffer.from(body);
    onRequest?.({
      httpMethod: request.method,
      status,
      rpcMethods,
      bytes: bytes.length,
      milliseconds: performance.now() - start,
    });
    return reply.code(status).send(bytes);
  };
}

/** The order of the checks is the node's: path, origin, HTTP method, then what answerPost looks at. */
function answerer(options: ServerOptions): (request: FastifyRequest) => Promise<Answer> {
  const answerPost = postAnswerer(options);
  return async (request) => {
    const [path = '', query = ''] = splitOnce(request.originalUrl, '?');
    const known = replies.PATHS.get(path);
    if (known !== undefined) return { ...known, contentType: undefined };
    const headers = corsHeaders(request.headers);
    if (isForbiddenOrigin(request.headers)) return plainAnswer(replies.FORBIDDEN_ORIGIN, headers);
    if (request.method === 'OPTIONS') return { ...jsonAnswer(200, '', headers), headers: { ...PREFLIGHT, ...headers } };
    if (request.method !== 'POST') return plainAnswer(replies.METHOD_NOT_ALLOWED, headers);
    return answerPost(request, new URLSearchParams(query), headers);
  };
}

const PREFLIGHT: Headers = { allow: 'OPTIONS, POST', accept: 'application/json' };

/** Key, dialect, content type, body. */
function postAnswerer(options: ServerOptions) {
  const isKeyGood = apiKeyCheck(options.apiKeys);
  const noticeClient = clientNotice(options.onSolanaClient);
  return async (request: FastifyRequest, query: URLSearchParams, headers: Headers): Promise<Answer> => {
    if (!isKeyGood(query)) return jsonAnswer(401, `${errorReply('null', rpcErrors.unauthorized())}\n`, headers);
    const dialectName = query.get('dialect') ?? options.dialect;
    if (!isDialectName(dialectName)) return plainAnswer(replies.unknownDialect(dialectName), headers);
    const dialect = DIALECTS[dialectName];
    if (!isJsonContentType(request.headers['content-type'], dialect))
      return plainAnswer(replies.UNSUPPORTED_CONTENT_TYPE, headers);
    const bytes = await readBodyBytes(request.raw, options.maxBodyBytes);
    if (bytes === undefined) return plainAnswer(replies.BODY_TOO_LARGE, headers);
    const text = utf8Text(bytes);
    if (text === undefined) return plainAnswer(replies.notUtf8(validUtf8Prefix(bytes)), headers);
    noticeClient(request.headers['solana-client'], dialect);
    const { text: reply, methods } = await options.dispatch(text, dialect);
    return { ...jsonAnswer(200, reply, headers), rpcMethods: methods };
  };
}

function plainAnswer({ status, body }: replies.PlainReply, headers: Headers): Answer {
  return { status, contentType: TEXT_TYPE, body, headers };
}

function jsonAnswer(status: number, body: string, headers: Headers): Answer {
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
