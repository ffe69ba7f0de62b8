import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Refusal } from './refusals.ts';

/** Source   RFC 6455 4.2.1; RFC 9110 7.8: HTTP/1.0 cannot upgrade */
export function asksForWebSocket({ headers, httpVersion, method }: IncomingMessage): boolean {
  const protocols = (headers.upgrade ?? '').toLowerCase().split(/\s*,\s*/);
  return method === 'GET' && httpVersion === '1.1' && protocols.includes('websocket');
}

/** Waits for the response to the request ahead on the same connection: Node does not, and would never send what comes behind it. */
export function afterResponse(response: ServerResponse | undefined, socket: Duplex, next: () => void): void {
  if (response === undefined || response.closed) return void next();
  // Node has taken its own listener away
  const onError = () => socket.destroy();
  socket.on('error', onError);
  response.once('close', () => {
    if (!socket.writable) return;
    socket.off('error', onError);
    next();
  });
}

/**
 * A request to upgrade to anything but a WebSocket, such as h2c, is answered as plain HTTP. Node has taken it out of HTTP by then, so it
 * is put back, without its wish.
 */
export function answerWithoutUpgrade(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { httpVersion, method, rawHeaders, url } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    const value = withoutUpgrade(name.toLowerCase(), rawHeaders[i + 1]!);
    if (value !== '') lines.push(`${name}: ${value}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
}

function withoutUpgrade(name: string, value: string): string {
  if (name === 'upgrade') return '';
  if (name !== 'connection') return value;
  return value
    .split(/\s*,\s*/)
    .filter((option) => option.toLowerCase() !== 'upgrade')
    .join(', ');
}

/** Answers a request for a WebSocket that there will not be, and ends the connection. */
export function refuseUpgrade(socket: Duplex, { contentType, message, status }: Refusal): void {
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `content-type: ${contentType}`,
    'connection: close',
    `content-length: ${Buffer.byteLength(message)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${message}`);
}
