import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { servedBy } from '../../src/node/ledgerNode.ts';
import { type OpenPort, openPort } from '../../src/server/listen.ts';
import { testNode } from '../support/testNode.ts';
import { CALL, CALL_REPLY, RawConnection, requestText } from './rawHttp.ts';

const PARTS = requestText({ body: CALL });

/** A port whose clients may take a fifth of a second. */
async function impatient(): Promise<OpenPort> {
  const port = await openPort({
    host: '127.0.0.1',
    port: 0,
    clientTimeoutMs: 200,
    ledger: servedBy(testNode({})),
    inspector: false,
    apiKeys: undefined,
    control: undefined,
    controlKey: undefined,
    maxBodyBytes: 1000,
    onRequest: undefined,
    wsPort: 'off',
    maxBufferedBytes: 1,
    onCutOff: () => {},
  });
  onTestFinished(() => port.close());
  return port;
}

/** A client that never ends its side by itself; what it received, once the other side has destroyed the connection. */
async function stubbornClient(url: string, bytes: string, goOn: (socket: Socket) => void = () => {}): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  socket.setEncoding('latin1').on('error', () => {});
  let received = '';
  socket.on('data', (text: string) => {
    received += text;
  });
  socket.write(bytes);
  const writing = setInterval(() => goOn(socket), 10);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(writing);
  return received;
}

test('a body that stalls is not waited for', async () => {
  const connection = await RawConnection.open((await impatient()).url);
  expect(await connection.send(PARTS.slice(0, -10)).rest()).toMatch(/^HTTP\/1\.1 408 /);
});

test('nor are headers', async () => {
  const connection = await RawConnection.open((await impatient()).url);
  expect(await connection.send('POST / HTTP/1.1\r\nhost').rest()).toMatch(/^HTTP\/1\.1 408 /);
});

test('an upload that goes on after 413 is cut off', async () => {
  const { url } = await impatient();
  const head = requestText().replace('content-length: 0', 'content-length: 9999999');
  const received = await stubbornClient(url, `${head}${'x'.repeat(1001)}`, (socket) => socket.write('x'));
  expect(received.match(/^HTTP\/1\.1 \d+/gm)).toContain('HTTP/1.1 413');
});

test('so is one after a refusal whose body was not looked at', async () => {
  const { url } = await impatient();
  const head = requestText({ method: 'PUT' }).replace('content-length: 0', 'content-length: 9999999');
  const received = await stubbornClient(url, head, (socket) => socket.write('x'));
  expect(received.match(/^HTTP\/1\.1 \d+/gm)).toContain('HTTP/1.1 405');
});

test('a client that does not end its side after 400 is cut off', async () => {
  const { url } = await impatient();
  expect(await stubbornClient(url, 'garbage\r\n\r\n', (socket) => socket.write('x'))).toMatch(/^HTTP\/1\.1 400 /);
});

test('who takes no longer than that is answered on the same connection again and again', async () => {
  const connection = await RawConnection.open((await impatient()).url);
  for (let i = 0; i < 4; i++) {
    expect((await connection.send(PARTS).reply()).body).toBe(CALL_REPLY);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
});

test('who has connected and asks nothing is not told that it is late, and is answered when it asks', async () => {
  const { url } = await impatient();
  const idle = await RawConnection.open(url);
  // the time that a client has is over when another one that was late has been refused
  for (let i = 0; i < 2; i++) await (await RawConnection.open(url)).send('POST / HTTP/1.1\r\nhost').rest();
  expect((await idle.send(PARTS).reply()).body).toBe(CALL_REPLY);
  expect(await (await RawConnection.open(url)).send(PARTS.slice(0, -10)).rest()).toMatch(/^HTTP\/1\.1 408 /);
  expect(await idle.send(PARTS.slice(0, -10)).rest()).toMatch(/^HTTP\/1\.1 408 /);
});
