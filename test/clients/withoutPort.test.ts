import { Server } from 'node:net';
import {
  type Address,
  createSolanaRpcFromTransport,
  createSolanaRpcSubscriptionsFromTransport,
  isSolanaError,
  type RpcSubscriptionsTransport,
  type RpcTransport,
  SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR,
} from '@solana/kit';
import { Connection, PublicKey } from '@solana/web3.js';
import { afterEach, beforeEach, describe, expect, expectTypeOf, it, onTestFinished, vi } from 'vitest';
import { createNode, type LedgerNode, ledger, sol } from '../../src/index.ts';
import { reasonOf } from '../support/clients.ts';
import { sendAndConfirm, shownError, signedOf } from '../support/kitSender.ts';

/** Clients of a node without a port. */

const listen = vi.spyOn(Server.prototype, 'listen');
beforeEach(() => void listen.mockClear());
afterEach(() => expect(listen).not.toHaveBeenCalled());

const nodeOf = (options: object = {}) =>
  createNode({
    ledger: ledger().wallet('alice', sol(5)).wallet('bob', sol(1)).block(1),
    dialect: 'agave',
    ...options,
  });

function kitOf(node: LedgerNode) {
  return {
    rpc: createSolanaRpcFromTransport(node.transport()),
    rpcSubscriptions: createSolanaRpcSubscriptionsFromTransport(node.subscriptionsTransport()),
  };
}

describe('transport()', () => {
  it('is one of Kit, in its types', async () => {
    const node = await nodeOf();
    expectTypeOf(node.transport()).toExtend<RpcTransport>();
    expectTypeOf(node.subscriptionsTransport()).toExtend<RpcSubscriptionsTransport>();
  });

  it('answers as over HTTP: integers are bigints', async () => {
    const node = await nodeOf();
    const { rpc } = kitOf(node);
    expect(await rpc.getSlot().send()).toBe(1n);
    const alice = node.address('alice') as Address;
    expect((await rpc.getBalance(alice).send()).value).toBe(5_000_000_000n);
    expect((await rpc.getAccountInfo(alice, { encoding: 'base64' }).send()).value).toMatchObject({
      lamports: 5_000_000_000n,
      space: 0n,
    });
    expect(await rpc.getInflationGovernor().send()).toMatchObject({ initial: expect.any(Number) });
    expect(shownError(await reasonOf(rpc.getBlock(7n).send()))).toMatchObject({
      message: expect.stringContaining('Block not available for slot 7'),
    });
  });

  it('gives the error of Kit for a status', async () => {
    const node = await nodeOf();
    await node.fail('getSlot', { http: 429 }, { times: 1 });
    const { rpc } = kitOf(node);
    const reason = await reasonOf(rpc.getSlot().send());
    expect(isSolanaError(reason, SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR)).toBe(true);
    expect(reason).toMatchObject({
      message: 'HTTP error (429): Too Many Requests',
      context: { statusCode: 429, message: 'Too Many Requests' },
    });
    expect(await rpc.getSlot().send()).toBe(1n);
  });

  it('ends with its signal', async () => {
    const node = await nodeOf();
    await node.fail('getSlot', { delayMs: 60_000 });
    const abort = new AbortController();
    const asked = kitOf(node).rpc.getSlot().send({ abortSignal: abort.signal });
    abort.abort(new Error('enough'));
    await expect(asked).rejects.toThrow('enough');
  });

  it('is of a fork too', async () => {
    const node = await nodeOf();
    const fork = await node.fork();
    await fork.advance(4);
    expect(await kitOf(fork).rpc.getSlot().send()).toBe(5n);
    expect(await kitOf(node).rpc.getSlot().send()).toBe(1n);
  });
});

