import { createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createNode, type Listener, startNode } from '../../src/node/createNode.ts';
import type { RequestRecord } from '../../src/server/requestRecord.ts';
import { type LedgerSpec, testNode } from '../support/testNode.ts';
import { namedAddress } from '../support/transactions.ts';
import { CALL, CALL_REPLY, RawConnection, rawRequest, requestText, serve } from './rawHttp.ts';

function callOf(method: string, params: string): string {
  return `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`;
}

async function ask({ url }: Pick<Listener, 'url'>, body: string): Promise<string> {
  const reply = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return reply.text();
}

describe('the record of a request', () => {
  const DONE = { method: 'getProgramAccounts', outcome: 'result', milliseconds: expect.any(Number) };
  const rows = [
    ['a call', { body: CALL }, { status: 200, calls: [DONE], bytes: CALL_REPLY.length }],
    [
      'a batch, methods in order',
      { body: `[${callOf('x', '[]')},${CALL}]` },
      { status: 200, calls: [{ ...DONE, method: 'x', outcome: 'error', code: -32601 }, DONE] },
    ],
    [
      'a notification: no method was called',
      { body: '{"jsonrpc":"2.0","method":"x"}' },
      { status: 200, calls: [], bytes: 0 },
    ],
    ['what is no request', { body: '{' }, { status: 200, calls: [], bytes: 76 }],
    ['health', { method: 'GET', target: '/health' }, { httpMethod: 'GET', status: 200, calls: [], bytes: 2 }],
    ['a preflight', { method: 'OPTIONS' }, { httpMethod: 'OPTIONS', status: 200, calls: [], bytes: 0 }],
    ['a refused method', { method: 'PUT' }, { httpMethod: 'PUT', status: 405, calls: [], bytes: 61 }],
    ['a refused type', { contentType: null }, { status: 415, calls: [], bytes: 81 }],
    ['a refused size', { body: 'x'.repeat(60_000) }, { status: 413, calls: [], bytes: 41 }],
    ['a refused origin', { headers: ['origin: null'] }, { status: 403, calls: [], bytes: 118 }],
  ] as const;

  test.each(rows)('%s', async (_kind, parts, expected) => {
    const records: RequestRecord[] = [];
    const server = await serve({ onRequest: (record) => records.push(record) });
    await rawRequest(server, requestText(parts));
    expect(records).toEqual([
      {
        httpMethod: 'POST',
        rpcMethods: expected.calls.map(({ method }) => method),
        bytes: expect.any(Number),
        ...expected,
        milliseconds: expect.any(Number),
      },
    ]);
    expect(records[0]!.milliseconds).toBeGreaterThanOrEqual(0);
  });

  test('the fork that was asked, and nothing where there is none', async () => {
    const records: RequestRecord[] = [];
    const node = testNode({});
    await node.fork('a');
    const listener = await node.listen({ onRequest: (record) => records.push(record) });
    onTestFinished(() => listener.close());
    for (const target of ['/', '/fork/a', '/fork/a/deeper', '/fork/b']) await ask({ url: listener.url + target }, CALL);
    for (const name of ['a', 'b']) await fetch(`${listener.url}/fork/${name}/health`);
    expect(records.map(({ fork, status }) => [status, fork])).toEqual([
      [200, undefined],
      [200, 'a'],
      [200, 'a'],
      [404, undefined],
      [200, 'a'],
      [404, undefined],
    ]);
    expect(records[0]).not.toHaveProperty('fork');
  });

  test('what a fault lets through: its bytes, and no code where none was seen', async () => {
    const records: RequestRecord[] = [];
    const node = testNode({});
    const listener = await node.listen({ onRequest: (record) => records.push(record) });
    onTestFinished(() => listener.close());
    for (const how of [{ reset: true }, { truncate: 5 }, { truncate: 5000 }, { http: 429 }] as const)
      await node.fail('getSlot', how, { times: 1 });
    const body = callOf('getSlot', '[]');
    for (let i = 0; i < 4; i++) await ask(listener, body).catch(() => undefined);
    const bytes = Buffer.byteLength(await ask(listener, body));
    const seen = records.map(({ calls, ...record }) => [
      record.status,
      record.bytes,
      calls[0]!.outcome,
      calls[0]!.code,
    ]);
    expect(seen).toEqual([
      [200, 0, 'fault', undefined],
      [200, 5, 'fault', undefined],
      [200, bytes, 'fault', undefined],
      [429, 22, 'fault', 429],
      [200, bytes, 'result', undefined],
    ]);
  });

  test('bytes of the reply are bytes, not characters', async () => {
    const records: RequestRecord[] = [];
    const server = await serve({ onRequest: (record) => records.push(record) });
    const reply = await ask(server, '{"jsonrpc":"2.0","id":"é","method":"x"}');
    expect(records[0]!.bytes).toBe(Buffer.byteLength(reply));
    expect(records[0]!.bytes).toBeGreaterThan(reply.length);
  });

  const full = () => {
    throw new Error('the log is full');
  };

  test.each([
    ['throws', full],
    ['rejects', async () => full()],
  ])('a listener that %s does not cost the client its reply', async (_how, onRequest) => {
    const server = await serve({ onRequest });
    expect(await ask(server, CALL)).toBe(CALL_REPLY);
    expect(await ask(server, CALL)).toBe(CALL_REPLY);
  });
});

