import { IncomingMessage, type RequestListener, Server, type ServerOptions, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { asksForWebSocket } from './requestParts.ts';

/**
 * Requests with `Upgrade` that do not ask for a WebSocket, such as every POST of Java's client, stay HTTP. Node.js 22.21 and later
 * ask `shouldUpgradeCallback`; older ones hand on what has `upgrade`.
 */
class HttpRequest extends IncomingMessage {
  declare private hasUpgrade: boolean;

  get upgrade(): boolean {
    return this.hasUpgrade && (this.method === 'CONNECT' || asksForWebSocket(this));
  }

  set upgrade(hasUpgrade: boolean) {
    this.hasUpgrade = hasUpgrade;
  }
}

const STATUSES: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** Ends a connection whose request cannot be read, or is late. Who has connected and asks nothing is not late. */
export function refuseClient({ code = '' }: NodeJS.ErrnoException, socket: Socket): void {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0) return;
  const status = STATUSES[code] ?? 400;
  if (socket.writable)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
  socket.destroy();
}

/** An HTTP server whose `close` stops accepting, and ends no connection: the one of Node.js ends those that wait for a request. */
export class HttpServer extends Server {
  constructor(options: ServerOptions, listener: RequestListener) {
    const upgrading = { shouldUpgradeCallback: asksForWebSocket, IncomingMessage: HttpRequest };
    super({ ...options, ...upgrading }, listener);
  }

  /** Does nothing: `close` of Node calls this method before it returns. */
  override closeIdleConnections(): void {}

  /** Ends the connections that wait for a request. */
  endIdleConnections(): void {
    super.closeIdleConnections();
  }
}
