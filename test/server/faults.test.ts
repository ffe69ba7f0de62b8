import { describe, expect, onTestFinished, test } from 'vitest';
import type { AnswerMatch, Failing, LedgerNode, Listener } from '../../src/index.ts';
import type { ListenOptions } from '../../src/node/nodeOptions.ts';
import type { RequestRecord } from '../../src/server/requestRecord.ts';
import { THREE_TIPS, testNode } from '../support/testNode.ts';
import { RawConnection, rawRequest, requestText } from './rawHttp.ts';

/** Faults of calls over HTTP, byte by byte. */

const SLOT = '{"jsonrpc":"2.0","id":1,"method":"getSlot"}';
const SLOT_REPLY = '{"jsonrpc":"2.0","result":5,"id":1}\n';
const ERROR_REPLY = '{"jsonrpc":"2.0","error":{"code":429,"message":"Slow down"},"id":1}\n';
const JSON_TYPE = 'application/json; charset=utf-8';
const TEXT_TYPE = 'text/plain; charset=utf-8';

async function listening(options: ListenOptions = {}): Promise<{ node: LedgerNode; listener: Listener }> {
  const node = testNode(THREE_TIPS);
  const listener = await node.listen(options);
  onTestFinished(() => listener.close());
  return { node, listener };
}

async function failing(how: Failing, options: ListenOptions = {}, match: AnswerMatch = {}) {
  const { listener, node } = await listening(options);
  await node.fail('getSlot', how, match);
  return { node, listener, connection: await RawConnection.open(listener.url) };
}

describe('http', () => {
  test.each<[how: Failing, status: string, contentType: string, body: string]>([
    [{ http: 429 }, '429 Too Many Requests', TEXT_TYPE, '429 Too Many Requests\n'],
    [{ http: 599 }, '599 unknown', TEXT_TYPE, '599\n'],
    [{ http: { status: 502, body: '<html>' } }, '502 Bad Gateway', TEXT_TYPE, '<html>'],
    [{ http: { status: 200, body: { b: 1.5, a: null } } }, '200 OK', JSON_TYPE, '{"a":null,"b":1.5}'],
    [
      { http: { status: 502, body: '<html>', headers: { 'Content-Type': 'text/html' } } },
      '502 Bad Gateway',
      'text/html',
      '<html>',
    ],
    [{ http: 429, rpcError: { code: 429, message: 'Slow down' } }, '429 Too Many Requests', JSON_TYPE, ERROR_REPLY],
  ])('%j is the reply, and the connection goes on', async (how, status, contentType, body) => {
    const { connection } = await failing(how, {}, { times: 1 });
    const reply = await connection.send(requestText({ body: SLOT })).reply();
    expect(reply.statusLine).toBe(`HTTP/1.1 ${status}`);
    expect(reply.headers).toEqual([
      ['content-length', `${body.length}`],
      ['content-type', contentType],
    ]);
    expect(reply.body).toBe(body);
    expect((await connection.send(requestText({ body: SLOT })).reply()).body).toBe(SLOT_REPLY);
  });

  test('headers are added to what the ledger answers, and to nothing else', async () => {
    const { connection, node } = await failing({ headers: { 'X-RateLimit-Remaining': '9' } }, {}, { times: 2 });
    const added = [
      ['content-length', `${SLOT_REPLY.length}`],
      ['content-type', JSON_TYPE],
      ['x-ratelimit-remaining', '9'],
    ];
    const reply = await connection.send(requestText({ body: SLOT })).reply();
    expect(reply).toEqual({ statusLine: 'HTTP/1.1 200 OK', status: 200, headers: added, body: SLOT_REPLY });
    expect((await connection.send(requestText({ body: `[${SLOT}]` })).reply()).headers).toContainEqual(added[2]);
    expect((await connection.send(requestText({ body: SLOT })).reply()).headers).toEqual(added.slice(0, 2));
    const calls = await node.calls({ method: 'getSlot' });
    expect(calls.map(({ code, outcome }) => [outcome, code])).toEqual(Array(3).fill(['result', undefined]));
  });

  test.each<[how: Failing, body: string]>([
    [{ truncate: 5 }, SLOT_REPLY.slice(0, 5)],
    [{ garbage: true }, 'this is not JSON\n'],
    [{ rpcError: { code: 429, message: 'Slow down' } }, ERROR_REPLY],
  ])('headers beside %j are added too', async (how, body) => {
    const { connection } = await failing({ ...how, headers: { 'x-a': 'b' } });
    const text = await connection.send(requestText({ body: SLOT, headers: ['connection: close'] })).rest();
    expect(text).toContain('\r\nx-a: b\r\n');
    expect(text.slice(text.indexOf('\r\n\r\n') + 4)).toBe(body);
  });

  test('a status whose replies have no body has none', async () => {
    const { connection } = await failing({ http: 204 }, {}, { times: 1 });
    const reply = await connection.send(requestText({ body: SLOT })).reply({ hasBody: false });
    expect(reply.status).toBe(204);
    expect((await connection.send(requestText({ body: SLOT })).reply()).body).toBe(SLOT_REPLY);
  });

  test('rateLimited says when to come again', async () => {
    const { connection } = await failing({ preset: 'rateLimited' });
    const { headers, status } = await connection.send(requestText({ body: SLOT })).reply();
    expect([status, headers.find(([name]) => name === 'retry-after')]).toEqual([429, ['retry-after', '1']]);
  });

  test('lets pages of other origins read when to come again, and says no more to others', async () => {
    const exposed = async (how: Failing, origin: string) => {
      const { connection } = await failing(how);
      const headers = origin === '' ? [] : [`origin: ${origin}`];
      const reply = await connection.send(requestText({ body: SLOT, headers })).reply();
      return reply.headers.flatMap(([name, value]) => (name === 'access-control-expose-headers' ? [value] : []));
    };
    const page = 'http://page.test';
    expect(await exposed({ preset: 'rateLimited' }, page)).toEqual(['retry-after']);
    expect(await exposed({ http: { status: 503, headers: { 'Retry-After': '2' } } }, page)).toEqual(['retry-after']);
    expect(await exposed({ preset: 'rateLimited' }, '')).toEqual([]);
    expect(await exposed({ http: 503 }, page)).toEqual([]);
    const own = { 'retry-after': '2', 'Access-Control-Expose-Headers': 'x-limit' };
    expect(await exposed({ http: { status: 503, headers: own } }, page)).toEqual(['x-limit']);
  });

  test('holds for the whole reply to a batch, whose other calls are carried out; the first one wins', async () => {
    const { listener, node } = await listening();
    await node.fail('getSlot', { http: 429 });
    await node.fail('getHealth', { reset: true });
    const calls = ['stillnode_advance', 'getSlot', 'getHealth'].map(
      (method) => `{"jsonrpc":"2.0","id":1,"method":"${method}"}`,
    );
    const reply = await rawRequest(listener, requestText({ body: `[${calls}]` }));
    expect([reply.status, reply.body]).toEqual([429, '429 Too Many Requests\n']);
    expect((await node.getTips()).processed).toBe(8);
    expect((await node.listFaults()).map(({ hits }) => hits)).toEqual([1, 1]);
  });

  test('is recorded with its status', async () => {
    const records: RequestRecord[] = [];
    const { connection } = await failing({ http: 503 }, { onRequest: (record) => void records.push(record) });
    await connection.send(requestText({ body: SLOT })).reply();
    expect(records).toMatchObject([{ status: 503, rpcMethods: ['getSlot'], bytes: 24 }]);
  });
});

