import { createServer, METHODS, type RequestListener, type Server, type ServerOptions } from 'node:http';
import fastify, { type FastifyInstance } from 'fastify';
import { ClientErrors } from './clientErrors.ts';

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
