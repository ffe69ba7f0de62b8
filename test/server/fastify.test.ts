import type { FastifyInstance } from 'fastify';
import fastify from 'fastify';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { stillnode } from '../../src/fastify.ts';
import type { LedgerNode } from '../../src/node/createNode.ts';
import { testNode } from '../support/testNode.ts';
import { CALL, CALL_REPLY, rawRequest, requestText } from './rawHttp.ts';

/** An app with ways of its own, and a node below /solana. */
async function appWithNode(
  options: { readonly apiKeys?: readonly string[] } = {},
  node: LedgerNode = testNode({}),
): Promise<FastifyInstance> {
  const app = fastify();
  app.setErrorHandler((error, _request, reply) => void reply.code(418).send({ app: (error as Error).message }));
  app.setNotFoundHandler((_request, reply) => void reply.code(404).send('the app has no such page'));
  app.addContentTypeParser('text/csv', { parseAs: 'string' }, (_request, body, done) => done(null, `csv ${body}`));
  app.get('/', async () => 'the app');
  app.get('/health', async () => 'well');
  app.post('/echo', async ({ body }) => body);
  app.post('/solanas', async () => 'many');
  await app.register(stillnode, { prefix: '/solana', node, ...options });
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  return app;
}

async function ask(app: FastifyInstance, parts: Parameters<typeof requestText>[0]) {
  const { port } = app.server.address() as { port: number };
  const { body, headers, status } = await rawRequest({ url: `http://127.0.0.1:${port}` }, requestText(parts));
  return { body, status, headers: headers.map(([name]) => name) };
}

const OURS = ['content-length', 'content-type'];

describe('a node below a prefix of an app', () => {
  const rows = [
    ['a call at the prefix', { target: '/solana', body: CALL }, 200, CALL_REPLY],
    ['a call with a slash behind it', { target: '/solana/', body: CALL }, 200, CALL_REPLY],
    ['a call at any path below it', { target: '/solana/some/path?x', body: CALL }, 200, CALL_REPLY],
    [
      'a dialect',
      { target: '/solana?dialect=agave', body: '{"id":1,"method":"x"}' },
      200,
      '{"error":{"code":-32600,"message":"Unsupported JSON-RPC protocol version"},"id":1}\n',
    ],
    [
      'another method',
      { target: '/solana/x', method: 'PUT' },
      405,
      'Used HTTP Method is not allowed. POST or OPTIONS is required\n',
    ],
    [
      'another type',
      { target: '/solana', contentType: 'text/csv' },
      415,
      'Supplied content type is not allowed. Content-Type: application/json is required\n',
    ],
    [
      'too large a body',
      { target: '/solana', body: 'x'.repeat(51_201) },
      413,
      'request body size exceeds allowed maximum',
    ],
  ] as const;
  test.each(rows)('answers %s as a node does', async (_what, parts, status, body) => {
    expect(await ask(await appWithNode(), parts)).toEqual({ status, body, headers: OURS });
  });

  describe('that was closed', () => {
    const CLOSED =
      '{"jsonrpc":"2.0","error":{"code":-32602,"message":"the node is closed","data":{"reason":"unknown"}},"id":null}\n';
    test.each([
      ['a call', { target: '/solana', body: CALL }, CLOSED],
      ['a batch', { target: '/solana/x?dialect=agave', body: `[${CALL}]` }, CLOSED],
      ['a call of a fork', { target: '/solana/fork/a', body: CALL }, CLOSED],
      ['another method', { target: '/solana', method: 'GET' }, CLOSED],
      ['its health', { target: '/solana/health', method: 'GET' }, 'the node is closed\n'],
      ['the health of a fork', { target: '/solana/fork/a/health', method: 'GET' }, 'the node is closed\n'],
    ] as const)('answers %s with 503; the app goes on', async (_what, parts, body) => {
      const node = testNode({});
      const app = await appWithNode({}, node);
      expect((await ask(app, { target: '/solana', body: CALL })).status).toBe(200);
      await node.close();
      expect(await ask(app, parts)).toEqual({ status: 503, body, headers: OURS });
      expect((await ask(app, { method: 'GET', target: '/health' })).body).toBe('well');
    });

    test('says which fork was dropped', async () => {
      const fork = await testNode({}).fork('a');
      const app = await appWithNode({}, fork);
      await fork.close();
      expect(await ask(app, { target: '/solana', body: CALL })).toMatchObject({
        status: 503,
        body: CLOSED.replace('the node is closed', 'the fork a is dropped'),
      });
    });

    test('answers a call that came before, and a page of another origin can read the reply', async () => {
      const node = testNode({});
      const app = await appWithNode({}, node);
      const answers: ((slot: number) => void)[] = [];
      await node.answer('getSlot', () => new Promise<number>((resolve) => answers.push(resolve)));
      const payload = { jsonrpc: '2.0', id: 1, method: 'getSlot' };
      const asked = app.inject({ method: 'POST', url: '/solana', payload });
      await vi.waitFor(() => expect(answers).toHaveLength(1));
      await node.close();
      answers[0]!(5);
      expect((await asked).json()).toEqual({ jsonrpc: '2.0', result: 5, id: 1 });
      const headers = { origin: 'http://localhost:3000' };
      const reply = await app.inject({ method: 'POST', url: '/solana', payload, headers });
      expect([reply.statusCode, reply.headers['access-control-allow-origin']]).toEqual([503, 'http://localhost:3000']);
    });
  });

  test('has its own health', async () => {
    const reply = await ask(await appWithNode(), { method: 'GET', target: '/solana/health' });
    expect(reply).toEqual({ status: 200, body: 'ok', headers: OURS });
  });

  test('lets in only those with a key, where there are keys', async () => {
    const app = await appWithNode({ apiKeys: ['k'] });
    expect((await ask(app, { target: '/solana', body: CALL })).status).toBe(401);
    expect((await ask(app, { target: '/solana?apikey=k', body: CALL })).body).toBe(CALL_REPLY);
  });
});

