import type { Server, ServerOptions } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fastify from 'fastify';

/** Longer than the timeouts of load balancers and clients, so that they end idle connections and not the node. */
const KEEP_ALIVE_MS = 72_000;

/** Options of the servers of a node: no client can hold a connection for ever. */
export function httpOptions(clientTimeoutMs: number) {
  return {
    requireHostHeader: false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: clientTimeoutMs,
    requestTimeout: clientTimeoutMs,
    connectionsCheckingInterval: Math.ceil(clientTimeoutMs / 6),
  } satisfies ServerOptions;
}

/** Prevents Fastify from loading its schema compilers, which take longer to load than the rest of it. */
function noSchemas(): never {
  throw new Error('no route has a schema');
}

export function createApp(http: ReturnType<typeof httpOptions>): FastifyInstance {
  const { keepAliveTimeout, requestTimeout } = http;
  return fastify({
    http,
    // Fastify sets both again on the server
    keepAliveTimeout,
    requestTimeout,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    return503OnClosing: false,
  });
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
