import { Server } from 'node:net';
import { address, createClient, lamports } from '@solana/kit';
import { describe, expect, expectTypeOf, it, onTestFinished, vi } from 'vitest';
import { createNode, keypair, type LedgerNode, ledger, type NodeConnection, sol, startNode } from '../../src/index.ts';
import { type StillnodeClient, type StillnodeConfig, stillnode } from '../../src/kit.ts';
import { sendAndConfirm, signedOf } from '../support/kitSender.ts';

const SCRIPT = ledger()
  .mint('usdc', { decimals: 6, authority: 'issuer' })
  .wallet('alice', sol(5))
  .wallet('bob', sol(1))
  .block(1);
const ALICE = keypair('alice').address;

describe('a client with stillnode()', () => {
  it('has a node of its process, and no port', async () => {
    const listen = vi.spyOn(Server.prototype, 'listen');
    const client = await createClient().use(stillnode({ ledger: SCRIPT }));
    expectTypeOf(client).toExtend<StillnodeClient>();
    expect(client.payer.address).toBe(ALICE);
    expect((await client.rpc.getBalance(client.payer.address).send()).value).toBe(5_000_000_000n);
    expect(await client.stillnode.advance()).toMatchObject({ processed: 2 });
    const abort = new AbortController();
    const slots = await client.rpcSubscriptions.slotNotifications().subscribe({ abortSignal: abort.signal });
    await client.stillnode.advance();
    for await (const { slot } of slots) {
      expect(slot).toBe(3n);
      abort.abort();
    }
    expect(listen).not.toHaveBeenCalled();
    listen.mockRestore();
  });

  it('sends, confirms and gets airdrops', async () => {
    const client = await createClient().use(stillnode({ ledger: SCRIPT, autoAdvance: true }));
    await sendAndConfirm(client as never, await signedOf(client));
    const bob = address(keypair('bob').address);
    await client.airdrop(bob, lamports(7n));
    expect((await client.rpc.getBalance(bob).send()).value).toBe(1_000_000_008n);
  });

  it('keeps what the client had, and takes a node and the name of the payer', async () => {
    const node = await createNode({ ledger: SCRIPT, dialect: 'agave' });
    const client = await createClient({ mine: 1 }).use(stillnode({ node, payer: 'bob' }));
    expect([client.mine, client.payer.address, client.stillnode]).toEqual([1, keypair('bob').address, node]);
  });

  it.each([{}, { payer: 'alice' }, { payer: '$alice' }])(
    'pays with the key that the ledger has: %j',
    async (config) => {
      const seed = { hex: '07'.repeat(32) };
      const script = ledger().key('alice', { seed }).wallet('alice', sol(5)).block(1);
      const client = await createClient().use(stillnode({ ledger: script, ...config }));
      expect(client.payer.address).toBe(script.address('alice'));
      expect(client.payer.address).not.toBe(ALICE);
      expect((await client.rpc.getBalance(client.payer.address).send()).value).toBe(5_000_000_000n);
    },
  );

  it('does not pay with a key that is only an address', async () => {
    const script = ledger().key('alice', keypair('other').address).wallet('alice', sol(5)).block(1);
    await expect(createClient().use(stillnode({ ledger: script }))).rejects.toThrow(
      'the ledger has no wallet that can pay',
    );
    await expect(createClient().use(stillnode({ ledger: script, payer: 'alice' }))).rejects.toThrow(
      new TypeError(
        '`payer` cannot sign: the ledger knows only the address of $alice; give its seed, as in ledger().key("alice", { seed })',
      ),
    );
    const node = await startNode({ ledger: script, dialect: 'agave' });
    onTestFinished(() => node.close());
    await expect(createClient().use(stillnode({ url: node.url, payer: 'alice' }))).rejects.toThrow(
      `\`payer\` cannot sign: $alice is ${keypair('other').address} in the ledger of the node`,
    );
  });

  it('asks a node at a URL', async () => {
    const node = await startNode({ ledger: SCRIPT, dialect: 'agave' });
    onTestFinished(() => node.close());
    const client = await createClient().use(stillnode({ url: node.url, wsUrl: node.wsUrl, payer: 'alice' }));
    expectTypeOf(client.stillnode).toEqualTypeOf<NodeConnection>();
    await client.stillnode.advance(4);
    expect(await client.rpc.getSlot().send()).toBe(5n);
    await client.airdrop(address(ALICE), lamports(1n));
    await client.stillnode.close();
    await expect(client.stillnode.advance()).rejects.toThrow('the connection is closed');
    expect(await client.rpc.getSlot().send()).toBe(6n);
  });

  it('closes its node of this process', async () => {
    const client = await createClient().use(stillnode({ ledger: SCRIPT }));
    expectTypeOf(client.stillnode).toEqualTypeOf<LedgerNode>();
    await client.stillnode.close();
    await expect(client.rpc.getSlot().send()).rejects.toThrow('the node is closed');
    await expect(client.stillnode.advance()).rejects.toThrow('the node is closed');
  });

  it.each([
    [{ url: 'http://127.0.0.1:1' }, '`payer` is missing: with `url`, give the name of the wallet that pays'],
    [{ url: 'http://127.0.0.1:1', payer: 'alice' }, 'no node answers at http://127.0.0.1:1'],
    [{ ledger: ledger().block(1) }, 'the ledger has no wallet that can pay'],
  ])('%j is refused', async (config, message) => {
    await expect(createClient().use(stillnode(config as StillnodeConfig))).rejects.toThrow(message);
  });
});