describe('the app beside it is what it was', () => {
  const rows = [
    ['its routes', { method: 'GET', target: '/' }, 200, 'the app'],
    ['its own health', { method: 'GET', target: '/health' }, 200, 'well'],
    ['a path that only begins alike', { target: '/solanas', body: '{}' }, 200, 'many'],
    ['its JSON parser', { target: '/echo', body: '{"a": [1]}' }, 200, '{"a":[1]}'],
    ['its other parsers', { target: '/echo', contentType: 'text/csv', body: 'a;b' }, 200, 'csv a;b'],
    ['its page for what it has not', { target: '/nowhere', body: '{}' }, 404, 'the app has no such page'],
    ['what it does with errors', { target: '/echo', body: '{' }, 418, expect.stringMatching(/^\{"app":/)],
  ] as const;
  test.each(rows)('%s', async (_what, parts, status, body) => {
    const reply = await ask(await appWithNode(), parts);
    expect(reply).toMatchObject({ status, body });
  });
});

test('two nodes in one app do not get in the way of each other', async () => {
  const app = fastify();
  onTestFinished(() => app.close());
  await app.register(stillnode, { prefix: '/a', node: testNode({ processed: 1 }) });
  await app.register(stillnode, { prefix: '/b', node: testNode({ processed: 2 }), apiKeys: ['k'] });
  await app.listen({ port: 0, host: '127.0.0.1' });
  expect((await ask(app, { target: '/a', body: CALL })).body).toBe(CALL_REPLY);
  expect((await ask(app, { target: '/b', body: CALL })).status).toBe(401);
  expect((await ask(app, { target: '/b?apikey=k', body: CALL })).body).toBe(CALL_REPLY);
});

test('an app that closes tells those whose requests are in flight that their connection ends', async () => {
  const app = fastify();
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  app.addHook('onRequest', () => released);
  await app.register(stillnode, { prefix: '/solana', node: testNode({}) });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const replied = ask(app, { target: '/solana', body: CALL });
  await new Promise<void>((resolve) => app.server.once('request', () => setImmediate(resolve)));
  const closed = app.close();
  setImmediate(release);
  expect(await replied).toEqual({
    status: 200,
    body: CALL_REPLY,
    headers: ['connection', 'content-length', 'content-type'],
  });
  await closed;
});

test('what is no node is refused when the app starts', async () => {
  const app = fastify();
  app.register(stillnode, { prefix: '/solana', node: {} as LedgerNode });
  await expect(app.ready()).rejects.toThrow('`node` must be a result of createNode or startNode');
});

test('options that make no sense are refused when the app starts', async () => {
  const app = fastify();
  app.register(stillnode, { prefix: '/solana', node: testNode({}), maxBodyBytes: Number.NaN });
  await expect(app.ready()).rejects.toThrow('`maxBodyBytes` must be a whole number from 1 to 2147483647, not NaN');
});

test.each([{ reset: true }, { truncate: 5 }, { truncate: 0 }] as const)(
  'a request that is injected is rejected where its connection would break: %j',
  async (how) => {
    const node = testNode({});
    const app = fastify();
    await app.register(stillnode, { node });
    await node.addFault({ then: how });
    const headers = { 'content-type': 'application/json' };
    await expect(app.inject({ method: 'POST', url: '/', headers, payload: CALL })).rejects.toThrow(
      'response destroyed before completion',
    );
  },
);
