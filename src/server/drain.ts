import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';

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
  // stops the timer by which a server checks its connections
  for (const server of servers) server.close();
}

/** Unlike `close` of an HTTP server, does not end idle connections. Resolves when the last connection has ended. */
function stopAccepting(server: Server): Promise<void> {
  return new Promise((resolve) => NetServer.prototype.close.call(server, () => resolve()));
}

/** Ends after what has come while this process was busy is read. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(() => setImmediate(resolve), QUIET_MS));
}
