import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { corsHeaders } from './cors.ts';
import type { Sockets } from './sockets.ts';

/** The port of WebSockets cannot be had. */
export class SocketPortError extends Error {
  readonly problem: string;
  readonly code: string | undefined;

  constructor(problem: string, cause?: NodeJS.ErrnoException) {
    super(`${problem}: choose another with \`wsPort\`, or turn it off with \`wsPort: 'off'\``, { cause });
    this.name = 'SocketPortError';
    this.problem = problem;
    this.code = cause?.code;
  }
}

const MAX_PORT = 65_535;
const NEEDS_UPGRADE = 'This port is for WebSockets: calls over HTTP go to the port below it\n';
const NEEDS_UPGRADE_HEADERS = {
  'content-type': 'text/plain; charset=utf-8',
  'content-length': Buffer.byteLength(NEEDS_UPGRADE),
  upgrade: 'websocket',
  connection: 'upgrade, close',
};

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
  health: () => string,
): Promise<readonly Server[]> {
  if (port > MAX_PORT) throw new SocketPortError(`there is no port after ${MAX_PORT}, for WebSockets`);
  const servers: Server[] = [];
  for (const host of addresses) {
    const server = createSocketServer(sockets, health);
    const first = servers[0]?.address() as AddressInfo | undefined;
    try {
      await listen(server, host, first?.port ?? port);
    } catch (error) {
      for (const other of servers) other.close();
      throw socketPortError(port, host, error as NodeJS.ErrnoException);
    }
    servers.push(server);
  }
  return servers;
}

function createSocketServer(sockets: Sockets, health: () => string): Server {
  const server = createServer((request, response) => {
    request.resume();
    // every port of a node says whether it is well
    if (request.url === '/health') {
      return void response.writeHead(200, corsHeaders(request.headers)).end(health());
    }
    response.writeHead(426, NEEDS_UPGRADE_HEADERS).end(NEEDS_UPGRADE);
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

function socketPortError(port: number, host: string, error: NodeJS.ErrnoException): SocketPortError {
  const isTaken = error.code === 'EADDRINUSE';
  const problem = isTaken ? `port ${port} on ${host}, for WebSockets, is in use` : `port ${port}: ${error.message}`;
  return new SocketPortError(problem, error);
}
