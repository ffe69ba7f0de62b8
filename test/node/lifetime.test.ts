import { createServer } from 'node:net';
import { Connection } from '@solana/web3.js';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  ClosedError,
  connect,
  createNode,
  type ForkNode,
  keypair,
  type LedgerNode,
  ledger,
  sol,
  startNode,
} from '../../src/index.ts';
import { openShared, type SharedNodeOptions } from '../../src/testing/sharedNode.ts';
import type { TestNode } from '../../src/testing/testNode.ts';
import { SocketClient } from '../server/socketClient.ts';

/** From when to when a node, a fork and a port live. */

const SCRIPT = ledger({ finalized: 5 })
  .wallet('alice', sol(5))
  .block(5, (b) => b.memo('hi').payer('alice').named('hello'));
const OPTIONS = { ledger: SCRIPT, dialect: 'agave' } as const;
const CLOSED = new ClosedError('the node is closed');
const DROPPED = new ClosedError('the fork a is dropped');
const BODY = '{"jsonrpc":"2.0","id":1,"method":"getSlot"}';

afterEach(() => void vi.useRealTimers());

const post = (url: string) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: BODY }).then(
    async (reply) => `${reply.status} ${await reply.text()}`,
    () => 'nothing answers',
  );
const ANSWER = '200 {"jsonrpc":"2.0","result":5,"id":1}\n';

/** All that answers. */
const CALLS: readonly (readonly [name: string, call: (node: LedgerNode) => unknown])[] = [
  ['request', (node) => node.request('getSlot')],
  ['requestText', (node) => node.requestText('getSlot')],
  ['dispatch', (node) => node.dispatch(BODY)],
  ['dump', (node) => node.dump()],
  ['fork', (node) => node.fork()],
  ['listen', (node) => node.listen()],
  ['fetch', (node) => node.fetch('http://stillnode', { method: 'POST', body: BODY })],
  ['transport', (node) => node.transport()({ payload: JSON.parse(BODY) })],
  ['web3.js', (node) => new Connection('http://stillnode', { fetch: node.fetch }).getSlot()],
  [
    'subscriptionsTransport',
    (node) =>
      node.subscriptionsTransport()({ signal: new AbortController().signal, execute: async () => undefined } as never),
  ],
  ['subscribe', async (node) => node.subscribe('slot')],
  ['advance', (node) => node.advance()],
  ['answer', (node) => node.answer('getSlot', 5)],
  ['answer by a function', (node) => node.answer('getSlot', () => 5)],
  ['fail', (node) => node.fail('getSlot', { http: 429 })],
  ['onSend', (node) => node.onSend({ then: 'drop' })],
  ['waitForCall', (node) => node.waitForCall('getSlot')],
  ['verify', (node) => node.verify({ method: 'getSlot' })],
];

async function forkA(): Promise<ForkNode> {
  return (await createNode(OPTIONS)).fork('a');
}

const ENDS: readonly (readonly [what: string, end: () => Promise<LedgerNode>, error: Error])[] = [
  [
    'a node of createNode that is closed',
    async () => {
      const node = await createNode(OPTIONS);
      await node.close();
      return node;
    },
    CLOSED,
  ],
  [
    'a node of startNode that is closed',
    async () => {
      const node = await startNode(OPTIONS);
      await node.close();
      return node;
    },
    CLOSED,
  ],
  [
    'a fork of a node that is closed',
    async () => {
      const node = await createNode(OPTIONS);
      const fork = await node.fork('a');
      await node.close();
      return fork;
    },
    CLOSED,
  ],
  [
    'a fork that is closed',
    async () => {
      const fork = await forkA();
      await fork.close();
      return fork;
    },
    DROPPED,
  ],
  [
    'a fork that dropFork has dropped',
    async () => {
      const node = await createNode(OPTIONS);
      const fork = await node.fork('a');
      await node.dropFork('a');
      return fork;
    },
    DROPPED,
  ],
];

describe.each(ENDS)('%s', (_what, end, error) => {
  it.each(CALLS)('rejects: %s', async (name, call) => {
    const node = await end();
    const asked = Promise.resolve(call(node));
    if (name === 'web3.js') await expect(asked).rejects.toThrow(error.message);
    else await expect(asked).rejects.toThrow(error);
  });

  it('knows addresses, signatures and names', async () => {
    const node = await end();
    expect(node.address('alice')).toBe(keypair('alice').address);
    expect(node.signature('hello')).toMatch(/^\w{80,}$/);
    expect(node.names.get('$alice')).toBe(keypair('alice').address);
  });

  it('is closed once, however often', async () => {
    const node = await end();
    await node.close();
    await Promise.all([node.close(), node.close()]);
  });
});

