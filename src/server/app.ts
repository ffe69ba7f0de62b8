import {
  createServer,
  type IncomingMessage,
  METHODS,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import fastify from 'fastify';

const BAD_REQUEST = 'HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n';
const REQUEST_TIMEOUT = 'HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n';

/**
 * Answers malformed HTTP and incomplete requests, then ends the connection.
 *
 * @param lingerMs how long a client may take to end its side
 */
class ClientErrors {
  readonly #lingerMs: number;
  /** responses of each connection that may not be sent yet, in order */
  readonly #responses = new WeakMap<Duplex, ServerResponse<IncomingMessage>[]>();

  constructor(lingerMs: number) {
    this.#lingerMs = lingerMs;
  }

  /** Handles the errors of a server: complete requests are answered before the malformed one after them is refused. */
  watch(server: Server): void {
    server.on('clientError', this.#onClientError);
    server.on('request', ({ socket }, response) => {
      const responses = this.#responses.get(socket);
      if (responses === undefined) return void this.#responses.set(socket, [response]);
      while (responses[0]?.closed) responses.shift();
      responses.push(response);
    });
  }

  readonly #onClientError = (error: NodeJS.ErrnoException, socket: Duplex): void => {
    const unanswered = this.#unanswered(socket);
    const isTimeout = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    // the incomplete request may already have been refused, for example with 413
    if (isTimeout && this.#isAnswered(socket)) return void socket.destroy();
    const due = unanswered.findLast(({ req }) => req.complete);
    const refuse = () => this.#end(socket, isTimeout ? REQUEST_TIMEOUT : BAD_REQUEST);
    if (due === undefined) refuse();
    else due.once('close', refuse);
  };

  #unanswered(socket: Duplex): ServerResponse<IncomingMessage>[] {
    return (this.#responses.get(socket) ?? []).filter(({ closed }) => !closed);
  }

  #isAnswered(socket: Duplex): boolean {
    const last = this.#responses.get(socket)?.at(-1);
    return last !== undefined && !last.req.complete && last.headersSent;
  }

  #end(socket: Duplex, reply: string): void {
    if (!socket.writable) return;
    socket.end(reply);
    const timer = setTimeout(() => socket.destroy(), this.#lingerMs);
    socket.once('close', () => clearTimeout(timer));
  }
}

/** Time for a client to end its side of a connection that we have ended. */
const LINGER_MS = 2_000;

/** Longer than the timeouts of load balancers and clients, so that they end idle connections and not the node. */
const KEEP_ALIVE_MS = 72_000;

/** Creates servers with timeouts, so that no client can hold a connection for ever. */
export function createServerFactory(clientTimeoutMs: number): (listener: RequestListener) => Server {
  const clientErrors = new ClientErrors(Math.min(LINGER_MS, clientTimeoutMs));
  const options: ServerOptions = {
    requireHostHeader: false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: clientTimeoutMs,
    requestTimeout: clientTimeoutMs,
    connectionsCheckingInterval: Math.ceil(clientTimeoutMs / 6),
  };
  return (listener) => {
    const server = createServer(options, listener);
    // the node ignores every expectation other than 100-continue
    server.on('checkExpectation', listener);
    clientErrors.watch(server);
    return server;
  };
}

/** Prevents Fastify from loading its schema compilers, which take longer to load than the rest of it. */
function noSchemas(): never {
  throw new Error('no route has a schema');
}

export function createApp(serverFactory: (listener: RequestListener) => Server): FastifyInstance {
  const app: FastifyInstance = fastify({
    logger: false,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    serverFactory,
    // the server has its own: ClientErrors
    clientErrorHandler: () => {},
    return503OnClosing: false,
    frameworkErrors: (_error, { raw }, reply) => {
      raw.url = routableUrl(raw.url ?? '');
      app.routing(raw, reply.raw);
    },
  });
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  return app;
}

/**
 * The router refuses a path with an invalid `%` escape. JSON-RPC is served at every path, so it is routed as `/`, or as the path of the
 * fork that it begins with.
 */
function routableUrl(url: string): string {
  const fork = /^\/fork\/([\w.-]+(?=\/))?/.exec(url);
  return `${fork?.[0] ?? '/'}${url.replace(/^[^?]*/, '')}`;
}

/** Far longer than any answer takes: a client that is still sending then has stalled. */
const GRACE_MS = 3_000;

/** A busy client sends its next request within this time after a reply. */
const QUIET_MS = 50;

/**
 * Ends the connections of servers without dropping requests: from now on replies have `connection: close`. Idle connections
 * are ended only after no request has come for a while, because a request may already be on its way on each of them.
 */
export async function drain(servers: readonly Server[]): Promise<void> {
  let requests = 0;
  for (const server of servers) server.on('request', () => requests++);
  let isEnded = false;
  const ended = Promise.all(servers.map(stopAccepting)).then(() => {
    isEnded = true;
  });
  const grace = setTimeout(() => servers.forEach((server) => void server.closeAllConnections()), GRACE_MS);
  while (!isEnded) {
    const before = requests;
    await Promise.race([ended, pause()]);
    if (requests === before) for (const server of servers) server.closeIdleConnections();
  }
  clearTimeout(grace);
  // nothing is left to end, but the timer by which a server looks after its connections
  for (const server of servers) server.close();
}

/** Unlike `close` of an HTTP server, does not end idle connections. Resolves when the last connection has ended. */
function stopAccepting(server: Server): Promise<void> {
  return new Promise((resolve) => NetServer.prototype.close.call(server, () => resolve()));
}

/** What has come while this process was busy is read before it ends. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(() => setImmediate(resolve), QUIET_MS));
}
