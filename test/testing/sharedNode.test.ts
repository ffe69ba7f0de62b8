import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type RunningNode, startNode } from '../../src/node/createNode.ts';
import type { ListenOptions, NodeOptions } from '../../src/node/nodeOptions.ts';
import { DEFAULT_VERSION } from '../../src/nodeVersion.ts';
import { ata, keypair } from '../../src/script/building/keyBuilders.ts';
import { ledger } from '../../src/script/building/ledgerBuilder.ts';
import { sol } from '../../src/script/building/valueBuilders.ts';
import { openShared, type SharedNode, type SharedNodeOptions } from '../../src/testing/sharedNode.ts';

const SCRIPT = ledger()
  .wallet('alice', sol(5))
  .block(100, (b) => b.memo('hi').payer('alice').named('hello'));
const PROCESSED = [{ commitment: 'processed' }] as const;

async function nodeWith(options: NodeOptions & ListenOptions = {}): Promise<RunningNode> {
  const node = await startNode({ ledger: SCRIPT, dialect: 'agave', ...options });
  onTestFinished(() => node.close());
  return node;
}

async function shared(options?: SharedNodeOptions, env: NodeJS.ProcessEnv = {}): Promise<SharedNode> {
  const opened = await openShared(options, env);
  onTestFinished(() => opened.close());
  return opened;
}

const WAYS = [
  ['of its own', async () => ({ ledger: SCRIPT, dialect: 'agave' }) as const],
  ['elsewhere', async () => ({ url: (await nodeWith()).url })],
] as const;

