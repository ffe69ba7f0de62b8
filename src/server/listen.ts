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

/** Keeps the framework from loading its own compilers, which take longer to load than all the rest of it. */
function noSchemas(): never {
  throw new Error('no route has a schema');
}

/** Serves a node over HTTP. */
export async function openPort(options: ServeOptions): Promise<OpenPort> {
  const { host, port, clientTimeoutMs = CLIENT_TIMEOUT_MS } = options;
  const clientErrors = new ClientErrors(Math.min(LINGER_MS, clientTimeoutMs));
  const { onClientError } = clientErrors;
  const newServer = (listener: RequestListener) => {
    const server = createServer(serverOptions(clientTimeoutMs), listener);
    // of expectations the node knows 100-continue only, and ignores the others
    server.on('checkExpectation', listener);
    clientErrors.watch(server);
    return server;
  };
  const app = createApp(newServer, onClientError);
  let isClosing = false;
  app.register(nodePlugin, { ...options, isClosing: () => isClosing });
  const [address = host, ...others] = await addressesOf(host);
  const url = await app.listen({ host: address, port });
  const servers = [app.server, ...others.map(() => newServer(app.routing).on('clientError', onClientError))];
  const end = async () => {
    isClosing = true;
    await drain(servers.filter(({ listening }) => listening));
    await app.close();
  };
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= end());
  try {
    const { port: samePort } = app.server.address() as AddressInfo;
    for (const [i, other] of others.entries()) await listen(servers[i + 1]!, other, samePort);
  } catch (error) {
    await close();
    throw error;
  }
  return { url, close };
}

function serverOptions(clientTimeoutMs: number): ServerOptions {
  return {
    requireHostHeader: false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: clientTimeoutMs,
    requestTimeout: clientTimeoutMs,
    connectionsCheckingInterval: Math.ceil(clientTimeoutMs / 6),
  };
}

function createApp(newServer: (listener: RequestListener) => Server, onClientError: ClientErrors['onClientError']) {
  const app: FastifyInstance = fastify({
    logger: false,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    serverFactory: newServer,
    clientErrorHandler: onClientError,
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
function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve();
      else reject(error);
    });
    server.listen({ host, port });
  });
}