describe('a broken reply', () => {
  test.each([
    [0, ''],
    [10, SLOT_REPLY.slice(0, 10)],
    [1000, SLOT_REPLY],
  ])('truncate: %d bytes of the body are sent, and the connection ends', async (truncate, body) => {
    const { connection } = await failing({ truncate });
    const [head = '', sent] = (await connection.send(requestText({ body: SLOT })).rest()).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\ncontent-type: application\/json; charset=utf-8\r\n/);
    expect(head).toContain(`\r\ncontent-length: ${SLOT_REPLY.length}\r\n`);
    expect(sent).toBe(body);
  });

  test('truncate lets the call be carried out', async () => {
    const { listener, node } = await listening();
    await node.fail('sendTransaction', { truncate: 0 });
    const body = '{"jsonrpc":"2.0","id":1,"method":"sendTransaction","params":[]}';
    const connection = await RawConnection.open(listener.url);
    const text = await connection.send(requestText({ body })).rest();
    const error =
      '{"jsonrpc":"2.0","error":{"code":-32602,"message":"`params` should have at least 1 argument(s)"},"id":1}\n';
    expect(text).toContain(`\r\ncontent-length: ${error.length}\r\n`);
  });

  test('garbage is no JSON', async () => {
    const { connection } = await failing({ garbage: true }, {}, { times: 1 });
    const reply = await connection.send(requestText({ body: SLOT })).reply();
    expect([reply.status, reply.body]).toEqual([200, 'this is not JSON\n']);
    expect((await connection.send(requestText({ body: SLOT })).reply()).body).toBe(SLOT_REPLY);
  });

  test('reset: nothing is sent', async () => {
    const { connection } = await failing({ reset: true });
    expect(await connection.send(requestText({ body: SLOT })).rest()).toBe('');
  });
});

test('stale: the answer is that of a node so many slots behind, also where a right one is in the cache', async () => {
  const { connection, node } = await failing({ stale: 2 }, {}, { times: 2, after: 1 });
  await node.advance(3);
  const ask = async () => (await connection.send(requestText({ body: SLOT })).reply()).body;
  const slot = (n: number) => `{"jsonrpc":"2.0","result":${n},"id":1}\n`;
  expect([await ask(), await ask(), await ask(), await ask()]).toEqual([slot(8), slot(6), slot(6), slot(8)]);
});

test('stale: a send is none of its calls', async () => {
  const { connection, node } = await failing({ stale: 2 }, {}, { times: 1 });
  const send = SLOT.replace('getSlot', 'sendTransaction');
  await connection.send(requestText({ body: send })).reply();
  await connection.send(requestText({ body: SLOT.replace('getSlot', 'getNothing') })).reply();
  expect(await node.listFaults()).toMatchObject([{ hits: 0 }]);
  await connection.send(requestText({ body: SLOT })).reply();
  expect(await node.listFaults()).toMatchObject([{ hits: 1 }]);
});

test('a call over HTTP gets nothing of what can only happen to sockets', async () => {
  const { connection } = await failing({ closeSocket: true, delayMs: 1 });
  expect((await connection.send(requestText({ body: SLOT })).reply()).body).toBe(SLOT_REPLY);
});