it('a second close waits for the first', async () => {
  const node = await startNode(OPTIONS);
  void node.close();
  await node.close();
  expect(await post(node.url)).toBe('nothing answers');
});

describe('`await using` closes', () => {
  it('a node', async () => {
    let closed: LedgerNode;
    {
      await using node = await createNode(OPTIONS);
      closed = node;
    }
    await expect(closed.request('getSlot')).rejects.toThrow(CLOSED);
  });

  it('a fork', async () => {
    const node = await createNode(OPTIONS);
    {
      await using fork = await node.fork('a');
      expect(fork.name).toBe('a');
    }
    expect(await node.listForks()).toEqual([]);
  });
});

describe('the end of a node', () => {
  it('ends its ports, those of its forks, and their sockets', async () => {
    const node = await createNode(OPTIONS);
    const fork = await node.fork('a');
    const ports = [await node.listen(), await node.listen(), await fork.listen()];
    const clients = await Promise.all(ports.map(({ wsUrl }) => SocketClient.open(wsUrl)));
    const codes = Promise.all(clients.map((client) => client.ended()));
    expect(await Promise.all(ports.map(({ url }) => post(url)))).toEqual([ANSWER, ANSWER, ANSWER]);
    await node.close();
    expect(await codes).toEqual([1000, 1000, 1000]);
    expect(await Promise.all(ports.map(({ url }) => post(url)))).toEqual(Array(3).fill('nothing answers'));
  });

  it('ends its time', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const node = await createNode({ ...OPTIONS, slotTime: 400 });
    expect(vi.getTimerCount()).toBe(1);
    await node.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends loops without an error, and waits with one', async () => {
    const node = await createNode(OPTIONS);
    const fork = await node.fork('a');
    const loop = (async () => {
      for await (const _ of node.subscribe('slot')) throw new Error('nothing moves it');
      return 'ended';
    })();
    const waits = [node.waitForCall('getSlot'), node.waitForSend(), fork.waitForCall('getSlot')].map((wait) =>
      expect(wait).rejects.toThrow(CLOSED),
    );
    await node.close();
    expect(await loop).toBe('ended');
    await Promise.all(waits);
  });

  it('ends delays of faults, of calls in the process and over HTTP', async () => {
    const node = await startNode(OPTIONS);
    await node.fail('getSlot', { delayMs: 600_000, http: 429 });
    const asked = expect(node.request('getSlot')).rejects.toThrow(CLOSED);
    const posted = post(node.url);
    await vi.waitFor(async () => expect(await node.calls()).toHaveLength(2));
    const start = performance.now();
    await node.close();
    await asked;
    expect(await posted).toBe(
      '200 {"jsonrpc":"2.0","error":{"code":-32602,"message":"the node is closed","data":{"reason":"unknown"}},"id":1}\n',
    );
    expect(performance.now() - start).toBeLessThan(2_500);
  });

  it('lets requests in flight be answered', async () => {
    const node = await startNode(OPTIONS);
    const answers: ((slot: number) => void)[] = [];
    await node.answer('getSlot', () => new Promise((resolve) => answers.push(resolve)));
    const asked = [node.request('getSlot'), post(node.url)];
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    const closing = node.close();
    await expect(node.request('getSlot')).rejects.toThrow(CLOSED);
    for (const answer of answers) answer(7);
    expect(await Promise.all(asked)).toEqual([7, '200 {"jsonrpc":"2.0","result":7,"id":1}\n']);
    await closing;
  });
});

