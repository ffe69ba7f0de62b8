import { describe, expect, it } from 'vitest';
import { createNode, keypair, type LedgerNode, lamports, ledger, RpcError, sol, tokens } from '../../src/index.ts';
import { controlText, invalidText, outOfRangeText } from '../support/control.ts';

const SCRIPT = ledger({ processed: 10, confirmed: 9, finalized: 8 })
  .wallet('alice', sol(5))
  .block({ slot: 8, blockTime: 1_700_000_000 })
  .block(9)
  .block(10);

const COMMITMENTS = ['processed', 'confirmed', 'finalized'];
const nodeOf = () => createNode({ ledger: SCRIPT });

async function balances(node: LedgerNode, name: string): Promise<number[]> {
  const calls = COMMITMENTS.map((commitment) => node.request('getBalance', [keypair(name).address, { commitment }]));
  return ((await Promise.all(calls)) as { value: number }[]).map(({ value }) => value);
}

async function statusOf(node: LedgerNode, signature: string): Promise<string | null> {
  const { value } = (await node.request('getSignatureStatuses', [[signature]])) as {
    value: ({ confirmationStatus: string } | null)[];
  };
  return value[0]?.confirmationStatus ?? null;
}

describe('stillnode_addBlock', () => {
  it('works', async () => {
    const node = await nodeOf();
    const text = await controlText(
      node,
      'addBlock',
      '[{"transactions":[{"transfer":{"from":"$alice","to":"$bob","sol":1.5},"name":"rent"}]}]',
    );
    console.log(text, node.names, node.signature('rent'));
    expect(await balances(node, 'bob')).toEqual([1.5e9, 0, 0]);
    console.log(
      await controlText(
        node,
        'addBlock',
        '[{"transactions":[{"transfer":{"from":"$carol","to":"$bob","sol":1.5},"name":"rent"}, {"tranfer":{}}]}]',
      ),
    );
    console.log(
      await controlText(
        node,
        'addBlock',
        '[{"transactions":[{"transfer":{"from":"$carol","to":"$bob","sol":1.5},"name":"rent"}]}]',
      ),
    );
    await expect(node.addBlock((b) => b.transfer('carol', 'bob', sol(1)))).rejects.toThrow('x');
  });
});
