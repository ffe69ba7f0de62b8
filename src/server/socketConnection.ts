import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { utf8Text } from '../codec/text.ts';
import type { Dialect } from '../dialect.ts';
import type { ConnectionFault } from '../live/faults/fault.ts';
import type { CallOutcome } from '../live/journal.ts';
import type { ServedLedger, SocketCaller } from '../rpc/ledgerService.ts';
import { notify } from '../rpc/protocol/notify.ts';
import { type Session, turnOf } from '../rpc/protocol/session.ts';
import { GARBAGE } from './faultyReply.ts';
import { resetConnection } from './reply.ts';
import { type OnRequest, recordOf } from './requestRecord.ts';

/** Unanswered messages of a client at which reading stops. */
const MAX_WAITING = 64;

/**
 * Codes of Close frames. web3.js reconnects forever unless the code is 1000. Kit tells its subscribers of the end only if it is another code.
 *
 * Source   RFC 6455 7.4.1
 */
const NORMAL = 1000;
const GOING_AWAY = 1001;

/** Time for a client to answer before its connection is cut. */
const FINISH_MS = 2_000;

/** Limits of what is written in one piece. */
const MAX_HELD = 64;
const MAX_HELD_BYTES = 1 << 16;

export interface ConnectionOptions {
  /** unread bytes at which a client is cut off */
  readonly maxBufferedBytes: number;
  /** called with the reason when a client is cut off */
  readonly onCutOff: (reason: string) => void;
  readonly onRequest: OnRequest | undefined;
}

/** The ledger of a socket, and how it is answered. */
export interface SocketTarget {
  readonly ledger: ServedLedger;
  readonly fork: string | undefined;
  readonly dialect: Dialect;
  readonly caller: SocketCaller;
}

/**
 * One WebSocket. After an error it ends without a Close frame, as in Agave; when its ledger ends, with one.
 *
 * Source   agave 4.1 rpc_pubsub_service.rs handle_connection
 */
export class SocketConnection {
  readonly #socket: WebSocket;
  readonly #stream: Duplex;
  readonly #session: Session;
  readonly #fork: string | undefined;
  readonly #options: ConnectionOptions;
  readonly #waiting: Buffer[] = [];
  /** received so far */
  #messages = 0;
  /** undefined: all messages are answered */
  #answering: Promise<void> | undefined;
  #isFinishing = false;
  /** starts the idle time anew; undefined: it has no limit */
  #onTraffic: (() => void) | undefined;
  /** messages to write at the end of this turn */
  #held = 0;

