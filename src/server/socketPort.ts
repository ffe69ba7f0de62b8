import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Sockets } from './sockets.ts';

const MAX_PORT = 65_535;
const NEEDS_UPGRADE = 'This port is for WebSockets: calls over HTTP go to the port below it\n';

/** The port of WebSockets cannot be had; `cause` says why. */
export class SocketPortError extends Error {
  readonly port: number;
  readonly code: string | undefined;

  constructor(port: number, cause: NodeJS.ErrnoException) {
    super(`port ${port} for WebSockets: ${cause.message}; choose another with \`wsPort\`, or turn it off with 'off'`, {
      cause,
    });
    this.name = 'SocketPortError';
    this.port = port;
    this.code = cause.code;
  }
}

/**
 * The port of WebSockets beside the one of HTTP, on the same addresses. Clients that are told only the URL of HTTP look for it on the
 * next port.
 *
 * @returns its servers; the first one has the port that all have
 * @throws SocketPortError
 */
export async function openSocketPort(
  sockets: Sockets,
  addresses: readonly string[],
  port: number,
): Promise<readonly Server[]> {
  if (port > MAX_PORT) throw new SocketPortError(port, new Error(`there is no port above ${MAX_PORT}`));
  const servers: Server[] = [];
  for (const host of addresses) {
    const server = createSocketServer(sockets);
    const first = servers[0]?.address() as AddressInfo | undefined;
    try {
      await listen(server, host, first?.port ?? port);
    } catch (error) {
      for (const other of servers) other.close();
      throw new SocketPortError(port, error as NodeJS.ErrnoException);
    }
    servers.push(server);
  }
  return servers;
}

function createSocketServer(sockets: Sockets): Server {
  const server = createServer((request, response) => {
    const headers = {
      'content-type': 'text/plain; charset=utf-8',
      'content-length': Buffer.byteLength(NEEDS_UPGRADE),
      upgrade: 'websocket',
      connection: 'upgrade, close',
    };
    request.resume();
    response.writeHead(426, headers).end(NEEDS_UPGRADE);
  });
  sockets.serve(server);
  return server;
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
