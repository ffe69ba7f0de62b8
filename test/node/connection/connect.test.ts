import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { connect, type ListenOptions, ledger, type NodeOptions, RpcError, sol, startNode } from '../../../src/index.ts';
import { toHaveReceivedCall } from '../../../src/testing/matchers.ts';

const SCRIPT = ledger()
  .wallet('alice', sol(5))
  .block(100, (b) => b.transfer('alice', 'bob', sol(1)).named('rent'));

async function started(options: NodeOptions & ListenOptions = {}) {
  const node = await startNode({ ledger: SCRIPT, dialect: 'agave', ...options });
  onTestFinished(() => node.close());
  return node;
}

async function connected(url: string, options?: Parameters<typeof connect>[1]) {
  const node = await connect(url, options);
  onTestFinished(() => node.close());
  return node;
}

/** What answers every request with this status and text. */
async function otherServer(status: number, text: string): Promise<string> {
  const server = createServer((_, reply) => reply.writeHead(status).end(text)).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a connection to a node elsewhere', () => {
  it('asks and controls it as the node itself does', async () => {
    const node = await started();
    const there = await connected(node.url);
    expect(there).toMatchObject({ dialect: 'agave', url: `${node.url}/`, wsUrl: `${node.url.replace('http', 'ws')}/` });
    expect(await there.address('alice')).toBe(node.address('alice'));
    expect(await there.signature('rent')).toBe(node.signature('rent'));
    expect(await there.advance(5)).toEqual(
      await node.getTips().then(({ confirmed, finalized, processed }) => ({ confirmed, finalized, processed })),
    );
    expect(await there.requestText('getBalance', [node.address('bob')])).toBe(
      await node.requestText('getBalance', [node.address('bob')]),
    );
    expect(await there.request('getSlot')).toBe(105);
    expect(await there.dump()).toEqual(Array.from(await node.dump(), ({ name, text }) => ({ name, text })));
    expect((await toHaveReceivedCall.call({ isNot: false }, there, 'getSlot')).pass).toBe(true);
  });

  it('gives errors with their code and data', async () => {
    const there = await connected((await started()).url);
    await expect(there.request('getBlock', [101])).rejects.toMatchObject({ code: -32004 });
    await expect(there.request('getBlock', [101])).rejects.toBeInstanceOf(RpcError);
    await expect(there.address('nobody')).rejects.toMatchObject({ data: { reason: 'unknown' } });
  });

  it('waits for calls, and has what a test adds', async () => {
    const node = await started();
    const there = await connected(node.url);
    await there.onSend({ then: 'drop' });
    expect(await node.listSendRules()).toHaveLength(1);
    const waited = there.waitForCall('getHealth');
    await node.request('getHealth');
    expect(await waited).toMatchObject({ method: 'getHealth' });
  });

  it('has notifications over a WebSocket, until the loop is left', async () => {
    const node = await started();
    const there = await connected(node.url);
    const slots = there.subscribe('slot');
    await there.waitForCall('slotSubscribe');
    await there.advance(2);
    const seen: unknown[] = [];
    for await (const { slot } of slots) if (seen.push(slot) === 2) break;
    expect(seen).toEqual([101, 102]);
    await vi.waitFor(async () => expect((await there.subscriptions()).at(-1)).toMatchObject({ isOpen: false }));
  });

  it('a subscription that is left before the node has answered ends with the answer', async () => {
    const node = await started();
    const there = await connected(node.url);
    there.subscribe('root');
    await there.waitForCall('rootSubscribe');
    const slots = there.subscribe('slot');
    // the socket is open: the request is on its way once the microtasks are done, and no reply can be here yet
    await new Promise((resolve) => process.nextTick(resolve));
    const next = slots.next();
    expect(await slots.return?.()).toEqual({ done: true, value: undefined });
    expect(await next).toEqual({ done: true, value: undefined });
    await vi.waitFor(async () =>
      expect((await node.subscriptions()).map(({ isOpen, method }) => ({ isOpen, method }))).toEqual([
        { isOpen: true, method: 'rootSubscribe' },
        { isOpen: false, method: 'slotSubscribe' },
      ]),
    );
    await there.advance();
    expect(await slots.next()).toEqual({ done: true, value: undefined });
  });

  it('a connection closes while a subscription that was left still waits for its answer', async () => {
    const node = await started();
    const there = await connect(node.url);
    there.subscribe('root');
    await there.waitForCall('rootSubscribe');
    const slots = there.subscribe('slot');
    await new Promise((resolve) => process.nextTick(resolve));
    await slots.return?.();
    await there.close();
    await vi.waitFor(async () => expect((await node.subscriptions()).filter(({ isOpen }) => isOpen)).toEqual([]));
  });

  it('a subscription that is refused throws its error, one to a signature ends with its outcome', async () => {
    const node = await started();
    const there = await connected(node.url);
    await expect(there.subscribe('account', 'x').next()).rejects.toMatchObject({ code: -32602 });
    expect(() => there.subscribe('slots' as 'slot')).toThrow(TypeError);
    const outcome = there.subscribe('signature', node.signature('rent'));
    expect(await outcome.next()).toMatchObject({ done: false, value: { value: { err: null } } });
    expect(await outcome.next()).toEqual({ done: true, value: undefined });
  });

  it('makes forks: closing one drops it, closing the connection drops all of them', async () => {
    const node = await started();
    const there = await connect(node.url);
    const fork = await there.fork('a');
    await there.fork('b');
    expect(fork).toMatchObject({
      name: 'a',
      url: `${node.url}/fork/a`,
      wsUrl: `${node.url.replace('http', 'ws')}/fork/a`,
    });
    await fork.advance(7);
    expect(await fork.request('getSlot')).toBe(107);
    expect(await there.request('getSlot')).toBe(100);
    const nested = await fork.fork('c');
    expect(await nested.request('getSlot')).toBe(107);
    await fork.close();
    expect((await node.listForks()).map(({ name }) => name)).toEqual(['b']);
    await there.close();
    expect(await node.listForks()).toEqual([]);
    await expect(there.request('getSlot')).rejects.toThrow('the connection is closed');
    await expect(there.advance()).rejects.toThrow('the connection is closed');
    await there.close();
  });

  it('a URL of a fork connects to it, and leaves it', async () => {
    const node = await started();
    await node.fork('mine');
    const there = await connect(`${node.url}/fork/mine`);
    await there.advance();
    await there.close();
    expect((await node.listForks()).map(({ name }) => name)).toEqual(['mine']);
  });

  it('uses keys of its options and of the URL; its own URLs have the API key alone', async () => {
    const node = await started({ apiKeys: ['key'], controlKey: 'secret' });
    const there = await connected(node.url, { apiKey: 'key', controlKey: 'secret' });
    expect(there.url).toBe(`${node.url}/?apikey=key`);
    expect(there.wsUrl).toBe(`${node.url.replace('http', 'ws')}/?apikey=key`);
    expect(await there.request('getSlot')).toBe(100);
    expect((await there.fork('a')).url).toBe(`${node.url}/fork/a?apikey=key`);
    await connected(`${node.url}?apikey=key&controlKey=secret`);
    await connected(`${node.url}?apikey=wrong&controlKey=secret`, { apiKey: 'key' });
  });
});

