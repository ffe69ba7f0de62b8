import fastify from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { stillnode } from '../../src/fastify.ts';
import type { LedgerNode, Listener } from '../../src/node/createNode.ts';
import type { ListenOptions, NodeOptions } from '../../src/node/nodeOptions.ts';
import { nodeOver } from '../support/nodeOver.ts';
import { THREE_TIPS, testLedger } from '../support/testNode.ts';
import { RawConnection, type RequestParts, rawRequest, requestText } from './rawHttp.ts';

const SLOT = '{"jsonrpc":"2.0","id":1,"method":"getSlot","params":[{"commitment":"processed"}]}';
const slotReply = (slot: number) => `{"jsonrpc":"2.0","result":${slot},"id":1}\n`;
const NAME_RULE = 'no fork can have this name: names are 1 to 64 of A-Z, a-z, 0-9, ".", "_", "-"\n';
const unknownFork = (name: string) =>
  `there is no fork "${name}": make it with stillnode_fork, or start the node with --auto-fork (option autoFork)\n`;
const TEXT_HEADERS = ['content-length', 'content-type'];

function threeTips(options: Omit<NodeOptions, 'ledger'> = {}): LedgerNode {
  const counts = { files: 0, blocks: 3, transactions: 0, accounts: 0 };
  return nodeOver({ state: testLedger(THREE_TIPS), warnings: [], counts }, options);
}

async function listen(node: LedgerNode, options: ListenOptions = {}): Promise<Listener> {
  const listener = await node.listen(options);
  onTestFinished(() => listener.close());
  return listener;
}

/** The main ledger is at slot 7, the fork `a` at slot 9. */
async function nodeWithFork(options?: Omit<NodeOptions, 'ledger'>): Promise<LedgerNode> {
  const node = threeTips(options);
  const fork = await node.fork('a');
  await fork.advance(2);
  return node;
}

async function post(server: Pick<Listener, 'url'>, target: string, body = SLOT, parts: RequestParts = {}) {
  const { headers, ...reply } = await rawRequest(server, requestText({ target, body, ...parts }));
  return { status: reply.status, body: reply.body, headers: headers.map(([name]) => name) };
}

describe('a fork answers at its own path', () => {
  test.each([
    '/fork/a',
    '/fork/a/',
    '/fork/a/some/path',
    '/fork/a/path?%zz',
    'http://elsewhere.test/fork/a',
    '/fork/a?dialect=agave',
    '/fork/a?x=/fork/b',
    '/fork/%61',
    '/%66ork/a',
  ])('POST %s', async (target) => {
    const server = await listen(await nodeWithFork());
    expect(await post(server, target)).toEqual({ status: 200, body: slotReply(9), headers: TEXT_HEADERS });
  });

  test.each(['/', '/fork', '/forks', '/forks/a', '/Fork/a', '//fork/a', '/f', '/fork?fork/a', '/x/fork/a'])(
    'and the main ledger at %s',
    async (target) => {
      const server = await listen(await nodeWithFork());
      expect(await post(server, target)).toEqual({ status: 200, body: slotReply(7), headers: TEXT_HEADERS });
    },
  );

  test('in the dialect of the query, and with the key of the query', async () => {
    const server = await listen(await nodeWithFork(), { apiKeys: ['k'] });
    const versionless = '{"id":1,"method":"getSlot"}';
    expect((await post(server, '/fork/a?dialect=contract&apikey=k', versionless)).body).toMatch(/^\{"jsonrpc":/);
    expect((await post(server, '/fork/a?apikey=k', versionless)).body).toMatch(/^\{"error":/);
    expect((await post(server, '/fork/a?apikey=k')).body).toBe(slotReply(9));
    expect((await post(server, '/fork/a')).status).toBe(401);
    expect((await post(server, '/fork/unknown')).status).toBe(401);
    expect((await post(server, '/fork/a?apikey=k&dialect=x')).status).toBe(400);
  });

  const rows = [
    ['OPTIONS', { method: 'OPTIONS' }, 200],
    ['another method', { method: 'GET' }, 405],
    ['another type', { contentType: 'text/plain' }, 415],
    ['an origin that is refused', { headers: ['origin: null'] }, 403],
    ['too large a body', { body: 'x'.repeat(51_201) }, 413],
  ] as const;
  test.each(rows)('%s is answered as elsewhere', async (_what, parts, status) => {
    const server = await listen(await nodeWithFork());
    const [there, here] = await Promise.all(
      ['/', '/fork/a'].map((target) => rawRequest(server, requestText({ ...parts, target }))),
    );
    expect(here).toMatchObject({ status, body: there!.body });
    expect(here!.headers).toEqual(there!.headers);
  });

  test('a page of another origin may read its answers', async () => {
    const server = await listen(await nodeWithFork());
    const { headers } = await rawRequest(
      server,
      requestText({ target: '/fork/a', body: SLOT, headers: ['origin: http://page.test'] }),
    );
    expect(headers).toContainEqual(['access-control-allow-origin', 'http://page.test']);
  });

  test('what a request to a fork changes, no other ledger shows, in either dialect', async () => {
    const node = await nodeWithFork();
    await node.fork('b');
    const server = await listen(node);
    const advance = '{"jsonrpc":"2.0","id":1,"method":"stillnode_advance","params":[100]}';
    await post(server, '/fork/b', advance);
    for (const dialect of ['contract', 'agave']) {
      const slots = await Promise.all(
        ['/', '/fork/a', '/fork/b'].map(async (path) => (await post(server, `${path}?dialect=${dialect}`)).body),
      );
      expect(slots).toEqual([7, 9, 107].map(slotReply));
    }
    await post(server, '/', advance);
    expect((await post(server, '/fork/a')).body).toBe(slotReply(9));
  });
});

describe('an account that is set in one ledger is there in no other', () => {
  const ADDRESS = '2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S';
  const paths = ['/', '/fork/a', '/fork/b'];
  const call = (method: string, params: unknown) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });

  test.each(paths)('%s', async (written) => {
    const node = await nodeWithFork();
    await node.fork('b');
    const server = await listen(node);
    const balances = async (dialect: string) =>
      Promise.all(
        paths.map(async (path) => {
          const { body } = await post(server, `${path}?dialect=${dialect}`, call('getBalance', [ADDRESS]));
          return (JSON.parse(body) as { result: { value: number } }).result.value;
        }),
      );
    // kept answers must not hide what follows
    expect([await balances('contract'), await balances('agave')]).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ]);
    await post(server, written, call('stillnode_setAccount', [ADDRESS, { sol: 5 }]));
    const after = paths.map((path) => (path === written ? 5_000_000_000 : 0));
    expect([await balances('contract'), await balances('agave')]).toEqual([after, after]);
  });
});

