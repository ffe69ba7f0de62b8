// A WebSocket of a client that costs as little as possible beside the server that it measures: it counts the messages that it is sent,
// and reads them only if it is asked to.
import net from 'node:net';

const FIN_TEXT = 0x81;
const HANDSHAKE_END = '\r\n\r\n';

export class RawSocket {
  #socket;
  #onMessage = () => {};
  /** what has come and is no whole message yet */
  #rest = Buffer.alloc(0);

  constructor(socket) {
    this.#socket = socket;
    socket.on('data', (chunk) => this.#take(chunk));
  }

  /** @param {string} url */
  static async open(url) {
    const { host, hostname, port } = new URL(url);
    const socket = net.connect(Number(port), hostname);
    socket.setNoDelay(true);
    await new Promise((resolve, reject) => {
      socket.once('error', reject).once('data', (head) => {
        const isOpen = head.toString('latin1').startsWith('HTTP/1.1 101 ') && head.indexOf(HANDSHAKE_END) > 0;
        if (isOpen) resolve();
        else reject(new Error(`no WebSocket: ${head}`));
      });
      socket.write(
        `GET / HTTP/1.1\r\nhost: ${host}\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==${HANDSHAKE_END}`,
      );
    });
    return new RawSocket(socket);
  }

  /** @param {(payload: Buffer) => void} listener */
  onMessage(listener) {
    this.#onMessage = listener;
  }

  /** @param {string} text up to 65,535 bytes */
  send(text) {
    const payload = Buffer.from(text);
    const { length } = payload;
    // masked with zeros, which leaves it as it is
    const head = length < 126 ? [FIN_TEXT, 0x80 | length] : [FIN_TEXT, 0xfe, length >> 8, length & 0xff];
    this.#socket.write(Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), payload]));
  }

  /** Calls a method; the next message is its reply. */
  call(method, params = []) {
    return new Promise((resolve) => {
      this.#onMessage = (payload) => {
        this.#onMessage = () => {};
        resolve(JSON.parse(payload.toString()));
      };
      this.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    });
  }

  end() {
    this.#socket.destroy();
  }

  #take(chunk) {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    while (bytes.length >= at + 4) {
      const isLong = bytes[at + 1] === 126;
      const start = at + (isLong ? 4 : 2);
      const end = start + (isLong ? bytes.readUInt16BE(at + 2) : bytes[at + 1]);
      if (bytes.length < end) break;
      this.#onMessage(bytes.subarray(start, end));
      at = end;
    }
    this.#rest = bytes.subarray(at);
  }
}