describe('what cannot be connected to is told in one sentence, without keys', () => {
  it('nothing answers', async () => {
    await expect(connect('http://127.0.0.1:1?controlKey=secret')).rejects.toThrow(
      /^no node answers at http:\/\/127\.0\.0\.1:1\/$/,
    );
  });

  it('what answers takes too long', async () => {
    const server = createServer(() => undefined).listen(0, '127.0.0.1');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    await new Promise((resolve) => server.once('listening', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await expect(connect(url, { timeoutMs: 50 })).rejects.toThrow(`no node answers at ${url}/ within 0.05 s`);
  });

  it.each([
    [200, 'hello', 'is no stillnode: what answers there does not speak its JSON-RPC'],
    [
      200,
      '{"jsonrpc":"2.0","result":{"processed":5},"id":1}',
      'is no stillnode: what answers there does not speak its JSON-RPC',
    ],
    [
      200,
      '{"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found"},"id":1}',
      'is no stillnode: it does not know stillnode_getTips',
    ],
    [502, 'Bad gateway', 'is no stillnode: it answers HTTP 502'],
  ])('it is no stillnode: %i %s', async (status, text, reason) => {
    const url = await otherServer(status, text);
    await expect(connect(`${url}?controlKey=secret`)).rejects.toThrow(new Error(`${url}/ ${reason}`));
  });

  it('control is off', async () => {
    const { url } = await started({ control: false });
    await expect(connect(url)).rejects.toThrow(
      new Error(`${url}/ takes no control calls: start the node with --control`),
    );
  });

  it('the control key is wrong, or missing', async () => {
    const { url } = await started({ controlKey: 'secret' });
    await expect(connect(url, { controlKey: 'wrong' })).rejects.toThrow(new RegExp(`^${url}/ refuses control: `));
    await expect(connect(url)).rejects.toThrow(new RegExp(`^${url}/ refuses control: `));
  });

  it('the API key is wrong', async () => {
    const { url } = await started({ apiKeys: ['key'], controlKey: 'secret' });
    await expect(connect(url, { apiKey: 'wrong', controlKey: 'secret' })).rejects.toThrow(
      new Error(`${url}/ refuses the API key, or needs one: give it as \`apiKey\``),
    );
  });

  it('there is no such fork', async () => {
    const { url } = await started();
    await expect(connect(`${url}/fork/none`)).rejects.toThrow(
      new Error(`${url}/fork/none is no ledger: there is no such fork, or nothing is served at this path`),
    );
  });

  it.each([
    ['127.0.0.1:8899', {}, '`url` has to be the address of a node, such as http://127.0.0.1:8899'],
    [5, {}, '`url` has to be the address of a node, such as http://127.0.0.1:8899'],
    ['http://a', { wsUrl: 'http://a' }, '`wsUrl` has to be the address of a node, such as ws://127.0.0.1:8900'],
    ['http://a', { timeoutMs: 0 }, '`timeoutMs` has to be a number of milliseconds above 0'],
  ])('%j with %j is a TypeError', async (url, options, message) => {
    await expect(connect(url as string, options)).rejects.toThrow(new TypeError(message));
  });

  it('an unknown option is a TypeError with the nearest', async () => {
    await expect(connect('http://a', { controlkey: 'x' } as never)).rejects.toThrow(/controlKey/);
  });
});
