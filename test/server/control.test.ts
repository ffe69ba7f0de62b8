import fastify from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { stillnode } from '../../src/fastify.ts';
import { createNode, type Listener } from '../../src/node/createNode.ts';
import type { ServerOptions } from '../../src/server/serverOptions.ts';
import { THREE_TIPS, testNode } from '../support/testNode.ts';
import { type RequestParts, rawRequest, requestText, serve } from './rawHttp.ts';

const call = (method: string, params = '[]') => `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`;
const ADVANCE = call('stillnode_advance');
const SLOT = call('getSlot', '[{"commitment":"processed"}]');
const result = (text: string) => `{"jsonrpc":"2.0","result":${text},"id":1}`;
const UNKNOWN = '{"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found"},"id":1}';
const refused = (message: string) =>
  `{"jsonrpc":"2.0","error":{"code":-32600,"message":"${message}","data":{"reason":"refused"}},"id":1}`;
const FOREIGN = refused(
  'Control refused: the web page that asks is not from the address of this node; ask from there, or from a program that sends no Origin header',
);
const NO_KEY = refused(
  'Control refused: the query parameter `controlKey` is missing or is not the control key of this node',
);
const ADVANCED = result('{"confirmed":7,"finalized":6,"processed":8}');

async function ask(server: Pick<Listener, 'url'>, parts: RequestParts): Promise<string> {
  return (await rawRequest(server, requestText(parts))).body.trimEnd();
}

const portOf = ({ url }: Pick<Listener, 'url'>) => new URL(url).port;

/** The same port at another address of this machine. */
const at = (server: Pick<Listener, 'url'>, host: string) => ({ url: `http://${host}:${portOf(server)}` });

describe('where control is on', () => {
  test.each<[where: string, options: ServerOptions & { host?: string }, answer: string]>([
    ['by default, on loopback', {}, ADVANCED],
    ['on another address of loopback', { host: '127.0.0.2' }, ADVANCED],
    ['on localhost', { host: 'localhost' }, ADVANCED],
    ['not on every address', { host: '0.0.0.0' }, UNKNOWN],
    ['not on every address, whatever the key', { host: '0.0.0.0', controlKey: 'c' }, UNKNOWN],
    ['with `control`, on every address', { host: '0.0.0.0', control: true }, ADVANCED],
    ['with `control: false`, nowhere', { control: false }, UNKNOWN],
    ['with `control: false`, whatever the key', { control: false, controlKey: 'c' }, UNKNOWN],
    ['not with API keys alone', { apiKeys: ['k'] }, UNKNOWN],
    ['with API keys and a control key', { apiKeys: ['k'], controlKey: 'c' }, ADVANCED],
  ])('%s', async (_where, options, answer) => {
    const server = await serve({ ledger: THREE_TIPS, ...options });
    const reachable = options.host === '0.0.0.0' ? at(server, '127.0.0.1') : server;
    expect(await ask(reachable, { target: '/?apikey=k&controlKey=c', body: ADVANCE })).toBe(answer);
  });

  test('not where the node was made without it', async () => {
    const node = await createNode({ ledger: [], control: false });
    await expect(node.listen({ control: true })).rejects.toThrow(
      new TypeError('`control` is true, but the node was made with `control: false`: leave out one of them'),
    );
    const server = await node.listen();
    onTestFinished(() => server.close());
    expect(await ask(server, { body: ADVANCE })).toBe(UNKNOWN);
  });
});

