import dns from 'node:dns/promises';
import type { Server, ServerOptions } from 'node:http';
import { type AddressInfo, isIP, type Socket } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import type { ServedLedger } from '../rpc/ledgerService.ts';
import { corsHeaders } from './cors.ts';
import { HttpServer, refuseClient } from './httpServer.ts';
import { boundAddresses, clientHost, isLoopback, type ListenAddresses, MAX_PORT } from './listenAddresses.ts';
import { nodePlugin, type PluginOptions } from './plugin.ts';
import { pathOf } from './requestTarget.ts';
import { isControlOn } from './serverOptions.ts';
import type { ConnectionOptions } from './socketConnection.ts';
import { SocketPortError } from './socketPortError.ts';
import { createTargetOf, Sockets } from './sockets.ts';

/** Time for a client to send a whole request. */
const CLIENT_TIMEOUT_MS = 30_000;

/** An idle connection lives as long as the node: a client that sends as it ends would not know whether to repeat the request. */
const KEEP_ALIVE_MS = 0;

/** Attempts to find two adjacent free ports. */
const PORT_ATTEMPTS = 50;

export interface PortOptions extends Omit<PluginOptions, 'isControlOn' | 'listenAddresses'>, ConnectionOptions {
  readonly host: string;
  /** undefined: where all addresses are loopback addresses, see `isControlOn` */
  readonly control: boolean | undefined;
  readonly port: number;
  /** undefined: the port after `port` */
  readonly wsPort: number | 'off' | undefined;
  /** replaces `CLIENT_TIMEOUT_MS` in tests */
  readonly clientTimeoutMs?: number;
}

/** An open port. It has no types of Fastify, so that users of the library do not need them. */
export interface OpenPort {
  readonly url: string;
  readonly wsUrl: string;
  /** Stops accepting requests and finishes those in flight. WebSockets are closed when all messages of their clients are answered. */
  close(): Promise<void>;
}

/** Serves a node over HTTP and WebSockets, on every address of the host. */
export async function openPort(options: PortOptions): Promise<OpenPort> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await tryOpenPort(options);
    } catch (error) {
      // port 0 chose a free port, but the next one, for WebSockets, is in use: try again
      const isBadLuck = options.port === 0 && options.wsPort === undefined && error instanceof SocketPortError;
      if (!isBadLuck || attempt === PORT_ATTEMPTS) throw error;
    }
  }
}

