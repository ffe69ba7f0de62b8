import { lookup } from 'node:dns/promises';
import { createServer, METHODS, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { ClientErrors } from './clientErrors.ts';
import { drain } from './drain.ts';
import { nodePlugin, type PluginOptions } from './plugin.ts';

/** A client that has not sent all of its request by then has stalled. */
const CLIENT_TIMEOUT_MS = 30_000;

/** How long a client may take to end its side of a connection that we have ended. */
const LINGER_MS = 2_000;

/** Longer than load balancers and clients keep an idle connection, so that it is they who end it. */
const KEEP_ALIVE_MS = 72_000;

export interface ServeOptions extends Omit<PluginOptions, 'isClosing'> {
  readonly host: string;
  readonly port: number;
  /** for tests */
  readonly clientTimeoutMs?: number;
}

/** A port that is open. It does not say what serves it: users of the library need no types of the framework. */
export interface OpenPort {
  readonly url: string;
  /** Stops accepting, finishes what is in flight. */
  close(): Promise<void>;
}

/** Serves a node over HTTP, on every address that the host stands for. */
export async function openPort(options: ServeOptions): Promise<OpenPort> {
  const { clientTimeoutMs = CLIENT_TIMEOUT_MS, host, port } = options;
  const newServer = createServerFactory(clientTimeoutMs);
  const app = createApp(newServer);
  let isClosing = false;
  app.register(nodePlugin, { ...options, isClosing: () => isClosing });
  const servers = [app.server];
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

/** Makes servers that let nobody hold a connection for ever. */
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
    // of expectations the node knows 100-continue only, and ignores the others
    server.on('checkExpectation', listener);
    clientErrors.watch(server);
    return server;
  };
}

/** Keeps the framework from loading its own compilers, which take longer to load than all the rest of it. */
function noSchemas(): never {
  throw new Error('no route has a schema');
}

function createApp(serverFactory: (listener: RequestListener) => Server): FastifyInstance {
  const app: FastifyInstance = fastify({
    logger: false,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    serverFactory,
    // the server has one of its own
    clientErrorHandler: () => {},
    return503OnClosing: false,
    // the router cannot read a path with a `%` that stands for nothing; to JSON-RPC one path is as good as another
    frameworkErrors: (_error, { raw }, reply) => {
      raw.url = `/${(raw.url ?? '').replace(/^[^?]*/, '')}`;
      app.routing(raw, reply.raw);
    },
  });
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  return app;
}

/** `localhost` may be two addresses, and clients try either. */
async function addressesOf(host: string): Promise<readonly string[]> {
  if (host !== 'localhost') return [host];
  const found = await lookup(host, { all: true });
  return [...new Set(found.map(({ address }) => address))];
}

/** An address that this machine does not have after all is left out. */
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