  constructor(
    socket: WebSocket,
    stream: Duplex,
    { caller, dialect, fork, ledger }: SocketTarget,
    { maxIdleMs, ...options }: ConnectionOptions & { readonly maxIdleMs: number | undefined },
  ) {
    this.#socket = socket;
    this.#stream = stream;
    this.#options = options;
    this.#fork = fork;
    this.#session = ledger.openSession(dialect, caller, {
      notified: (message) => this.#send(message),
      ended: () => void this.finish(),
      failed: (fault) => this.#fail(fault),
    });
    socket.on('message', (data) => this.#receive(data as Buffer));
    socket.on('close', () => this.#session.close());
    if (maxIdleMs !== undefined) this.#limitIdleTime(maxIdleMs);
    // the connection has ended by then
    socket.on('error', () => {});
  }

  /** Cuts the connection when nothing has come or gone for this time. */
  #limitIdleTime(milliseconds: number): void {
    const timer = setTimeout(() => this.end(), milliseconds).unref();
    this.#onTraffic = () => void timer.refresh();
    for (const event of ['message', 'ping']) this.#socket.on(event, this.#onTraffic);
    this.#socket.on('close', () => clearTimeout(timer));
  }

  end(): void {
    this.#socket.terminate();
  }

  /** Ends with a Close frame, once all messages of the client are answered. */
  async finish(): Promise<void> {
    if (this.#isFinishing) return;
    this.#isFinishing = true;
    const timer = setTimeout(() => this.end(), FINISH_MS);
    this.#socket.once('close', () => clearTimeout(timer));
    // a pong shows that all messages before it have arrived; a reply that the client gets together with the ping
    // can still cause a message after that pong, so two pongs without a new message are needed
    for (let quietPongs = 0; quietPongs < 2; ) {
      await this.#answering;
      this.#session.flush();
      if (this.#socket.readyState !== this.#socket.OPEN) return;
      const before = this.#messages;
      await this.#pong();
      quietPongs = this.#messages === before ? quietPongs + 1 : 0;
    }
    this.#socket.close(this.#session.hasSubscriptions ? GOING_AWAY : NORMAL);
  }

  /** Resolves when the client has answered a ping or is gone. */
  #pong(): Promise<void> {
    const socket = this.#socket;
    return new Promise((resolve) => {
      const finish = () => {
        socket.off('pong', finish).off('close', finish);
        resolve();
      };
      socket.on('pong', finish).on('close', finish);
      socket.ping();
    });
  }

  /** Puts a message behind those that wait for their answer; a client that sends too many is read no more until fewer wait. */
  #receive(message: Buffer): void {
    this.#messages++;
    this.#waiting.push(message);
    if (this.#waiting.length > MAX_WAITING) this.#socket.pause();
    this.#answering ??= this.#answerAll();
  }

  async #answerAll(): Promise<void> {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      if (this.#socket.isPaused && this.#waiting.length < MAX_WAITING / 2) this.#socket.resume();
      const text = utf8Text(next);
      if (text === undefined) return this.end();
      await turnOf((onWaiting) => this.#answer(text, onWaiting));
    }
    this.#answering = undefined;
  }

  async #answer(message: string, onWaiting: () => void): Promise<void> {
    const start = performance.now();
    const { calls, fault, text } = await this.#session.answer(message, onWaiting);
    const sent = fault === undefined ? text : fault.garbage && !fault.reset ? GARBAGE : '';
    if (fault !== undefined) this.#fail(fault);
    else {
      if (text !== '') this.#send(text);
      this.#session.replied();
    }
    // keep-alive messages of clients have no reply and are not logged
    if (text !== '') this.#record(calls, Buffer.byteLength(sent), start);
  }

  #record(calls: readonly CallOutcome[], bytes: number, start: number): void {
    const { onRequest } = this.#options;
    if (onRequest === undefined) return;
    const milliseconds = performance.now() - start;
    notify(onRequest, { httpMethod: 'WS', status: 101, ...recordOf(calls, this.#fork), bytes, milliseconds });
  }

  #fail({ closeSocket, garbage, reset }: ConnectionFault): void {
    if (reset) resetConnection(this.#stream);
    else if (garbage) this.#send(GARBAGE);
    else if (typeof closeSocket === 'number') this.#socket.close(closeSocket);
    else if (closeSocket) this.end();
  }

  /** @param message a Buffer holds UTF-8, and goes out as a text message too */
  #send(message: string | Buffer): void {
    const socket = this.#socket;
    if (socket.readyState !== socket.OPEN) return;
    this.#onTraffic?.();
    this.#hold();
    socket.send(message, { binary: false });
    const { maxBufferedBytes } = this.#options;
    // writes the held messages, before the client is judged by its unread bytes
    if (this.#held === MAX_HELD || socket.bufferedAmount > Math.min(MAX_HELD_BYTES, maxBufferedBytes)) this.#release();
    if (socket.bufferedAmount <= maxBufferedBytes) return;
    this.end();
    // so that the other notifications of this move are not encoded
    this.#session.close();
    const reason = `a WebSocket was cut off: its client is more than ${maxBufferedBytes} bytes behind`;
    notify(this.#options.onCutOff, reason);
  }

  /** A move often has several notifications: writing them in one piece is much faster. */
  #hold(): void {
    if (this.#held++ > 0) return;
    this.#stream.cork();
    process.nextTick(() => this.#release());
  }

  #release(): void {
    if (this.#held === 0) return;
    this.#held = 0;
    this.#stream.uncork();
  }
}