describe('the end of a port', () => {
  it('is that of this port alone: the node, its time and its other ports go on', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const node = await createNode({ ...OPTIONS, slotTime: 400 });
    onTestFinished(() => node.close());
    const [first, second] = [await node.listen(), await node.listen()];
    await first.close();
    await first.close();
    expect([await post(first.url), await post(second.url)]).toEqual(['nothing answers', ANSWER]);
    await second.close();
    await vi.advanceTimersByTimeAsync(800);
    expect(await node.request('getSlot', [{ commitment: 'processed' }])).toBe(7);
  });

  it('a listen that fails leaves the node and its time', async () => {
    const node = await createNode({ ...OPTIONS, slotTime: 400_000 });
    onTestFinished(() => node.close());
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    const { port } = other.address() as { readonly port: number };
    await expect(node.listen({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    expect(await node.request('getSlot')).toBe(5);
    expect((await node.timeline()).slotTimeMs).toBe(400_000);
  });

  it('that opens while the node is closed ends, and rejects', async () => {
    const node = await createNode(OPTIONS);
    const listening = expect(node.listen()).rejects.toThrow(CLOSED);
    await node.close();
    await listening;
  });
});

describe('the end of a fork', () => {
  it('ends the ports that it has opened, and the forks that were made from it stay', async () => {
    const node = await startNode(OPTIONS);
    onTestFinished(() => node.close());
    const fork = await node.fork('a');
    const port = await fork.listen();
    const second = await fork.fork('b');
    await fork.close();
    expect(await post(port.url)).toBe('nothing answers');
    expect((await node.listForks()).map(({ name }) => name)).toEqual(['b']);
    expect(await second.request('getSlot')).toBe(5);
    expect([await post(second.url), await post(node.url)]).toEqual([ANSWER, ANSWER]);
  });

  it('by dropFork ends its ports too', async () => {
    const node = await createNode(OPTIONS);
    onTestFinished(() => node.close());
    const { url } = await (await node.fork('a')).listen();
    await node.dropFork('a');
    await vi.waitFor(async () => expect(await post(url)).toBe('nothing answers'));
  });

  it('is not that of a later fork with its name', async () => {
    const node = await createNode(OPTIONS);
    const first = await node.fork('a');
    await first.close();
    const second = await node.fork('a');
    await first.close();
    expect(await second.request('getSlot')).toBe(5);
    await expect(first.request('getSlot')).rejects.toThrow(DROPPED);
  });
});

describe.each<readonly [string, () => Promise<SharedNodeOptions>]>([
  ['of its own', async () => OPTIONS],
  [
    'elsewhere',
    async () => {
      const node = await startNode(OPTIONS);
      onTestFinished(() => node.close());
      return { url: node.url };
    },
  ],
])('the node of a test, of a node %s', (_where, optionsOf) => {
  const fixture = async () => {
    const shared = await openShared(await optionsOf());
    onTestFinished(() => shared.close());
    return shared.fork();
  };

  it('has `close`, which drops its fork, once', async () => {
    const { drop, node } = await fixture();
    const handle = await node.answer('getSlot', 7);
    expect(await node.request('getSlot')).toBe(7);
    expect(await handle.hits()).toBe(1);
    await node.close();
    await node.close();
    await drop();
    const error = new ClosedError(`the fork ${node.name} is dropped`);
    await expect(node.request('getSlot')).rejects.toThrow(error);
    await expect(node.advance()).rejects.toThrow(error);
    expect(node.address('alice')).toBe(keypair('alice').address);
    expect(await handle.hits()).toBe(1);
    await handle.remove();
  });

  it('has `await using`', async () => {
    let used: TestNode;
    {
      await using node = (await fixture()).node;
      used = node;
      expect(await node.request('getSlot')).toBe(5);
    }
    await expect(used.request('getSlot')).rejects.toThrow(ClosedError);
  });
});

it('a connection and its forks end with a ClosedError too, and handles count on', async () => {
  const node = await startNode(OPTIONS);
  onTestFinished(() => node.close());
  const there = await connect(node.url);
  const fork = await there.fork('a');
  const handle = await there.answer('getSlot', 7);
  await node.dropFork('a');
  await expect(fork.request('getSlot')).rejects.toThrow(DROPPED);
  expect(await there.request('getSlot')).toBe(7);
  expect(await handle.hits()).toBe(1);
  await there.close();
  await expect(there.request('getSlot')).rejects.toThrow(new ClosedError('the connection is closed'));
  await expect(fork.request('getSlot')).rejects.toThrow(DROPPED);
  expect(await handle.hits()).toBe(1);
  await handle.remove();
  expect(await node.listFaults()).toHaveLength(1);
});

it.each([
  ['reset', (node: LedgerNode) => node.reset()],
  ['the end of its ledger', (node: LedgerNode) => node.close()],
])('a handle gives its last number after %s', async (_how, end) => {
  const node = await createNode(OPTIONS);
  const handle = await node.answer('getSlot', 7);
  await node.request('getSlot');
  expect(await handle.hits()).toBe(1);
  await end(node);
  await handle.remove();
  expect(await handle.hits()).toBe(1);
});

it('a startNode whose port cannot be opened leaves nothing', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as { readonly port: number };
  await expect(startNode({ ...OPTIONS, slotTime: 400, port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  expect(vi.getTimerCount()).toBe(0);
});
