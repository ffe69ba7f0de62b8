import type { IncomingMessage } from 'node:http';
import fastify from 'fastify';
import { utf8Text, validUtf8Prefix } from '../codec/utf8.ts';
import type { Dialect } from '../dialect.ts';
import type { Dispatched } from '../jsonrpc/dispatch.ts';
import { type Answer, jsonAnswer, plainAnswer, writeAnswer } from './answer.ts';
import { readBodyBytes } from './body.ts';
import { atEndOfTurn } from './endOfTurn.ts';
import { type Head, type HeadRules, headReader } from './head.ts';
import * as replies from './replies.ts';

/** What is known of a request once it is answered; never its URL, which may hold a key. */
export interface RequestRecord {
  readonly httpMethod: string;
  readonly status: number;
  readonly rpcMethods: readonly string[];
  readonly bytes: number;
  readonly milliseconds: number;
}

/** Answers a request body; at once where the answer is known. Never throws or rejects. */
export type Dispatch = (body: string, dialect: Dialect) => Dispatched | Promise<Dispatched>;

export interface ServerOptions extends HeadRules {
  /** of a request body */
  readonly maxBodyBytes: number;
  readonly dispatch: Dispatch;
  readonly onRequest: ((record: RequestRecord) => void) | undefined;
  /** told once, when the first Solana client library asks a node that answers in the contract dialect */
  readonly onSolanaClient: (() => void) | undefined;
}

const MALFORMED_HTTP = 'HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n';

/** Far longer than any answer takes: whoever is still sending by then has stalled. */
const CLOSE_GRACE_MS = 3_000;

/** Keeps the framework from loading its own compilers, which take longer to load than all the rest of it. */
function noSchemas(): never {
  throw new Error('no route has a schema');
}

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
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    http: { requireHostHeader: false },
    return503OnClosing: false,
    // to JSON-RPC one path is as good as another, so the router never gets to see it
    rewriteUrl: () => '/',
    clientErrorHandler: (_error, socket) => void (socket.writable && socket.end(MALFORMED_HTTP)),
  });
  const answer = answerer(options);
  const record = recorder(options.onRequest);
  let isClosing = false;
  // answered before the framework's own rules on content types and methods get a say, and at once, without a promise, where
  // the answer is known
  server.addHook('onRequest', ({ originalUrl, raw }, reply) => {
    reply.hijack();
    const start = record === undefined ? 0 : performance.now();
    const send = (answered: Answer) => {
      writeAnswer(raw, reply.raw, answered, isClosing);
      record?.(raw, answered, start);
    };
    answer(raw, originalUrl, (answered) => atEndOfTurn(() => send(answered)));
  });
  server.addHook('preClose', async () => {
    isClosing = true;
    setTimeout(() => server.server.closeAllConnections(), CLOSE_GRACE_MS).unref();
  });
  // of expectations the node knows 100-continue only, and ignores the others
  server.server.on('checkExpectation', (request, response) => server.routing(request, response));
  return { listen: (place) => server.listen(place), close: () => server.close() };
}

type Send = (answer: Answer) => void;

function answerer(options: ServerOptions) {
  const { maxBodyBytes } = options;
  const readHead = headReader(options);
  const answerBody = bodyAnswerer(options);
  return (message: IncomingMessage, url: string, send: Send): void => {
    const head = readHead(message, url);
    if ('status' in head) send(head);
    else
      readBodyBytes(message, maxBodyBytes, (bytes) => {
        const answer = answerBody(bytes, head, message.headers['solana-client']);
        if (answer instanceof Promise) void answer.then(send);
        else send(answer);
      });
  };
}

/** The answer comes at once where it is known. */
function bodyAnswerer({ dispatch, onSolanaClient }: ServerOptions) {
  const noticeClient = clientNotice(onSolanaClient);
  return (
    bytes: Buffer | undefined,
    { dialect, headers }: Head,
    client: string | string[] | undefined,
  ): Answer | Promise<Answer> => {
    if (bytes === undefined) return plainAnswer(replies.BODY_TOO_LARGE, headers);
    const text = utf8Text(bytes);
    if (text === undefined) return plainAnswer(replies.notUtf8(validUtf8Prefix(bytes)), headers);
    noticeClient(client, dialect);
    const answerOf = ({ reply, methods }: Dispatched) => jsonAnswer(200, reply, headers, methods);
    const dispatched = dispatch(text, dialect);
    return dispatched instanceof Promise ? dispatched.then(answerOf) : answerOf(dispatched);
  };
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

/** A listener that throws costs no client its reply. */
function recorder(onRequest: ServerOptions['onRequest']) {
  if (onRequest === undefined) return undefined;
  return ({ method = '' }: IncomingMessage, { body, rpcMethods, status }: Answer, start: number): void => {
    try {
      onRequest({ httpMethod: method, status, rpcMethods, bytes: body.bytes, milliseconds: performance.now() - start });
    } catch (error) {
      process.emitWarning(error instanceof Error ? error : String(error));
    }
  };
}
