import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocketServer } from 'ws';
import { DIALECTS, isDialectName } from '../dialect.ts';
import type { HttpReply } from '../live/faults/fault.ts';
import type { ServedLedger, SocketCaller } from '../rpc/ledgerService.ts';
import type { ControlAccess } from '../rpc/protocol/call.ts';
import { type ControlRules, createAccess } from './controlAccess.ts';
import { keyCheck } from './keyCheck.ts';
import { Refusal, refusals } from './refusals.ts';
import { clientKeyOf, clientOf } from './requestParts.ts';
import { readTarget } from './requestTarget.ts';
import { type ConnectionOptions, SocketConnection, type SocketTarget } from './socketConnection.ts';

/** Waits for the response to the previous request on the connection: Node.js does not wait, and then never sends the next one. */
function afterResponse(response: ServerResponse | undefined, socket: Duplex, next: () => void): void {
  if (response === undefined || response.closed) return void next();
  // Node.js has removed its own listener
  const onError = () => socket.destroy();
  socket.on('error', onError);
  response.once('close', () => {
    if (!socket.writable) return;
    socket.off('error', onError);
    next();
  });
}

function replyOf({ contentType, message, status }: Refusal): HttpReply {
  return { status, headers: [['content-type', contentType]], body: message };
}

function refuseUpgrade(socket: Duplex, { body = '', headers, status }: HttpReply): void {
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'unknown'}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    'connection: close',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Source   agave 4.1 rpc_pubsub_service.rs set_max_message_size */
const MAX_MESSAGE_BYTES = 4096;

/** `ws` closes with this code when a message is longer. */
const TOO_LONG = 1009;

export interface SocketOptions extends ConnectionOptions {
  readonly targetOf: (request: IncomingMessage) => SocketTarget | Refusal;
}

/** The WebSockets of a node, on the servers of both its ports. */
export class Sockets {
  readonly #options: SocketOptions;
  readonly #connections = new Set<SocketConnection>();
  #handshakes: Promise<WebSocketServer> | undefined;
  #isClosed = false;

  constructor(options: SocketOptions) {
    this.#options = options;
  }

  serve(server: Server): void {
    /** the last one of each connection */
    const responses = new WeakMap<Duplex, ServerResponse>();
    server.on('request', ({ socket }, response) => void responses.set(socket, response));
    server.on('upgrade', (request, socket, head) => {
      afterResponse(responses.get(socket), socket, () => {
        void this.#upgrade(request, socket, head);
      });
    });
  }

  /** Ends all connections, including those that are being opened. */
  close(): void {
    this.#isClosed = true;
    for (const connection of this.#connections) void connection.finish();
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    // Node.js has removed its own listener
    socket.on('error', () => socket.destroy());
    const target = this.#options.targetOf(request);
    if (target instanceof Refusal) return refuseUpgrade(socket, replyOf(target));
    const { closeIdleSocketAfterMs, refuseSocket } = target.ledger.takeHandshakeFault() ?? {};
    if (refuseSocket !== undefined) return refuseUpgrade(socket, refuseSocket);
    // `ws` accepts one protocol only
    request.headers.upgrade = 'websocket';
    this.#handshakes ??= createHandshakes();
    const handshakes = await this.#handshakes;
    handshakes.handleUpgrade(request, socket, head, (client) => {
      const connection = new SocketConnection(client, socket, target, {
        ...this.#options,
        maxIdleMs: closeIdleSocketAfterMs,
      });
      this.#connections.add(connection);
      client.on('close', () => this.#connections.delete(connection));
      if (this.#isClosed) void connection.finish();
    });
  }
}

/** `ws` is loaded with the first WebSocket. */
async function createHandshakes(): Promise<WebSocketServer> {
  const { WebSocket, WebSocketServer } = await import('ws');
  /**
   * A socket that behaves as those of Agave: a message that is too long ends it without a Close frame, and Close frames have no reason.
   */
  class AgaveSocket extends WebSocket {
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
    WebSocket: AgaveSocket,
  });
}

export interface TargetRules extends ControlRules {
  /** the ledger at the root of the port */
  readonly ledger: ServedLedger;
  /** undefined: every socket is accepted */
  readonly apiKeys: readonly string[] | undefined;
  readonly httpPort: () => number;
}

/** Reads ledger fork, key and dialect from the request that opens a socket, as from those of calls. */
export function createTargetOf({
  ledger: root,
  ...rules
}: TargetRules): (request: IncomingMessage) => SocketTarget | Refusal {
  const isKeyGood = keyCheck('apikey', rules.apiKeys ?? []);
  const listenAddresses = () => ({ ...rules.listenAddresses(), httpPort: rules.httpPort() });
  const accessOf = createAccess({ ...rules, listenAddresses }, '');
  return ({ headers, socket, url = '/' }) => {
    const { fork, query } = readTarget(url);
    if (!isKeyGood(query)) return refusals.unauthorized();
    const name = query.get('dialect') ?? root.service.dialect;
    if (!isDialectName(name)) return refusals.unknownDialect(name);
    const ledger = fork === undefined ? root : root.service.forkNamed(fork, { mayCreate: true });
    if (typeof ledger === 'string') return refusals.noFork(ledger);
    const access = () => onPort(accessOf({ headers, socket, query }), rules.httpPort());
    const caller: SocketCaller = {
      transport: 'socket',
      client: clientOf(headers),
      clientKey: () => clientKeyOf(socket.remoteAddress, query),
      access,
      isInspector: () => false,
    };
    return { ledger, fork, dialect: DIALECTS[name], caller };
  };
}

/** URLs of ledger forks have the port of HTTP, also if the socket is on the WebSocket port. */
function onPort(access: ControlAccess, port: number): ControlAccess {
  if (access.kind !== 'allowed') return access;
  const withPort = (text: string) => text.replace(/^(\w+:\/\/[^/]*:)\d+(?=\/)/, `$1${port}`);
  return {
    ...access,
    urlOf: (fork) => {
      const urls = access.urlOf(fork);
      return urls && { url: withPort(urls.url), wsUrl: withPort(urls.wsUrl) };
    },
  };
}
