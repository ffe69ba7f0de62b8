import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocketServer } from 'ws';
import { Refusal } from './refusals.ts';
import { type ConnectionOptions, SocketConnection } from './socketConnection.ts';
import type { SocketTarget } from './socketTarget.ts';
import { afterResponse, answerWithoutUpgrade, asksForWebSocket, refuseUpgrade } from './upgrade.ts';

/** Source   agave 4.1 rpc_pubsub_service.rs set_max_message_size */
const MAX_MESSAGE_BYTES = 4096;

/** The code of the package for a message that is longer. */
const TOO_LONG = 1009;

export interface SocketOptions extends ConnectionOptions {
  /** what the request of a client is for */
  readonly targetOf: (request: IncomingMessage) => SocketTarget | Refusal;
}

/** The WebSockets of a node, on all its servers. */
export class Sockets {
  readonly #options: SocketOptions;
  readonly #connections = new Set<SocketConnection>();
  #handshakes: Promise<WebSocketServer> | undefined;
  #isClosed = false;

  constructor(options: SocketOptions) {
    this.#options = options;
  }

  /** Takes the requests for WebSockets of a server; all others are answered as before. */
  serve(server: Server): void {
    /** the newest of each connection */
    const responses = new WeakMap<Duplex, ServerResponse>();
    server.on('request', ({ socket }, response) => void responses.set(socket, response));
    server.on('upgrade', (request, socket, head) => {
      afterResponse(responses.get(socket), socket, () => {
        if (asksForWebSocket(request)) void this.#upgrade(request, socket, head);
        else answerWithoutUpgrade(server, request, socket, head);
      });
    });
  }

  /** Ends all connections, those too that are being opened. */
  close(): void {
    this.#isClosed = true;
    for (const connection of this.#connections) void connection.finish();
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    // Node has taken its own listener away
    socket.on('error', () => socket.destroy());
    const target = this.#options.targetOf(request);
    if (target instanceof Refusal) return refuseUpgrade(socket, target);
    // the package takes no other word beside it
    request.headers.upgrade = 'websocket';
    this.#handshakes ??= createHandshakes();
    const handshakes = await this.#handshakes;
    handshakes.handleUpgrade(request, socket, head, (client) => {
      const connection = new SocketConnection(client, socket, target, this.#options);
      this.#connections.add(connection);
      client.on('close', () => this.#connections.delete(connection));
      if (this.#isClosed) void connection.finish();
    });
  }
}

/** Loaded when it is first asked for: most nodes never have a WebSocket. */
async function createHandshakes(): Promise<WebSocketServer> {
  const { WebSocket, WebSocketServer } = await import('ws');
  /** A message that is too long ends the connection without a Close frame, and no Close frame has a reason, as in the node. */
  class NodeSocket extends WebSocket {
    override close(code?: number): void {
      if (code === TOO_LONG) this.terminate();
      else super.close(code);
    }
  }
  return new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    handleProtocols: () => false,
    maxPayload: MAX_MESSAGE_BYTES,
    WebSocket: NodeSocket,
  });
}
