import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';

/** Far longer than any answer takes: whoever is still sending by then has stalled. */
const GRACE_MS = 3_000;

/** A client that is busy asks again sooner than this, once it has its reply. */
const QUIET_MS = 50;

/**
 * Ends the connections of servers without cutting off anyone who is asking: from now on replies say `connection: close`. Only
 * once nobody has asked for a while are connections ended that are kept open and not in use, because a request may be on its
 * way on each of them.
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
}

/** As `close` of an HTTP server, which ends connections at once that are not in use. Resolves when the last one has ended. */
function stopAccepting(server: Server): Promise<void> {
  return new Promise((resolve) => NetServer.prototype.close.call(server, () => resolve()));
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, QUIET_MS));
}
