import { once } from 'node:events';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';
import WebSocket from 'ws';

/** A socket of a client, for the length of one test. */
export class SocketClient {
  readonly socket: WebSocket;
  readonly messages: string[] = [];
  #wake: () => void = () => {};

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      this.messages.push(isBinary ? 'binary' : data.toString());
      this.#wake();
    });
    socket.on('close', () => this.#wake());
    socket.on('error', () => {});
    onTestFinished(() => socket.terminate());
  }

  static async open(url: string, options?: WebSocket.ClientOptions): Promise<SocketClient> {
    const client = new SocketClient(new WebSocket(url, options));
    await once(client.socket, 'open');
    return client;
  }

  send(message: string | Buffer): this {
    this.socket.send(message);
    return this;
  }

  call(method: string, params = '[]', id = 1): this {
    return this.send(`{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params}}`);
  }

  /** The next message. */
  async next(): Promise<string> {
    for (;;) {
      const message = this.messages.shift();
      if (message !== undefined) return message;
      if (this.socket.readyState === WebSocket.CLOSED) throw new Error('the connection has ended');
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** The code that the connection ends with: 1006 where no Close frame came. */
  async ended(): Promise<number> {
    if (this.socket.readyState === WebSocket.CLOSED) throw new Error('the connection had ended before');
    const [code] = (await once(this.socket, 'close')) as [number];
    return code;
  }
}

/** The status and the body that a request for a WebSocket is refused with. */
export async function refusalOf(url: string): Promise<readonly [status: number, body: string]> {
  const socket = new WebSocket(url);
  socket.on('error', () => {});
  const [, response] = (await once(socket, 'unexpected-response')) as [
    unknown,
    NodeJS.ReadableStream & { statusCode: number },
  ];
  let body = '';
  for await (const chunk of response) body += chunk;
  return [response.statusCode, body];
}

/** Takes a port, or tells that it is taken. */
export async function canConnect(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
  });
  socket.destroy();
  return isOpen;
}
