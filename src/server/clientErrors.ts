import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

const BAD_REQUEST = 'HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n';
const REQUEST_TIMEOUT = 'HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n';

/**
 * Answers malformed HTTP and incomplete requests, then ends the connection.
 *
 * @param lingerMs how long a client may take to end its side
 */
export class ClientErrors {
  readonly #lingerMs: number;
  /** responses of each connection that may not be sent yet, in order */
  readonly #responses = new WeakMap<Duplex, ServerResponse<IncomingMessage>[]>();

  constructor(lingerMs: number) {
    this.#lingerMs = lingerMs;
  }

  /** Handles the errors of a server: complete requests are answered before the malformed one after them is refused. */
  watch(server: Server): void {
    server.on('clientError', this.#onClientError);
    server.on('request', ({ socket }, response) => {
      const responses = this.#responses.get(socket);
      if (responses === undefined) return void this.#responses.set(socket, [response]);
      while (responses[0]?.closed) responses.shift();
      responses.push(response);
    });
  }

  readonly #onClientError = (error: NodeJS.ErrnoException, socket: Duplex): void => {
    const unanswered = this.#unanswered(socket);
    const isTimeout = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    // the incomplete request may already have been refused, for example with 413
    if (isTimeout && this.#isAnswered(socket)) return void socket.destroy();
    const due = unanswered.findLast(({ req }) => req.complete);
    const refuse = () => this.#end(socket, isTimeout ? REQUEST_TIMEOUT : BAD_REQUEST);
    if (due === undefined) refuse();
    else due.once('close', refuse);
  };

  #unanswered(socket: Duplex): ServerResponse<IncomingMessage>[] {
    return (this.#responses.get(socket) ?? []).filter(({ closed }) => !closed);
  }

  #isAnswered(socket: Duplex): boolean {
    const last = this.#responses.get(socket)?.at(-1);
    return last !== undefined && !last.req.complete && last.headersSent;
  }

  #end(socket: Duplex, reply: string): void {
    if (!socket.writable) return;
    socket.end(reply);
    const timer = setTimeout(() => socket.destroy(), this.#lingerMs);
    socket.once('close', () => clearTimeout(timer));
  }
}