describe('health of a fork', () => {
  test.each(['GET', 'POST', 'PUT', 'OPTIONS'])('%s: as of the main ledger', async (method) => {
    const server = await listen(await nodeWithFork(), { apiKeys: ['k'] });
    expect(await post(server, '/fork/a/health', 'x', { method })).toEqual({
      status: 200,
      body: 'ok',
      headers: TEXT_HEADERS,
    });
  });

  test('of one that does not exist: 404', async () => {
    const server = await listen(await nodeWithFork());
    for (const [name, body] of [
      ['b', unknownFork('b')],
      ['a%2Fb', NAME_RULE],
      ['..', NAME_RULE],
      ['x'.repeat(100), NAME_RULE],
      ['x'.repeat(101), NAME_RULE],
      ['x'.repeat(9000), NAME_RULE],
    ] as const)
      expect(await post(server, `/fork/${name}/health`, '', { method: 'GET' })).toMatchObject({ status: 404, body });
  });
});

describe('a fork that does not exist', () => {
  test.each([
    ['b', unknownFork('b')],
    ['b/a', unknownFork('b')],
    ['A?x', unknownFork('A')],
    [`${'x'.repeat(64)}`, unknownFork('x'.repeat(64))],
    [`${'x'.repeat(65)}`, NAME_RULE],
    ['x'.repeat(5000), NAME_RULE],
    ['', NAME_RULE],
    ['/a', NAME_RULE],
    ['.', NAME_RULE],
    ['..', NAME_RULE],
    ['%2e%2e', NAME_RULE],
    ['a%2Fb', NAME_RULE],
    ['a%2fb/x', NAME_RULE],
    ['a%3Fb', NAME_RULE],
    ['%2Fa', NAME_RULE],
    ['%3Cscript%3E', NAME_RULE],
    ['%0d%0aset-cookie:x', NAME_RULE],
    ['__proto__', unknownFork('__proto__')],
  ])('/fork/%s: 404, and what to do', async (path, body) => {
    const server = await listen(await nodeWithFork());
    const request = requestText({ target: `/fork/${path}`, body: SLOT });
    const reply = await rawRequest(server, request);
    expect(reply).toMatchObject({ status: 404, body });
    expect(reply.headers).toContainEqual(['content-type', 'text/plain; charset=utf-8']);
  });

  test('does no harm to the connection', async () => {
    const node = await nodeWithFork();
    const connection = await RawConnection.open((await listen(node)).url);
    const ask = async (target: string) => (await connection.send(requestText({ target, body: SLOT })).reply()).body;
    expect(await ask('/fork/b')).toBe(unknownFork('b'));
    await node.fork('b');
    expect(await ask('/fork/b')).toBe(slotReply(7));
    await node.dropFork('b');
    expect(await ask('/fork/b')).toBe(unknownFork('b'));
    await (await node.fork('b')).advance();
    expect(await ask('/fork/b')).toBe(slotReply(8));
    expect(await ask('/fork/a')).toBe(slotReply(9));
  });

  test('and that is dropped while a request is on its way still answers it', async () => {
    const node = await nodeWithFork();
    const connection = await RawConnection.open((await listen(node)).url);
    const request = requestText({ target: '/fork/a', body: SLOT, headers: ['expect: 100-continue'] });
    await connection.send(request.slice(0, -SLOT.length)).reply({ hasBody: false });
    await node.dropFork('a');
    expect((await connection.send(SLOT).reply()).body).toBe(slotReply(9));
  });
});