describe('where it is off', () => {
  const bodies = (method: string) => [
    call(method),
    call(method, '{"a":1}'),
    call(method, '["a","b","c","d"]'),
    `[${call(method)},${SLOT},${call(method)}]`,
    `{"id":1,"method":"${method}"}`,
    `{"jsonrpc":"2.0","method":"${method}"}`,
  ];

  test.each(['contract', 'agave'] as const)('the answers are those to an unknown method, in %s', async (dialect) => {
    const server = await serve({ ledger: THREE_TIPS, control: false, dialect });
    const replyTo = async (body: string) => {
      return rawRequest(server, requestText({ body }));
    };
    const unknown = bodies('stillnode_unknown');
    for (const [i, body] of bodies('stillnode_advance').entries())
      expect(await replyTo(body)).toEqual(await replyTo(unknown[i]!));
    expect(await ask(server, { body: SLOT })).toBe(result('7'));
  });

  test('an origin and a key change nothing', async () => {
    const server = await serve({ control: false, controlKey: 'c' });
    expect(await ask(server, { body: ADVANCE, headers: ['origin: http://page.test'] })).toBe(UNKNOWN);
    expect(await ask(server, { body: ADVANCE, target: '/?controlKey=wrong' })).toBe(UNKNOWN);
  });

  test('rpc.discover does not list the methods; where it is on it does', async () => {
    for (const control of [false, true]) {
      const reply = await ask(await serve({ control }), { body: call('rpc.discover') });
      expect(reply.includes('"stillnode_advance"')).toBe(control);
    }
  });
});

describe('with a control key', () => {
  test.each<[target: string, answer: string]>([
    ['/?controlKey=top-secret', ADVANCED],
    ['/x?dialect=agave&controlKey=top-secret', ADVANCED],
    ['/?controlKey=top%2Dsecret', ADVANCED],
    ['/', NO_KEY],
    ['/?controlKey=', NO_KEY],
    ['/?controlKey=wrong', NO_KEY],
    ['/?controlKey=top-secre', NO_KEY],
    ['/?controlKey=TOP-SECRET', NO_KEY],
    ['/?controlkey=top-secret', NO_KEY],
    ['/?apikey=top-secret', NO_KEY],
    ['/?controlKey=top-secret&controlKey=top-secret', NO_KEY],
    ['/?controlKey=wrong&controlKey=top-secret', NO_KEY],
  ])('%s', async (target, answer) => {
    const server = await serve({ ledger: THREE_TIPS, controlKey: 'top-secret' });
    const reply = await ask(server, { target, body: ADVANCE });
    expect(reply).toBe(answer);
    expect(reply).not.toContain('top-secret');
    expect(await ask(server, { body: SLOT })).toBe(result(answer === ADVANCED ? '8' : '7'));
  });

  test('a call needs it besides the API key, and one does not stand for the other', async () => {
    const server = await serve({ ledger: THREE_TIPS, apiKeys: ['k'], controlKey: 'c' });
    const replyTo = (query: string, body: string) => ask(server, { target: `/?${query}`, body });
    expect(await replyTo('controlKey=c', ADVANCE)).toContain('"reason":"unauthorized"');
    expect(await replyTo('apikey=c&controlKey=c', ADVANCE)).toContain('"reason":"unauthorized"');
    expect(await replyTo('apikey=k&controlKey=k', ADVANCE)).toBe(NO_KEY);
    expect(await replyTo('apikey=k', SLOT)).toBe(result('7'));
    expect(await replyTo('apikey=k&controlKey=c', ADVANCE)).toBe(ADVANCED);
  });

  test('other calls of the same batch are answered', async () => {
    const server = await serve({ ledger: THREE_TIPS, controlKey: 'c' });
    expect(await ask(server, { body: `[${SLOT},${ADVANCE},${SLOT}]` })).toBe(
      `[${result('7')},${NO_KEY},${result('7')}]`,
    );
  });
});

