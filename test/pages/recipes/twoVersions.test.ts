import * as kit from '@solana/kit';
import { expect, it, onTestFinished } from 'vitest';
import { ledger, sol, startNode } from '../../../src/index.ts';

const script = ledger()
  .wallet('alice', sol(5))
  .wallet('bob', sol(1))
  .block(100)
  .block(101)
  .block(102, (b) => b.transfer('alice', 'bob', sol(1)));

type Rpc = ReturnType<typeof kit.createSolanaRpc>;

/** The app under test: it asks until a node answers that has reached `slot`. */
async function balanceSince(rpc: Rpc, account: kit.Address, slot: bigint): Promise<bigint> {
  for (;;) {
    try {
      return (await rpc.getBalance(account, { minContextSlot: slot }).send()).value;
    } catch (error) {
      if (!kit.isSolanaError(error, kit.SOLANA_ERROR__JSON_RPC__SERVER_ERROR_MIN_CONTEXT_SLOT_NOT_REACHED)) throw error;
    }
  }
}

it('an app never sees an older balance, whichever node answers', async () => {
  const node = await startNode({ ledger: script });
  onTestFinished(() => node.close());
  // every other call or so goes to a node of another version, two slots behind
  const other = { as: { agave: '4.2', stale: 2 } } as const;
  await node.fail(['getBalance', 'getVersion'], other, { probability: 0.5, seed: 1 });
  const rpc = kit.createSolanaRpc(node.url);
  const bob = kit.address(node.address('bob'));
  const asked = async <T>(ask: () => Promise<T>) => {
    const answers = new Set<T>();
    for (let i = 0; i < 20; i += 1) answers.add(await ask());
    return [...answers].sort();
  };

  expect(await asked(async () => (await rpc.getVersion().send())['solana-core'])).toEqual(['4.2.1', '4.4.0']);
  expect(await asked(async () => (await rpc.getBalance(bob).send()).value)).toEqual([1_000_000_000n, 2_000_000_000n]);
  expect(await asked(() => balanceSince(rpc, bob, 102n))).toEqual([2_000_000_000n]);
});