/** Opens the HTTP port and the WebSocket port, in one attempt. @throws SocketPortError */
async function tryOpenPort(options: PortOptions): Promise<OpenPort> {
  const { clientTimeoutMs = CLIENT_TIMEOUT_MS, host, ledger, port, wsPort } = options;
  const http = httpOptions(clientTimeoutMs);
  const app = createApp(http);
  const servers = [app.server as HttpServer];
  const socketServers: HttpServer[] = [];
  const connections = new Set<Socket>();
  const listenAddresses = (): ListenAddresses => ({
    addresses: boundAddresses(servers.map((server) => server.address())),
    ...(isIP(host) === 0 && { name: host.toLowerCase() }),
  });
  let hasControl = false;
  const rules = { ...options, isControlOn: () => hasControl, listenAddresses };
  const targetOf = createTargetOf({ ...rules, httpPort: () => portOf(app.server) });
  const sockets = new Sockets({ ...options, targetOf });
  const serve = (server: Server) => {
    keepConnections(server, connections);
    sockets.serve(server);
  };
  app.register(async (node) => {
    await nodePlugin(node, rules);
    // runs after the hook of the plugin, so that replies already have `connection: close`
    node.addHook('preClose', async () => {
      sockets.close();
      await drain(
        [...servers, ...socketServers].filter(({ listening }) => listening),
        connections,
      );
    });
  });
  let ended: Promise<void> | undefined;
  const close = () => {
    ended ??= app.close();
    return ended;
  };
  try {
    const [address = host, ...others] = await addressesOf(host);
    await app.listen({ host: address, port });
    hasControl = isControlOn(options, [...listenAddresses().addresses, ...others].every(isLoopback));
    for (const other of others) {
      const server = new HttpServer(http, app.routing).on('clientError', refuseClient);
      servers.push(server);
      await listenOn(server, other, portOf(app.server)).catch(ignoreMissingAddress);
    }
    for (const server of servers) serve(server);
    if (wsPort !== 'off')
      await openSocketPort(socketServers, listenAddresses().addresses, wsPort ?? portOf(app.server) + 1, () => {
        const server = createSocketServer(http, ledger);
        serve(server);
        return server;
      });
    const urlAt = (scheme: string, server: Server) => `${scheme}://${clientHost(address)}:${portOf(server)}`;
    return { url: urlAt('http', app.server), wsUrl: urlAt('ws', socketServers[0] ?? app.server), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Options of HTTP with timeouts, so that no client can hold a connection forever. */
function httpOptions(clientTimeoutMs: number): ServerOptions {
  return {
    requireHostHeader: false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: clientTimeoutMs,
    requestTimeout: clientTimeoutMs,
    connectionsCheckingInterval: Math.ceil(clientTimeoutMs / 6),
  };
}

function noSchemas(): never {
  throw new Error('no route has a schema');
}

/** Longer than any path that Node.js accepts, so that a fork name that is too long gets our own error. */
const MAX_SEGMENT_LENGTH = 16_384;

/** Options of each Fastify app of a node. They replace the schema compilers, which take longer to load than the rest of Fastify. */
export const APP_OPTIONS = {
  routerOptions: { maxParamLength: MAX_SEGMENT_LENGTH },
  schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
};

function createApp(http: ServerOptions): FastifyInstance {
  return fastify({
    serverFactory: (listener) => new HttpServer(http, listener),
    clientErrorHandler: refuseClient,
    ...APP_OPTIONS,
    return503OnClosing: false,
  });
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** `localhost` may have two addresses, and clients try both. */
async function addressesOf(host: string): Promise<readonly string[]> {
  if (host !== 'localhost') return [host];
  const addresses = await dns.lookup(host, { all: true });
  return [...new Set(addresses.map(({ address }) => address))];
}

function listenOn(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** A machine may lack one of the addresses of `localhost`. */
function ignoreMissingAddress(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EADDRNOTAVAIL' && error.code !== 'EAFNOSUPPORT') throw error;
}

/**
 * Opens the WebSocket port, on the same addresses as HTTP. Clients that know only the URL of HTTP look for it on the next port.
 *
 * @param servers filled with a server for each address; if `port` is 0, the others use the port that the first one got
 * @throws SocketPortError
 */
async function openSocketPort(
  servers: HttpServer[],
  addresses: readonly string[],
  port: number,
  newServer: () => HttpServer,
): Promise<void> {
  if (port > MAX_PORT) throw new SocketPortError(`there is no port after ${MAX_PORT}, for WebSockets`);
  for (const host of addresses) {
    const server = newServer();
    await listenOn(server, host, servers[0] === undefined ? port : portOf(servers[0])).catch(
      (error: NodeJS.ErrnoException) => {
        const isTaken = error.code === 'EADDRINUSE';
        const problem = isTaken
          ? `port ${port} on ${host}, for WebSockets, is in use`
          : `port ${port}: ${error.message}`;
        throw new SocketPortError(problem, error);
      },
    );
    servers.push(server);
  }
}

const NEEDS_UPGRADE = 'This port is for WebSockets: calls over HTTP go to the HTTP port of this node\n';
const NEEDS_UPGRADE_HEADERS = {
  'content-type': 'text/plain; charset=utf-8',
  'content-length': Buffer.byteLength(NEEDS_UPGRADE),
  upgrade: 'websocket',
  connection: 'upgrade, close',
};

/** A server of the WebSocket port. Every port of a node answers /health. */
function createSocketServer(http: ServerOptions, ledger: ServedLedger): HttpServer {
  const server = new HttpServer(http, (request, response) => {
    request.resume();
    if (pathOf(request.url ?? '') === '/health')
      response.writeHead(200, corsHeaders(request.headers)).end(ledger.health());
    else response.writeHead(426, NEEDS_UPGRADE_HEADERS).end(NEEDS_UPGRADE);
  });
  return server.on('clientError', refuseClient);
}

/** Adds the connections of a server while they are open. */
function keepConnections(server: Server, connections: Set<Socket>): void {
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
}

/** Longer than answers take, unless a fault delays them: after this time all connections are cut. */
const GRACE_MS = 3_000;

/** A busy client sends its next request within this time after a reply. */
const QUIET_MS = 50;

/**
 * Ends the connections of servers without dropping requests: the plugin adds `connection: close` to replies from now on. Idle connections
 * are ended only after no request has come for a while, because a request may already be on its way on each of them.
 */
async function drain(servers: readonly HttpServer[], connections: ReadonlySet<Socket>): Promise<void> {
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
    if (requests > before) continue;
    for (const server of servers) server.endIdleConnections();
    // a connection without any request, such as that of an aborted one, is not idle for Node
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  }
  clearTimeout(grace);
}

/** Resolves when the last connection has ended. */
function stopAccepting(server: HttpServer): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

/** Waits `QUIET_MS`, and until data that arrived meanwhile has been read. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(() => setImmediate(resolve), QUIET_MS));
}