describe('a web page', () => {
  type Origin = (port: string) => string;
  const ON_LOOPBACK: [origin: Origin, host: string, isOwn: boolean][] = [
    [(port) => `http://127.0.0.1:${port}`, 'node.test', true],
    [(port) => `http://localhost:${port}`, 'node.test', true],
    [(port) => `https://127.0.0.1:${port}`, 'node.test', false],
    [(port) => `http://127.0.0.2:${port}`, 'node.test', false],
    [(port) => `http://[::1]:${port}`, 'node.test', false],
    [(port) => `http://localhost:1${port}`, 'node.test', false],
    [() => 'http://127.0.0.1', '127.0.0.1', false],
    [() => 'http://localhost', 'localhost', false],
    [() => 'http://page.test', 'node.test', false],
    // the name of a page that now stands for this address: the Host header is that of the page
    [(port) => `http://page.test:${port}`, 'page.test', false],
    [(port) => `http://localhost:${port}.page.test`, 'node.test', false],
    [(port) => `http://localhost:${port}/`, 'node.test', false],
    [(port) => `http://localhost:${port}, http://localhost:${port}`, 'node.test', false],
    [(port) => `localhost:${port}`, 'node.test', false],
    [() => 'file://', 'node.test', false],
    [() => '', 'node.test', false],
  ];
  test.each(ON_LOOPBACK.map(([origin, host, isOwn]) => ({ origin, shown: origin('PORT'), host, isOwn })))(
    'of $shown, where the host is $host: $isOwn',
    async ({ origin, host, isOwn }) => {
      const server = await serve({ ledger: THREE_TIPS });
      const page = { host, headers: [`origin: ${origin(portOf(server))}`] };
      const advanced = isOwn ? ADVANCED : FOREIGN;
      expect(await ask(server, { ...page, body: ADVANCE })).toBe(advanced);
      expect(await ask(server, { ...page, body: SLOT })).toBe(result(isOwn ? '8' : '7'));
    },
  );

  test.each<[where: string, origin: Origin, isOwn: boolean]>([
    ['127.0.0.1', (port) => `http://127.0.0.1:${port}`, true],
    ['127.0.0.1', (port) => `http://localhost:${port}`, true],
    ['127.0.0.1', (port) => `http://[::1]:${port}`, true],
    ['127.0.0.3', (port) => `http://127.0.0.3:${port}`, true],
    ['127.0.0.3', (port) => `http://127.0.0.4:${port}`, false],
    ['127.0.0.1', (port) => `http://0.0.0.0:${port}`, false],
    ['127.0.0.1', (port) => `http://page.test:${port}`, false],
    ['127.0.0.1', (port) => `http://node.test:${port}`, false],
  ])('of a node on every address, asked at %s', async (where, origin, isOwn) => {
    const server = await serve({ ledger: THREE_TIPS, host: '0.0.0.0', control: true });
    const headers = [`origin: ${origin(portOf(server))}`];
    expect(await ask(at(server, where), { headers, body: ADVANCE })).toBe(isOwn ? ADVANCED : FOREIGN);
  });

  test('of the host that the node was told to listen on', async () => {
    const server = await serve({ ledger: THREE_TIPS, host: 'localhost' });
    const headers = [`origin: http://localhost:${portOf(server)}`];
    expect(await ask(server, { headers, body: ADVANCE })).toBe(ADVANCED);
  });

  test('that is refused is refused with the right key too, and is not told whether it is', async () => {
    const server = await serve({ ledger: THREE_TIPS, controlKey: 'c' });
    for (const target of ['/?controlKey=c', '/?controlKey=x', '/'])
      expect(await ask(server, { target, headers: ['origin: http://page.test'], body: ADVANCE })).toBe(FOREIGN);
  });

  test('that is refused gets the other answers of its batch', async () => {
    const server = await serve({ ledger: THREE_TIPS });
    const body = `[${SLOT},${ADVANCE},${SLOT},${call('stillnode_unknown')}]`;
    expect(await ask(server, { headers: ['origin: http://page.test'], body })).toBe(
      `[${result('7')},${FOREIGN},${result('7')},${UNKNOWN}]`,
    );
  });
});

