import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { DialectName } from '../../src/dialect.ts';
import type { Listener } from '../../src/node/createNode.ts';
import type { ListenOptions } from '../../src/node/nodeOptions.ts';
import { SYSTEM_PROGRAM } from '../../src/solana/address.ts';
import { type LedgerSpec, testNode } from '../support/testNode.ts';

/** A reply. Its headers are in order of their names, which are in lower case, without the date and what keeps a connection open. */
export interface RawReply {
  readonly statusLine: string;
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** A node on a free port for the length of one test. */
export async function serve(
  options: ListenOptions & { readonly dialect?: DialectName; readonly ledger?: LedgerSpec } = {},
): Promise<Listener> {
  const { dialect, ledger = {}, ...listenOptions } = options;
  const listener = await testNode(ledger, dialect).listen(listenOptions);
  onTestFinished(() => listener.close());
  return listener;
}

/** One TCP connection, written to and read from byte by byte; gone when its test ends. */
export class RawConnection {
  readonly #socket: Socket;
  #received = '';
  #isEnded = false;
  #wake: () => void = () => {};

  private constructor(socket: Socket) {
    this.#socket = socket;
    // latin1: a character is a byte
    socket.setEncoding('latin1');
    const wakeAnd = (change: () => void) => {
      change();
      this.#wake();
    };
    socket.on('data', (text: string) => wakeAnd(() => (this.#received += text)));
    for (const event of ['end', 'close'] as const) socket.on(event, () => wakeAnd(() => (this.#isEnded = true)));
    // a reset ends the connection too
    socket.on('error', () => {});
  }

  static async open(url: string): Promise<RawConnection> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    onTestFinished(() => void socket.destroy());
    return new RawConnection(socket);
  }

  send(data: string | Uint8Array): this {
    this.#socket.write(data);
    return this;
  }

  /** No more will be sent. */
  end(): void {
    this.#socket.end();
  }

  /** As a client does that crashes. */
  reset(): void {
    this.#socket.resetAndDestroy();
  }

  /** The next reply; its length is what its header says. */
  async reply({ hasBody = true } = {}): Promise<RawReply> {
    const head = await this.#take((text) => text.indexOf('\r\n\r\n') + 4);
    const [statusLine = '', ...lines] = head.trimEnd().split('\r\n');
    const headers = lines.map((line) => {
      const colon = line.indexOf(': ');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 2)] as const;
    });
    const length = hasBody ? Number(headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1]) : 0;
    const body = length === 0 ? '' : await this.#take((text) => (text.length < length ? 3 : length), length);
    return {
      statusLine,
      status: Number(statusLine.split(' ')[1]),
      headers: byName(headers.filter(([name, value]) => name !== 'date' && !/keep-alive/i.test(name + value))),
      body: Buffer.from(body, 'latin1').toString(),
    };
  }

  /** Everything up to the end of the connection, which the node brings about. */
  async rest(): Promise<string> {
    while (!this.#isEnded) await this.#change();
    return this.#received;
  }

  async #take(endOf: (text: string) => number, atLeast = 4): Promise<string> {
    for (;;) {
      const end = endOf(this.#received);
      if (end >= atLeast) {
        const taken = this.#received.slice(0, end);
        this.#received = this.#received.slice(end);
        return taken;
      }
      if (this.#isEnded) throw new Error(`the connection ended after ${JSON.stringify(this.#received)}`);
      await this.#change();
    }
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}

export function byName<T extends readonly string[]>(headers: readonly T[]): readonly T[] {
  return headers.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1));
}

/** Sends one request on a connection of its own. */
export async function rawRequest(
  { url }: Pick<Listener, 'url'>,
  request: string | Uint8Array,
  options?: { readonly hasBody?: boolean },
): Promise<RawReply> {
  const connection = await RawConnection.open(url);
  return connection.send(request).reply(options);
}

export interface RequestParts {
  readonly method?: string;
  readonly target?: string;
  readonly version?: string;
  /** null: none */
  readonly host?: string | null;
  readonly contentType?: string | null;
  readonly headers?: readonly string[];
  readonly body?: string;
}

/** The text of a request; what is left out makes it a good one. */
export function requestText(parts: RequestParts = {}): string {
  const { body = '', contentType = 'application/json', headers = [], host = 'node.test' } = parts;
  const lines = [
    `${parts.method ?? 'POST'} ${parts.target ?? '/'} HTTP/${parts.version ?? '1.1'}`,
    ...(host === null ? [] : [`host: ${host}`]),
    ...(contentType === null ? [] : [`content-type: ${contentType}`]),
    ...headers,
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** A call that a node over an empty ledger answers alike in every dialect. */
export const CALL = `{"jsonrpc":"2.0","id":1,"method":"getProgramAccounts","params":["${SYSTEM_PROGRAM}"]}`;
export const CALL_REPLY = '{"jsonrpc":"2.0","result":[],"id":1}\n';
