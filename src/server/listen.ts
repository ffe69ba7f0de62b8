import { createServer, type Server } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { createApp, drain, httpOptions } from './app.ts';
import { boundAddresses, isLoopback, type Place } from './place.ts';
import { nodePlugin, type PluginOptions } from './plugin.ts';
import { isControlOn } from './serverOptions.ts';
import { openSocketPort, SocketPortError } from './socketPort.ts';
import { Sockets } from './sockets.ts';
import { createTargetOf } from './socketTarget.ts';

/** Time for a client to send a whole request. */
const CLIENT_TIMEOUT_MS = 30_000;

/** How often two free ports beside each other are looked for. */
const PORT_ATTEMPTS = 50;

export interface ServeOptions extends Omit<PluginOptions, 'isControlOn' | 'place'> {
  readonly host: string;
  /** undefined: where all addresses are loopback addresses, see `isControlOn` */
  readonly control: boolean | undefined;
  readonly port: number;
  /** of WebSockets, which the port of HTTP takes too; undefined: the next one */
  readonly wsPort: number | 'off' | undefined;
  /** bytes that the client of a WebSocket may be behind */
  readonly maxSocketBufferBytes: number;
  /** told why a WebSocket was cut off */
  readonly onSocketCutOff: (reason: string) => void;
  /** for tests */
  readonly clientTimeoutMs?: number;
}

/** An open port. It has no types of Fastify, so that users of the library do not need them. */
export interface OpenPort {
  readonly url: string;
  readonly wsUrl: string;
  /** Stops accepting requests and finishes those in flight. WebSockets are closed once what their clients have sent is answered. */
  close(): Promise<void>;
}

/** Serves a node over HTTP and WebSockets, on every address of the host. */
export async function openPort(options: ServeOptions): Promise<OpenPort> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await openPorts(options);
    } catch (error) {
      // the port beside a free one is taken
      const isBadLuck = options.port === 0 && options.wsPort === undefined && error instanceof SocketPortError;
      if (!isBadLuck || attempt === PORT_ATTEMPTS) throw error;
    }
  }
}

async function openPorts(options: ServeOptions): Promise<OpenPort> {
  const { clientTimeoutMs = CLIENT_TIMEOUT_MS, host, port, wsPort } = options;
  const http = httpOptions(clientTimeoutMs);
  const app = createApp(http);
  const servers = [app.server];
  const place = (): Place => ({
    addresses: boundAddresses(servers.map((server) => server.address())),
    ...(isIP(host) === 0 && { name: host.toLowerCase() }),
  });
  let hasControl = false;
  const rules = { ...options, isControlOn: () => hasControl, place };
  const sockets = createSockets(rules, () => portOf(app.server));
  const socketServers: Server[] = [];
  app.register(async (node) => {
    await nodePlugin(node, rules);
    // after the hook of the plugin: replies tell that their connection ends
    node.addHook('preClose', async () => {
      sockets.close();
      await drain([...servers, ...socketServers].filter(({ listening }) => listening));
    });
  });
  let ended: Promise<void> | undefined;
  const close = () => {
    ended ??= app.close();
    return ended;
  };
  try {
    const [address = host, ...others] = await addressesOf(host);
    const url = await app.listen({ host: address, port });
    hasControl = isControlOn(options, [...place().addresses, ...others].every(isLoopback));
    for (const other of others) {
      const server = createServer(http, app.routing);
      servers.push(server);
      await listenIfPossible(server, other, portOf(app.server));
    }
    for (const server of servers) sockets.serve(server);
    if (wsPort !== 'off')
      socketServers.push(
        ...(await openSocketPort(sockets, place().addresses, wsPort ?? portOf(app.server) + 1, options.health)),
      );
    return { url, wsUrl: socketUrl(url, socketServers[0] ?? app.server), close };
  } catch (error) {
    await close();
    throw error;
  }
}

type SocketRules = ServeOptions & Pick<PluginOptions, 'isControlOn' | 'place'>;

function createSockets(rules: SocketRules, httpPort: () => number): Sockets {
  const { maxSocketBufferBytes: maxBufferedBytes, onRequest, onSocketCutOff: onCutOff } = rules;
  return new Sockets({ targetOf: createTargetOf({ ...rules, httpPort }), maxBufferedBytes, onCutOff, onRequest });
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

function socketUrl(url: string, server: Server): string {
  return url.replace(/^http/, 'ws').replace(/\d+$/, `${portOf(server)}`);
}

/** `localhost` may have two addresses, and clients try both. */
async function addressesOf(host: string): Promise<readonly string[]> {
  if (host !== 'localhost') return [host];
  // no other host is looked up here
  const { lookup } = await import('node:dns/promises');
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
