// A closed-loop load generator: every connection sends one request, waits for its whole reply, and sends the next.
// It works on raw sockets, so that it costs as little as possible beside the server that it measures. All replies to one body
// must be of one length: anything else is an answer that is not due.
import net from 'node:net';

/**
 * @param {string} url
 * @param {{ body: string, connections: number, seconds?: number, requests?: number }} load ends after so many seconds, or requests
 * @returns {Promise<{ perSecond: number, p50: number, p99: number, replies: number }>} latencies in milliseconds
 */
export async function runLoad(url, { body, connections, requests: count = Infinity, seconds = Infinity }) {
  const { hostname, pathname, port } = new URL(url);
  const nextId = counter();
  const latencies = [];
  const start = performance.now();
  const isOver = (now) => now >= start + seconds * 1000 || latencies.length + connections > count;
  await Promise.all(
    Array.from({ length: connections }, () => {
      const next = requests(body, { host: `${hostname}:${port}`, path: pathname }, nextId);
      return runConnection(hostname, Number(port), next, isOver, latencies);
    }),
  );
  const elapsed = (performance.now() - start) / 1000;
  latencies.sort((a, b) => a - b);
  const at = (share) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))];
  return { perSecond: latencies.length / elapsed, p50: at(0.5), p99: at(0.99), replies: latencies.length };
}

const ID = '"id":"1"';
const FIRST_ID = 100_000_000;

function counter() {
  let id = FIRST_ID;
  return () => `${id++}`;
}

/** Gives the bytes of one request after the other: the ids count up, as those of clients do, and are all of one length. */
function requests(body, { host, path }, nextId) {
  const hasId = body.includes(ID);
  const text = body.replace(ID, `"id":"${FIRST_ID}"`);
  const head = `POST ${path} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n`;
  const bytes = Buffer.from(head + text);
  const at = bytes.indexOf(`${FIRST_ID}`);
  return () => {
    if (hasId) bytes.write(nextId(), at);
    return bytes;
  };
}

function runConnection(host, port, next, isOver, latencies) {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, host);
    socket.setNoDelay(true);
    let due = 0;
    let expected = 0;
    let received = 0;
    let head = Buffer.alloc(0);
    let sentAt = 0;
    const send = () => {
      expected = 0;
      received = 0;
      head = Buffer.alloc(0);
      sentAt = performance.now();
      socket.write(next());
    };
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      received += chunk.length;
      if (expected === 0) {
        head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
        expected = replyLength(head);
        due ||= expected;
        if (expected !== due) return reject(new Error(`a reply of ${expected} bytes where the first had ${due}`));
      }
      if (expected === 0 || received < expected) return;
      const now = performance.now();
      latencies.push(now - sentAt);
      if (!isOver(now)) return send();
      socket.destroy();
      resolve();
    });
  });
}

/** Bytes of the whole reply, or 0 while its head is not there yet. */
function replyLength(head) {
  const end = head.indexOf('\r\n\r\n');
  if (end < 0) return 0;
  const [, length] = /content-length: (\d+)/i.exec(head.toString('latin1', 0, end)) ?? [];
  if (length === undefined) throw new Error('a reply without content-length');
  return end + 4 + Number(length);
}

/** One request over a connection of its own; the reply's body. */
export async function ask(url, body) {
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return response.text();
}
