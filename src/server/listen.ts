import { lookup } from 'node:dns/promises';
import { createServer, METHODS, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { ClientErrors } from './clientErrors.ts';
import { drain } from './drain.ts';
import { isControlOn } from './options.ts';
import { boundAddresses, isLoopback, type Place } from './place.ts';
import { nodePlugin, type PluginOptions } from './plugin.ts';

/** Time for a client to send a whole request. */
const CLIENT_TIMEOUT_MS = 30_000;

/** Time for a client to end its side of a connection that we have ended. */
const LINGER_MS = 2_000;

/** Longer than the timeouts of load balancers and clients, so that they end idle connections and not the node. */
const KEEP_ALIVE_MS = 72_000;

export interface ServeOptions extends Omit<PluginOptions, 'isClosing' | 'isControlOn' | 'place'> {
  readonly host: string;
  /** undefined: where all addresses are loopback addresses, see `isControlOn` */
  readonly control: boolean | undefined;
  readonly port: number;
  /** for tests */
  readonly clientTimeoutMs?: number;
}

/** An open port. It has no types of Fastify, so that users of the library do not need them. */
export interface OpenPort {
  readonly url: string;
  /** Stops accepting requests and finishes those in flight. */
  close(): Promise<void>;
}

/** Serves a node over HTTP, on every address of the host. */
export async function openPort(options: ServeOptions): Promise<OpenPort> {
  const { clientTimeoutMs = CLIENT_TIMEOUT_MS, host, port } = options;
  const newServer = createServerFactory(clientTimeoutMs);
  const app = createApp(newServer);
  let isClosing = false;
  const servers = [app.server];
  const place = (): Place => ({
    addresses: boundAddresses(servers.map((server) => server.address())),
    ...(isIP(host) === 0 && { name: host.toLowerCase() }),
  });
  let hasControl = false;
  app.register(nodePlugin, { ...options, isClosing: () => isClosing, isControlOn: () => hasControl, place });
  const end = async () => {
    isClosing = true;
    await drain(servers.filter(({ listening }) => listening));
    await app.close();
  };
  let ended: Promise<void> | undefined;
  const close = () => {
    ended ??= end();
    return ended;
  };
  try {
    const [address = host, ...others] = await addressesOf(host);
    const url = await app.listen({ host: address, port });
    const { port: samePort } = app.server.address() as AddressInfo;
    hasControl = isControlOn(options, [...place().addresses, ...others].every(isLoopback));
    for (const other of others) {
      const server = newServer(app.routing);
      servers.push(server);
      await listenIfPossible(server, other, samePort);
    }
    return { url, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Creates servers with timeouts, so that no client can hold a connection for ever. */
function createServerFactory(clientTimeoutMs: number): (listener: RequestListener) => Server {
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

function createApp(serverFactory: (listener: RequestListener) => Server): FastifyInstance {
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

/** `localhost` may have two addresses, and clients try both. */
async function addressesOf(host: string): Promise<readonly string[]> {
  if (host !== 'localhost') return [host];
  const found = await lookup(host, { all: true });
  return [...new Set(found.map(({ address }) => address))];
}

/** Ignores an address that this machine does not have. */
function listenIfPossible(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve();
      else reject(error);
    });
    server.listen({ host, port });
  });
}
