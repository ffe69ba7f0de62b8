import { createSolanaRpc, createSolanaRpcSubscriptions, type Rpc, type SolanaRpcApi } from '@solana/kit';
import { fetchSysvarClock, fetchSysvarStakeHistory } from '@solana/sysvars';
import { expect, it, onTestFinished } from 'vitest';
import { keypair, ledger, type RunningNode, sol, startNode } from '../../../src/index.ts';
import { sendAndConfirm, shownError, signedOf } from '../../support/kitSender.ts';

/** Flows of programs that wait for days. */

const YEAR = 365 * 24 * 3600;

async function start(): Promise<{ node: RunningNode; rpc: Rpc<SolanaRpcApi> }> {
  const script = ledger().cluster('localnet').wallet('alice', sol(5)).wallet('bob', sol(1)).block(1);
  const node = await startNode({ ledger: script, dialect: 'agave' });
  onTestFinished(() => node.close());
  return { node, rpc: createSolanaRpc(node.url) };
}

it('what vests for a year is free after one call, and clients go on', async () => {
  const { node, rpc } = await start();
  const before = await fetchSysvarClock(rpc);
  await node.warp({ seconds: YEAR });
  const { epoch, slot, unixTimestamp } = await fetchSysvarClock(rpc);
  expect(unixTimestamp - before.unixTimestamp).toBe(BigInt(YEAR));
  expect(epoch).toBe(slot / 432_000n);
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  const rpcSubscriptions = createSolanaRpcSubscriptions(node.wsUrl);
  const sender = { node, rpc, rpcSubscriptions, abortSignal: abort.signal };
  await sendAndConfirm(sender as never, await signedOf({ rpc }));
  expect(await rpc.getBlockTime(slot + 1n).send()).toBe(unixTimestamp);
});

it('an epoch later its stake stands in the history, and the leaders of the next one are known', async () => {
  const { node, rpc } = await start();
  expect(await fetchSysvarStakeHistory(rpc)).toEqual([]);
  await node.warp({ epochs: 1 });
  expect(await rpc.getEpochInfo().send()).toMatchObject({ epoch: 1n, slotIndex: 0n, absoluteSlot: 432_000n });
  const stakeHistory = { effective: 999_999_997_717_120n, activating: 0n, deactivating: 0n };
  expect(await fetchSysvarStakeHistory(rpc)).toEqual([{ epoch: 0n, stakeHistory }]);
  expect(await rpc.getSlotLeaders(864_000n, 1).send()).toEqual([keypair('validator').address]);
  const { current } = await rpc.getVoteAccounts().send();
  expect(current[0]!.epochCredits.map(([each]) => each)).toEqual([0n, 1n]);
});

it('a blockhash expires with the blocks that pass', async () => {
  const { node, rpc } = await start();
  const signed = await signedOf({ rpc });
  const { blockhash } = signed.lifetimeConstraint;
  await node.warp({ slots: 150 }, { blocks: 'all' });
  expect((await rpc.isBlockhashValid(blockhash, { commitment: 'processed' }).send()).value).toBe(true);
  await node.warp({ slots: 1 });
  expect((await rpc.isBlockhashValid(blockhash, { commitment: 'processed' }).send()).value).toBe(false);
  const sent = sendAndConfirm({ node, rpc, rpcSubscriptions: undefined } as never, signed).catch(shownError);
  expect(await sent).toMatchObject({ message: expect.stringContaining('Transaction simulation failed') });
});