describe('many nodes in one process', () => {
  const ledgerOf = (name: string): LedgerSpec => ({
    accounts: [{ address: namedAddress(name) }],
    processed: name.length,
  });
  const lamportsOf = async (server: Listener, name: string) =>
    JSON.parse(await ask(server, callOf('getMultipleAccounts', `[["${namedAddress(name)}"]]`))).result.value[0]
      ?.lamports ?? null;

  test('each answers from its own ledger in its own dialect', async () => {
    const a = await serve({ ledger: ledgerOf('a') });
    const b = await serve({ ledger: ledgerOf('b'), dialect: 'agave' });
    expect(a.url).not.toBe(b.url);
    expect(await Promise.all([lamportsOf(a, 'a'), lamportsOf(a, 'b'), lamportsOf(b, 'a'), lamportsOf(b, 'b')])).toEqual(
      [1_000_000, null, null, 1_000_000],
    );
    const versionless = '{"id":1,"method":"x"}';
    expect(await ask(a, versionless)).toMatch(/^\{"jsonrpc"/);
    expect(await ask(b, versionless)).toMatch(/^\{"error"/);
  });

  test('one node may listen on several ports, each closed by itself', async () => {
    const node = testNode({});
    const first = await node.listen();
    const second = await node.listen({ apiKeys: ['k'] });
    expect(await ask(first, CALL)).toBe(CALL_REPLY);
    expect(await ask(second, CALL)).toContain('"code":-32600,"message":"Unauthorized: ');
    await first.close();
    await expect(ask(first, CALL)).rejects.toThrow();
    expect(await ask({ url: `${second.url}/?apikey=k` }, CALL)).toBe(CALL_REPLY);
    await second.close();
    expect(await node.dispatch(CALL)).toBe(CALL_REPLY);
  });

  test('the url names the host and the port that were given', async () => {
    expect((await serve()).url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const { url } = await serve({ host: 'localhost' });
    expect(await ask({ url }, CALL)).toBe(CALL_REPLY);
  });

  test('a port in use is an error, and takes nothing with it', async () => {
    const server = await serve();
    const port = Number(new URL(server.url).port);
    await expect(testNode({}).listen({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    expect(await ask(server, CALL)).toBe(CALL_REPLY);
  });

  test('an unknown dialect is refused when the node is made', async () => {
    await expect(createNode({ ledger: [], dialect: 'geyser' as 'agave' })).rejects.toThrow(
      'unknown dialect "geyser": use contract or agave',
    );
  });
});

describe('closing', () => {
  const UNFINISHED = requestText({ headers: ['expect: 100-continue'], body: CALL }).slice(0, -CALL.length);

  /** A connection whose request the node has begun to read. */
  async function inFlight(server: Listener): Promise<RawConnection> {
    const connection = await RawConnection.open(server.url);
    await connection.send(UNFINISHED).reply({ hasBody: false });
    return connection;
  }

  test('finishes what is in flight, then ends its connection', async () => {
    const server = await testNode({}).listen();
    const connection = await inFlight(server);
    const closed = server.close();
    const reply = await connection.send(CALL).reply();
    expect(reply.body).toBe(CALL_REPLY);
    expect(reply.headers).toContainEqual(['connection', 'close']);
    await closed;
    expect(await connection.rest()).toBe('');
  });

  test('stops accepting, and frees the port', async () => {
    const server = await testNode({}).listen();
    await server.close();
    await expect(RawConnection.open(server.url)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(Number(new URL(server.url).port), '127.0.0.1', resolve));
    await new Promise((resolve) => other.close(resolve));
  });

  test('does not wait for connections that are kept open', async () => {
    const server = await testNode({}).listen();
    const connection = await RawConnection.open(server.url);
    await connection.send(requestText({ body: CALL })).reply();
    await server.close();
    expect(await connection.rest()).toBe('');
  });

  test('does not wait for ever: not for a body that never ends, not for a connection that never asks', async () => {
    const server = await testNode({}).listen();
    const stalled = await inFlight(server);
    const silent = await RawConnection.open(server.url);
    await server.close();
    expect(await stalled.rest()).toBe('');
    expect(await silent.rest()).toBe('');
  });

  test('twice is as good as once', async () => {
    const server = await testNode({}).listen();
    await Promise.all([server.close(), server.close()]);
    await server.close();
  });

  test('happens at the end of `await using`', async () => {
    const { url } = await (async () => {
      await using server = await startNode({ ledger: [] });
      expect(await ask(server, CALL)).toBe(CALL_REPLY);
      return server;
    })();
    await expect(ask({ url }, CALL)).rejects.toThrow();
  });
});