describe('subscriptionsTransport()', () => {
  it('tells what happens, until it is no longer wanted', async () => {
    const node = await nodeOf();
    const abort = new AbortController();
    const { rpcSubscriptions } = kitOf(node);
    const slots = await rpcSubscriptions.slotNotifications().subscribe({ abortSignal: abort.signal });
    const seen: bigint[] = [];
    await node.advance(3);
    for await (const { slot } of slots) {
      seen.push(slot);
      if (seen.length === 3) abort.abort();
    }
    expect(seen).toEqual([2n, 3n, 4n]);
  });

  it('ends with an error where a fault ends the socket', async () => {
    const node = await nodeOf();
    await node.fail('slotNotification', { closeSocket: true });
    const abort = new AbortController();
    onTestFinished(() => abort.abort());
    const { rpcSubscriptions } = kitOf(node);
    const slots = await rpcSubscriptions.slotNotifications().subscribe({ abortSignal: abort.signal });
    await node.advance();
    await expect(slots[Symbol.asyncIterator]().next()).rejects.toThrow('WebSocket connection closed');
  });

  it('with a signal that is aborted opens no channel', async () => {
    const signal = AbortSignal.abort(new Error('no'));
    const execute = vi.fn();
    await expect((await nodeOf()).subscriptionsTransport()({ execute, signal })).rejects.toThrow('no');
    expect(execute).not.toHaveBeenCalled();
  });

  it('says nothing more once its signal is aborted', async () => {
    const { abort, channel, messages, node } = await openChannel();
    const sent = channel.send({ jsonrpc: '2.0', id: 1, method: 'slotSubscribe' });
    abort.abort();
    await sent;
    await node.advance();
    await expect(channel.send({ jsonrpc: '2.0', id: 2, method: 'slotSubscribe' })).rejects.toThrow(
      'WebSocket connection closed',
    );
    expect(messages).toEqual([]);
  });

  it('goes on after a message that is not JSON, and after a subscriber that throws', async () => {
    const { channel, messages } = await openChannel();
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    onTestFinished(() => warned.mockRestore());
    channel.on('message', () => {
      throw new Error('of a subscriber');
    });
    const message: Record<string, unknown> = { jsonrpc: '2.0', id: 1, method: 'getVersion' };
    await expect(channel.send({ ...message, params: [new Promise(() => {})] })).rejects.toThrow(TypeError);
    await channel.send(message);
    await channel.send({ ...message, id: 2 });
    await vi.waitFor(() => expect(messages).toMatchObject([{ id: 1n }, { id: 2n }]));
    expect(warned.mock.calls.map(([warning]) => String(warning))).toEqual([
      'Error: of a subscriber',
      'Error: of a subscriber',
    ]);
  });

  it.each(['processed', 'confirmed', 'finalized'] as const)('sends and confirms at %s', async (commitment) => {
    const node = await nodeOf({ autoAdvance: true });
    const abort = new AbortController();
    onTestFinished(() => abort.abort());
    const clients = { node, abortSignal: abort.signal, ...kitOf(node) };
    await sendAndConfirm(clients as never, await signedOf(clients as never), { commitment });
    expect(await node.sent()).toMatchObject([{ outcome: 'succeed', slot: 2 }]);
  });
});

interface Channel {
  on(name: string, subscriber: (message: unknown) => void): void;
  send(message: unknown): Promise<void>;
}

/** A channel of the transport, without the rest of Kit. */
async function openChannel() {
  const node = await nodeOf();
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  const opened = node.subscriptionsTransport()({ execute: async (config) => config, signal: abort.signal });
  const channel = (await opened).channel as Channel;
  const messages: unknown[] = [];
  channel.on('message', (message) => void messages.push(message));
  return { abort, channel, messages, node };
}

describe('fetch', () => {
  it('is for web3.js, whatever the host is', async () => {
    const node = await nodeOf();
    const connection = new Connection('http://stillnode.test', { fetch: node.fetch });
    expect(await connection.getSlot()).toBe(1);
    expect(await connection.getBalance(new PublicKey(node.address('alice')))).toBe(5_000_000_000);
  });

  it('has the paths and queries of the node', async () => {
    const node = await nodeOf();
    await node.fork('a');
    await (await node.fork('b')).advance();
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '[{"jsonrpc":"2.0","id":1,"method":"getSlot"}]',
    };
    expect(await (await node.fetch('http://x/fork/b', init)).text()).toBe('[{"jsonrpc":"2.0","result":2,"id":1}]\n');
    expect(await (await node.fetch(new Request('http://x/fork/a', init))).text()).toContain('"result":1');
    expect((await node.fetch('http://x/fork/c', init)).status).toBe(404);
    expect(await (await node.fetch(new URL('http://x/health'))).text()).toBe('ok');
    const refused = await node.fetch('http://x/', { method: 'PUT' });
    expect([refused.status, refused.statusText]).toEqual([405, 'Method Not Allowed']);
  });

  it('fails as fetch does where a fault ends the connection', async () => {
    const node = await nodeOf();
    await node.fail('getSlot', { reset: true });
    const connection = new Connection('http://x', { fetch: node.fetch, disableRetryOnRateLimit: true });
    await expect(connection.getSlot()).rejects.toThrow('fetch failed');
    expect(await node.calls()).toMatchObject([{ method: 'getSlot', outcome: 'fault', transport: 'http' }]);
  });

  it('obeys its signal', async () => {
    const node = await nodeOf();
    const signal = AbortSignal.abort(new Error('no'));
    await expect(node.fetch('http://x/health', { signal })).rejects.toThrow('no');
    const body = '{"jsonrpc":"2.0","id":1,"method":"stillnode_advance"}';
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal };
    await expect(node.fetch('http://x/', init)).rejects.toThrow('no');
    await expect(node.fetch(new Request('http://x/', init))).rejects.toThrow('no');
    await expect(node.transport()({ payload: JSON.parse(body), signal })).rejects.toThrow('no');
    expect(await node.getTips()).toMatchObject({ processed: 1 });
  });
});