describe.each(WAYS)('a fork of a node %s', (_where, optionsOf) => {
  it('is alone with what it changes, and is answered at its URL', async () => {
    const opened = await shared(await optionsOf());
    const [{ node: one }, { node: other }] = [await opened.fork(), await opened.fork()];
    expect(one.name).not.toBe(other.name);
    await one.advance(5);
    await one.setAccount('alice', sol(1));
    const [alice, body] = [one.address('alice'), '{"jsonrpc":"2.0","id":1,"method":"getSlot","params":[]}'];
    const answers = await Promise.all(
      [one, other].map(async ({ request, url }) => {
        const reply = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
        return [await request('getSlot', PROCESSED), await request('getBalance', [alice]), await reply.text()];
      }),
    );
    expect(answers).toEqual([
      [
        105,
        { context: { apiVersion: DEFAULT_VERSION.release, slot: 105 }, value: 1_000_000_000 },
        '{"jsonrpc":"2.0","result":105,"id":1}\n',
      ],
      [
        100,
        { context: { apiVersion: DEFAULT_VERSION.release, slot: 100 }, value: 4_999_995_000 },
        '{"jsonrpc":"2.0","result":100,"id":1}\n',
      ],
    ]);
    expect(one.wsUrl).toBe(one.url.replace('http', 'ws'));
  });

  it('knows the names of scripts, and throws what a client would get', async () => {
    const { node } = await (await shared(await optionsOf())).fork();
    expect(node.signature('hello')).toMatch(/^[1-9A-HJ-NP-Za-km-z]{86,88}$/);
    expect(node.address('$alice')).toBe(keypair('alice').address);
    expect(node.address('$ata(alice,alice)')).toBe(ledger().address(ata('alice', 'alice')));
    expect(await node.requestText('getBlockHeight')).toBe('100');
    expect(() => node.signature('helo')).toThrow(
      'no transaction of a scripted ledger has the name "helo" (did you mean "hello"?)',
    );
    expect(() => node.signature('hello', 1)).toThrow('there is 1 transaction "hello", and none at 1');
    expect(() => node.address('alcie')).toThrow('the ledger knows no account `$alcie` (did you mean $alice?)');
    await expect(node.request('getBlock', ['x' as never])).rejects.toMatchObject({ name: 'RpcError', code: -32602 });
  });

  it('knows the names that the test gives', async () => {
    const { node } = await (await shared(await optionsOf())).fork();
    const { signature } = await node.addTransaction((t) => t.transfer('alice', 'carl', sol(1)).named('gift'));
    expect(node.signature('gift')).toBe(signature);
    expect(node.address('carl')).toBe(keypair('carl').address);
    expect(() => node.address('silver')).toThrow('the ledger knows no account `$silver`');
    await node.setAccount('silver', { mint: { decimals: 2, program: '$token2022' } });
    expect(node.address('silver')).toBe(keypair('silver').address);
    expect(node.address('$ata(alice,silver)')).toBe(ledger().address(ata('alice', 'silver', 'token2022')));
    await node.reset();
    expect(() => node.signature('gift')).toThrow('no transaction of a scripted ledger has the name "gift"');
  });

  it('answers with the values that the test gives, until they are removed', async () => {
    const { node } = await (await shared(await optionsOf())).fork();
    const body = '{"jsonrpc":"2.0","id":1,"method":"getSlot","params":[]}';
    const post = async () =>
      (await fetch(node.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).text();
    const textOf = (result: string) => `{"jsonrpc":"2.0","result":${result},"id":1}\n`;
    const given = await node.answer('getSlot', 18_446_744_073_709_551_615n);
    expect(await post()).toBe(textOf('18446744073709551615'));
    expect(given.id).toBe('fault-1');
    expect(await node.listFaults()).toEqual([
      {
        hits: 1,
        id: 'fault-1',
        rule: { match: { method: 'getSlot' }, then: { result: 18_446_744_073_709_551_615n } },
      },
    ]);
    await given.remove();
    await given.remove();
    expect(await post()).toBe(textOf('100'));
    await node.answer('getSlot', [7, 8], { times: 3 });
    expect([await post(), await post(), await post(), await post()]).toEqual(['7', '8', '8', '100'].map(textOf));
    await expect(node.answer('getSlott', 1)).rejects.toThrow(TypeError);
    await expect(node.answer('stillnode_advance', 1)).rejects.toThrow(TypeError);
    expect(await node.listFaults()).toHaveLength(1);
  });

  it('is gone when it is dropped, and may have been dropped before', async () => {
    const { drop, node } = await (await shared(await optionsOf())).fork();
    await drop();
    expect((await fetch(`${node.url}/health`)).status).toBe(404);
    await drop();
  });

  it('keeps the order of moves that are not awaited', async () => {
    const { node } = await (await shared(await optionsOf())).fork();
    const [snapshot] = await Promise.all([
      node.snapshot(),
      node.advance(3),
      node.addBlock((b) => b.memo('x').payer('alice')),
    ]);
    expect(await node.request('getSlot', PROCESSED)).toBe(104);
    await node.revert(snapshot);
    expect(await node.request('getSlot', PROCESSED)).toBe(100);
  });
});

describe('an answer that a function makes', () => {
  it('is given by a node of this process, until it is removed', async () => {
    const { node } = await (await shared({ ledger: SCRIPT, dialect: 'agave' })).fork();
    const body = '{"jsonrpc":"2.0","id":1,"method":"getBlockTime","params":[21]}';
    const post = async () =>
      (await fetch(node.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).text();
    const given = await node.answer('getBlockTime', async (slot: number) => slot * 2, { optional: true });
    expect(await post()).toBe('{"jsonrpc":"2.0","result":42,"id":1}\n');
    expect(await node.listFaults()).toMatchObject([
      { id: given.id, rule: { match: { method: 'getBlockTime' }, then: { result: 'a function' }, optional: true } },
    ]);
    await given.remove();
    await given.remove();
    expect(await node.listFaults()).toEqual([]);
  });

  it('cannot cross to another process', async () => {
    const { url } = await nodeWith();
    for (const [options, env] of [
      [{ url }, {}],
      [undefined, { STILLNODE_URL: url }],
    ] as const) {
      const { node } = await (await shared(options, env)).fork();
      await expect(node.answer('getSlot', () => 5)).rejects.toThrow(
        new TypeError(
          '`answer` of getSlot is a function, and functions cannot cross to a node in another process: give values, or use a node of this process (that of a test is one without `url` and STILLNODE_URL)',
        ),
      );
      expect(await node.listFaults()).toEqual([]);
    }
  });
});

describe('which node', () => {
  it('STILLNODE_URL is taken where there are no options, and only there; empty, it is none', async () => {
    const { url } = await nodeWith();
    const origin = async (options: SharedNodeOptions | undefined, variable: string) =>
      new URL((await (await shared(options, { STILLNODE_URL: variable })).fork()).node.url).origin;
    expect(await origin(undefined, url)).toBe(url);
    expect(await origin({}, url)).not.toBe(url);
    expect(await origin({ url }, 'http://127.0.0.1:1')).toBe(url);
    expect(await origin(undefined, '')).not.toBe(url);
  });

  it('closing one of its own ends it; one that is elsewhere goes on', async () => {
    const elsewhere = await nodeWith();
    await (await openShared({ url: elsewhere.url }, {})).close();
    expect((await fetch(`${elsewhere.url}/health`)).status).toBe(200);
    const own = await openShared({}, {});
    const { node } = await own.fork();
    await own.close();
    await expect(fetch(node.url)).rejects.toThrow('fetch failed');
  });

  it('a URL with a path, a fork or keys: forks are beside the fork, under the path, with the keys', async () => {
    const { url } = await nodeWith({ apiKeys: ['k'], controlKey: 'c' });
    const { node } = await (await shared({ url: `${url}/?apikey=k&controlKey=c` })).fork();
    expect(node.url).toBe(`${url}/fork/fork-1?apikey=k&controlKey=c`);
    await node.advance();
    const { node: nested } = await (await shared({ url: node.url })).fork();
    expect(nested.url).toBe(`${url}/fork/fork-2?apikey=k&controlKey=c`);
    expect(await nested.request('getSlot', PROCESSED)).toBe(101);
  });
});

describe('a node that cannot be used says why', () => {
  it.each<[SharedNodeOptions | undefined, NodeJS.ProcessEnv, string]>([
    [{ url: '127.0.0.1:8899' }, {}, '`url` must be the address of a node, such as http://127.0.0.1:8899'],
    [{ url: 'ws://127.0.0.1:8900' }, {}, '`url` must be the address of a node, such as http://127.0.0.1:8899'],
    [undefined, { STILLNODE_URL: 'x' }, 'STILLNODE_URL must be the address of a node, such as http://127.0.0.1:8899'],
  ])('%j with %j', async (options, env, message) => {
    await expect(openShared(options, env)).rejects.toThrow(new TypeError(message));
  });

  it('none answers; the keys are not shown', async () => {
    const node = await startNode();
    await node.close();
    const opened = await shared({ url: `${node.url}/?controlKey=secret` });
    await expect(opened.fork()).rejects.toThrow(new Error(`no node answers at ${node.url}/`));
  });

  it('it takes no control calls', async () => {
    const { url } = await nodeWith({ control: false });
    const message = 'does not take control calls, which forks for tests need: start it with control';
    await expect((await shared({ url })).fork()).rejects.toThrow(new Error(`${url}/ ${message}`));
    await expect((await shared({ control: false })).fork()).rejects.toThrow(new Error(`the node ${message}`));
  });

  it('it wants a key', async () => {
    const { url } = await nodeWith({ controlKey: 'c' });
    await expect((await shared({ url })).fork()).rejects.toMatchObject({ code: -32600, data: { reason: 'refused' } });
  });

  it('what answers refuses with HTTP', async () => {
    const server = createServer((_request, response) => response.writeHead(503).end('busy\n')).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await expect((await shared({ url })).fork()).rejects.toThrow(new Error(`${url}/ answers 503: busy`));
  });
});
