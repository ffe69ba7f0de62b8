import * as kit from '@solana/kit';
import { Connection } from '@solana/web3.js';
import { expect, it } from 'vitest';
import { createNode, ledger, sol } from '../../../src/index.ts';

const script = ledger().wallet('alice', sol(5)).block(1);

it('Kit asks and subscribes', async () => {
  const node = await createNode({ ledger: script });
  const rpc = kit.createSolanaRpcFromTransport(node.transport());
  const rpcSubscriptions = kit.createSolanaRpcSubscriptionsFromTransport(node.subscriptionsTransport());
  expect((await rpc.getBalance(kit.address(node.address('alice'))).send()).value).toBe(5_000_000_000n);
  const abort = new AbortController();
  const slots = await rpcSubscriptions.slotNotifications().subscribe({ abortSignal: abort.signal });
  await node.advance();
  for await (const { slot } of slots) {
    expect(slot).toBe(2n);
    abort.abort();
  }
});

it('web3.js asks', async () => {
  const node = await createNode({ ledger: script });
  const connection = new Connection('http://stillnode', { fetch: node.fetch });
  expect(await connection.getSlot()).toBe(1);
});