describe('the addresses of a fork', () => {
  const FORK = call('stillnode_fork', '["a"]');
  const forkAt = (base: string) => result(`{"name":"a","url":"http://${base}/fork/a","wsUrl":"ws://${base}/fork/a"}`);

  test('are those of the listener that is asked, whatever the Host header says', async () => {
    const node = testNode({});
    const servers = [await node.listen(), await node.listen({ host: '127.0.0.2' })];
    for (const server of servers) onTestFinished(() => server.close());
    await ask(servers[0]!, { body: FORK });
    for (const server of servers)
      expect(await ask(server, { target: '/fork/a/x', body: call('stillnode_listForks') })).toBe(
        forkAt(server.url.replace('http://', '')).replace(/{"name".*}(?=,)/, '[$&]'),
      );
  });

  test.each(['node.test', 'node.test:80', 'my_service:8899', '192.0.2.7:1', '[::1]:8899', 'NODE'])(
    'on every address, are at the host that the client names: %s',
    async (host) => {
      const server = at(await serve({ host: '0.0.0.0', control: true }), '127.0.0.1');
      expect(await ask(server, { host, body: FORK })).toBe(forkAt(host));
    },
  );

  test.each([null, '', 'page.test/x', 'user@page.test', 'page.test:99999', 'page.test:x', '[::1', 'a"b', 'a b'])(
    'and at the address that was asked, where the client names none: %j',
    async (host) => {
      const server = at(await serve({ host: '0.0.0.0', control: true }), '127.0.0.5');
      const reply = await ask(server, { host, body: FORK });
      expect(reply).toBe(forkAt(`127.0.0.5:${portOf(server)}`));
    },
  );

  test('lead to it', async () => {
    const server = await serve({ ledger: THREE_TIPS });
    const { result: fork } = JSON.parse(await ask(server, { body: FORK })) as { result: { url: string } };
    await ask(server, { body: ADVANCE });
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch(fork.url, { method: 'POST', headers, body: SLOT });
    expect((await reply.text()).trimEnd()).toBe(result('7'));
  });
});

describe('the plugin', () => {
  async function plugged(options: ServerOptions = {}, host = '127.0.0.1'): Promise<Pick<Listener, 'url'>> {
    const app = fastify();
    onTestFinished(() => app.close());
    await app.register(stillnode, { prefix: '/solana', node: testNode(THREE_TIPS), ...options });
    return { url: await app.listen({ port: 0, host }) };
  }

  test('has no control calls unless `control` is true', async () => {
    for (const options of [{}, { control: false }, { controlKey: 'c' }])
      expect(await ask(await plugged(options), { target: '/solana?controlKey=c', body: ADVANCE })).toBe(UNKNOWN);
    expect(await ask(await plugged({ control: true }), { target: '/solana', body: ADVANCE })).toBe(ADVANCED);
  });

  test('checks key and origin', async () => {
    const server = await plugged({ control: true, controlKey: 'c' });
    const replyTo = (origin: string, query: string) =>
      ask(server, { target: `/solana${query}`, headers: [`origin: ${origin}`], body: ADVANCE });
    expect(await replyTo('http://page.test', '?controlKey=c')).toBe(FOREIGN);
    expect(await replyTo(server.url, '')).toBe(NO_KEY);
    expect(await replyTo(server.url, '?controlKey=c')).toBe(ADVANCED);
  });

  test.each([
    ['127.0.0.1', (port: string) => `127.0.0.1:${port}`],
    ['0.0.0.0', () => 'node.test'],
  ])('on %s, gives addresses of forks below its prefix', async (host, shown) => {
    const server = await plugged({ control: true }, host);
    const base = `${shown(portOf(server))}/solana`;
    expect(await ask(server, { target: '/solana', body: call('stillnode_fork', '["a"]') })).toBe(
      result(`{"name":"a","url":"http://${base}/fork/a","wsUrl":"ws://${base}/fork/a"}`),
    );
  });

  test('refuses options that contradict each other when the app starts', async () => {
    const app = fastify();
    app.register(stillnode, { node: testNode({}), control: true, apiKeys: ['k'] });
    await expect(app.ready()).rejects.toThrow('`control` is true and there are `apiKeys`, but no `controlKey`');
  });
});