describe('with autoFork', () => {
  test('the first call makes it, from the ledger as it was loaded', async () => {
    const node = threeTips({ autoFork: true });
    await node.advance();
    const server = await listen(node);
    expect((await post(server, '/fork/b')).body).toBe(slotReply(7));
    await post(server, '/fork/b', '{"jsonrpc":"2.0","id":1,"method":"stillnode_advance"}');
    expect((await post(server, '/fork/b/x')).body).toBe(slotReply(8));
    expect((await post(server, '/')).body).toBe(slotReply(8));
    expect((await node.listForks()).map(({ name }) => name)).toEqual(['b']);
  });

  test('only a call that is let in makes it', async () => {
    const node = threeTips({ autoFork: true });
    const server = await listen(node, { apiKeys: ['k'] });
    const later = 'there is no fork "b" yet: the first call to it makes it\n';
    expect((await post(server, '/fork/b')).status).toBe(401);
    expect((await post(server, '/fork/b', '', { method: 'OPTIONS' })).status).toBe(200);
    expect((await post(server, '/fork/b', '', { method: 'GET' })).status).toBe(405);
    expect((await post(server, '/fork/b?apikey=k', SLOT, { contentType: null })).status).toBe(415);
    expect(await post(server, '/fork/b/health')).toMatchObject({ status: 404, body: later });
    expect(await node.listForks()).toEqual([]);
    expect((await post(server, '/fork/b?apikey=k')).body).toBe(slotReply(7));
    expect(await node.listForks()).toHaveLength(1);
  });

  test.each(['..', 'a%20b', 'a%2Fb', ''])('not of a name that is none: /fork/%s', async (name) => {
    const node = threeTips({ autoFork: true });
    expect(await post(await listen(node), `/fork/${name}`)).toMatchObject({ status: 404, body: NAME_RULE });
    expect(await node.listForks()).toEqual([]);
  });

  test('not beyond the limit', async () => {
    const server = await listen(threeTips({ autoFork: true, maxForks: 1 }));
    expect((await post(server, '/fork/a')).status).toBe(200);
    const body = 'there is 1 fork already: drop some with stillnode_dropFork\n';
    expect(await post(server, '/fork/b')).toMatchObject({ status: 404, body });
    expect((await post(server, '/fork/a')).status).toBe(200);
  });
});

describe('below the prefix of a plugin', () => {
  async function plugged(prefix: string): Promise<Pick<Listener, 'url'>> {
    const app = fastify();
    onTestFinished(() => app.close());
    app.post('/fork/a', async () => 'of the app');
    await app.register(stillnode, { prefix, node: await nodeWithFork() });
    return { url: await app.listen({ port: 0, host: '127.0.0.1' }) };
  }

  test.each(['/solana', '/solana/', '/:tenant/rpc'])('%s: forks are below it', async (prefix) => {
    const server = await plugged(prefix);
    const path = prefix.replace(':tenant', 'one').replace(/\/$/, '');
    expect((await post(server, `${path}/fork/a/x?dialect=agave`)).body).toBe(slotReply(9));
    expect((await post(server, `${path}/fork/%61`)).body).toBe(slotReply(9));
    expect((await post(server, `${path}/`)).body).toBe(slotReply(7));
    expect(await post(server, `${path}/fork/b`)).toMatchObject({ status: 404, body: unknownFork('b') });
    expect(await post(server, `${path}/fork/a/health`)).toMatchObject({ status: 200, body: 'ok' });
    expect(await post(server, `${path}/fork/a%2Fb`)).toMatchObject({ status: 404, body: NAME_RULE });
    expect((await post(server, '/fork/a')).body).toBe('of the app');
  });
});
