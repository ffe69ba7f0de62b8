import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { utf8Text } from '../codec/text.ts';
import type { ConnectionFault } from '../live/faults/fault.ts';
import { notify } from '../rpc/protocol/dispatch.ts';
import type { CallOutcome } from '../rpc/protocol/journal.ts';
import type { Session } from '../rpc/protocol/session.ts';
import { GARBAGE } from './connectionFault.ts';
import { type OnRequest, recordOf } from './requestRecord.ts';
import { resetConnection } from './send.ts';
import type { SocketTarget } from './socketTarget.ts';

/** Messages of a client that wait for their turn before no more of them are read. */
const MAX_WAITING = 64;

/**
 * Codes of Close frames. web3.js reconnects for ever after any but the first; Kit tells its subscribers of an end only by another one.
 *
 * Source   RFC 6455 7.4.1
 */
const NORMAL = 1000;
const GOING_AWAY = 1001;

/** Time for a client to answer what a connection ends with. */
const FINISH_MS = 2_000;

/** Messages that are written at once, and their bytes: what the system takes in one piece. */
const MAX_HELD = 64;
const MAX_HELD_BYTES = 1 << 16;

export interface ConnectionOptions {
  /** bytes that a client may be behind: one that reads more slowly is cut off */
  readonly maxBufferedBytes: number;
  /** told why a connection was cut off */
  readonly onCutOff: (reason: string) => void;
  readonly onRequest: OnRequest | undefined;
}

/**
 * One socket of a client. Whatever is wrong, it ends as those of a node do: without a Close frame. Where only its ledger ends, it ends
 * with one.
 *
 * Source   agave 4.1 rpc_pubsub_service.rs handle_connection
 */
export class SocketConnection {
  readonly #socket: WebSocket;
  /** what the socket writes to */
  readonly #stream: Duplex;
  readonly #session: Session;
  readonly #fork: string | undefined;
  readonly #options: ConnectionOptions;
  readonly #waiting: Buffer[] = [];
  /** that have come */
  #messages = 0;
  /** undefined: all are answered */
  #answering: Promise<void> | undefined;
  #isFinishing = false;
  /** messages that are not written yet, and will be at the end of this turn */
  #held = 0;

  constructor(
    socket: WebSocket,
    stream: Duplex,
    { caller, dialect, fork, ledger }: SocketTarget,
    options: ConnectionOptions,
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
    socket.on('message', (data) => this.#take(data as Buffer));
    socket.on('close', () => this.#session.close());
    // the connection has ended by then
    socket.on('error', () => {});
  }

  end(): void {
    this.#socket.terminate();
  }

  /** Ends it with a Close frame, once all that its client has sent is answered. */
  async finish(): Promise<void> {
    if (this.#isFinishing) return;
    this.#isFinishing = true;
    const timer = setTimeout(() => this.end(), FINISH_MS);
    this.#socket.once('close', () => clearTimeout(timer));
    // a pong comes behind what the client has sent, but not behind what it sends because of a reply that comes with the ping
    for (let quietPongs = 0; quietPongs < 2; ) {
      await this.#answering;
      if (this.#socket.readyState !== this.#socket.OPEN) return;
      const before = this.#messages;
      await this.#pong();
      quietPongs = this.#messages === before ? quietPongs + 1 : 0;
    }
    this.#socket.close(this.#session.hasSubscriptions ? GOING_AWAY : NORMAL);
  }

  /** Resolves when the client has answered a ping, or is gone. */
  #pong(): Promise<void> {
    const socket = this.#socket;
    return new Promise((resolve) => {
      const done = () => {
        socket.off('pong', done).off('close', done);
        resolve();
      };
      socket.on('pong', done).on('close', done);
      socket.ping();
    });
  }

  #take(message: Buffer): void {
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
      await this.#answer(text);
    }
    this.#answering = undefined;
  }

  async #answer(message: string): Promise<void> {
    const start = performance.now();
    const { calls, fault, text } = await this.#session.answer(message);
    const sent = fault === undefined ? text : fault.garbage && !fault.reset ? GARBAGE : '';
    if (fault !== undefined) this.#fail(fault);
    else {
      if (text !== '') this.#send(text);
      this.#session.replied();
    }
    // clients say every few seconds that they are still there, and nobody answers it
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

  /** Notifications are text too, although they are given as bytes. */
  #send(message: string | Buffer): void {
    const socket = this.#socket;
    if (socket.readyState !== socket.OPEN) return;
    this.#hold();
    socket.send(message, { binary: false });
    const { maxBufferedBytes } = this.#options;
    // a client is not behind with what is only held
    if (this.#held === MAX_HELD || socket.bufferedAmount > Math.min(MAX_HELD_BYTES, maxBufferedBytes)) this.#release();
    if (socket.bufferedAmount <= maxBufferedBytes) return;
    this.end();
    // at once, so that the rest of the move is not encoded for a closed socket
    this.#session.close();
    const reason = `a WebSocket was cut off: its client is more than ${maxBufferedBytes} bytes behind`;
    notify(this.#options.onCutOff, reason);
  }

  /** A move often tells a client several things: writing them at once is much faster. */
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
