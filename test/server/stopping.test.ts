import { Server } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { CLIENTS, startBusyClients } from '../support/busyClients.ts';
import { CALL, CALL_REPLY, RawConnection, requestText, serve } from './rawHttp.ts';

test('a node that is stopped while many clients are asking resets none: each is answered, and then finds the port closed', async () => {
  for (let round = 0; round < 3; round++) {
    const server = await serve();
    const { busy, ends } = startBusyClients(server.url, CALL, CALL_REPLY);
    await busy;
    await server.close();
    expect(await ends).toEqual(Array.from({ length: CLIENTS }, () => 'ECONNREFUSED'));
  }
});

test('who asks while a node stops is answered, and told that the connection ends', async () => {
  const server = await serve();
  const connection = await RawConnection.open(server.url);
  await connection.send(requestText({ body: CALL })).reply();
  const closed = server.close();
  const reply = await connection.send(requestText({ body: CALL })).reply();
  expect(reply.body).toBe(CALL_REPLY);
  expect(reply.headers).toEqual([
    ['connection', 'close'],
    ['content-length', `${CALL_REPLY.length}`],
    ['content-type', 'application/json; charset=utf-8'],
  ]);
  expect(await connection.rest()).toBe('');
  await closed;
});

test('a connection on which nothing has been asked does not keep a node that is stopped', async () => {
  const server = await serve();
  const cut = vi.spyOn(Server.prototype, 'closeAllConnections');
  onTestFinished(() => cut.mockRestore());
  const connection = await RawConnection.open(server.url);
  await server.close();
  expect(await connection.rest()).toBe('');
  expect(cut).not.toHaveBeenCalled();
});
