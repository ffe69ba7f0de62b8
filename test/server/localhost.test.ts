import dns from 'node:dns/promises';
import { createServer, type Server } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CALL, CALL_REPLY, RawConnection, requestText, serve } from './rawHttp.ts';

/** Two addresses of this machine, as where localhost is both 127.0.0.1 and ::1; and one that it does not have. */
const addresses = { found: ['127.0.0.1', '127.0.0.2'] };
beforeEach(() => {
  addresses.found = ['127.0.0.1', '127.0.0.2'];
  const found = async () => addresses.found.map((address) => ({ address, family: 4 }));
  vi.spyOn(dns, 'lookup').mockImplementation(found as unknown as typeof dns.lookup);
});
afterEach(() => void vi.restoreAllMocks());

test('localhost is every address that it stands for, and each behaves alike', async () => {
  const { url } = await serve({ host: 'localhost' });
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  for (const address of addresses.found) {
    const connection = await RawConnection.open(url.replace('127.0.0.1', address));
    expect((await connection.send(requestText({ body: CALL, target: '/any' })).reply()).body).toBe(CALL_REPLY);
    expect(await connection.send('garbage\r\n\r\n').rest()).toMatch(/^HTTP\/1\.1 400 /);
  }
});

test('closing it ends the connections to all of them', async () => {
  const server = await serve({ host: 'localhost' });
  const urls = addresses.found.map((address) => server.url.replace('127.0.0.1', address));
  const connections = await Promise.all(urls.map((url) => RawConnection.open(url)));
  for (const connection of connections) await connection.send(requestText({ body: CALL })).reply();
  const closed = server.close();
  for (const connection of connections) connection.send(requestText({ body: CALL }));
  for (const connection of connections) {
    const reply = await connection.reply();
    expect(reply.headers).toContainEqual(['connection', 'close']);
    expect(await connection.rest()).toBe('');
  }
  await closed;
  for (const url of urls) await expect(RawConnection.open(url)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('an address that the machine does not have is left out', async () => {
  addresses.found = ['127.0.0.1', '192.0.2.1'];
  const { url } = await serve({ host: 'localhost' });
  const connection = await RawConnection.open(url);
  expect((await connection.send(requestText({ body: CALL })).reply()).body).toBe(CALL_REPLY);
});

test('a port that somebody else has on one of them is an error, and nothing stays open', async () => {
  const other = await new Promise<Server>((resolve) => {
    const server = createServer().listen(0, '127.0.0.2', () => resolve(server));
  });
  const { port } = other.address() as { port: number };
  await expect(serve({ host: 'localhost', port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await expect(RawConnection.open(`http://127.0.0.1:${port}`)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await new Promise((resolve) => other.close(resolve));
});
