import { describe, expect, it, onTestFinished } from 'vitest';
import {
  connect,
  type NewSendMatch,
  type NodeConnection,
  type RunningNode,
  startNode,
  tokens,
} from '../../../../src/index.ts';
import { toHaveReceivedTransaction } from '../../../../src/testing/matchers.ts';
import { reasonOf } from '../../../support/clients.ts';
import { sendInstructions, TRANSFER_LEDGER, tokenTransfer } from '../../../support/matchedTransfers.ts';

/** One match, wherever a match is taken: on the wire, by a node of this process, by a connection, by the matchers of test runners. */

const MATCH: NewSendMatch = { transfers: [{ to: 'bob', amount: tokens('2.5', 'usdc') }] };
const ON_WIRE = { transfers: [{ to: '$bob', amount: { tokens: '2.5', mint: '$usdc' } }] };
const MISSED = [
  'with {"transfers":[{"amount":{"mint":"$usdc","tokens":"2.5"},"to":"$bob"}]}',
  '  transaction 1: spl-token transferChecked',
  '    transfers[0].amount is 2.4 $usdc, expected 2.5 $usdc',
];

async function openNode(): Promise<RunningNode> {
  const node = await startNode({ ledger: TRANSFER_LEDGER });
  onTestFinished(() => node.close());
  return node;
}

const pay = (node: RunningNode, amount: bigint) =>
  sendInstructions(node, [tokenTransfer(node, { mint: 'usdc', from: 'alice', to: 'bob', amount })]);

type Calls = Pick<NodeConnection, 'verify' | 'waitForSend' | 'onSend' | 'addFault'>;

/** The five places, by methods of a node. */
async function expectMatches(node: RunningNode, calls: Calls): Promise<void> {
  const missed = await reasonOf(calls.verify({ sent: MATCH }));
  expect((missed as Error).message).toContain('no transaction was sent');
  const dropping = await calls.onSend({ match: MATCH, then: 'drop' });
  await pay(node, 2_400_000n);
  const differs = (await reasonOf(calls.verify({ sent: MATCH }))) as Error;
  for (const text of MISSED) expect(differs.message).toContain(text);
  const failing = await calls.addFault({
    match: { method: 'sendTransaction', sent: MATCH, times: 1 },
    then: { rpcError: { code: -32005, message: 'busy' } },
  });
  expect(await reasonOf(pay(node, 2_500_000n))).toMatchObject({ message: 'busy' });
  const waiting = calls.waitForSend(MATCH);
  const signature = await pay(node, 2_500_000n);
  expect(await waiting).toMatchObject({ id: 2, signature, outcome: 'drop' });
  expect(await calls.verify({ sent: MATCH, times: 1 })).toBe(1);
  expect([await dropping.hits(), await failing.hits()]).toEqual([1, 1]);
}

describe('a match by amounts is taken', () => {
  it('by a node of this process', async () => {
    const node = await openNode();
    await expectMatches(node, node);
  });

  it('by a connection', async () => {
    const node = await openNode();
    const connection = await connect(node.url);
    onTestFinished(() => connection.close());
    await expectMatches(node, connection);
  });

  it('on the wire', async () => {
    const node = await openNode();
    const wire = async (method: string, ...params: readonly unknown[]) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: `stillnode_${method}`, params });
      const reply = await fetch(node.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      return (await reply.json()) as { readonly result?: unknown; readonly error?: { readonly message: string } };
    };
    expect(await wire('onSend', { match: ON_WIRE, then: 'drop' })).toMatchObject({ result: 'send-rule-1' });
    const match = { method: 'sendTransaction', sent: ON_WIRE, times: 1 };
    expect(await wire('addFault', { match, then: { http: { status: 429 } } })).toMatchObject({ result: 'fault-1' });
    await pay(node, 2_400_000n);
    const { error } = await wire('verify', { sent: ON_WIRE });
    for (const text of MISSED) expect(error?.message).toContain(text);
    expect(await reasonOf(pay(node, 2_500_000n))).toMatchObject({ data: { reason: 'fault' } });
    const signature = await pay(node, 2_500_000n);
    expect(await wire('waitForSend', ON_WIRE)).toMatchObject({ result: { id: 2, signature, outcome: 'drop' } });
    expect(await wire('verify', { sent: ON_WIRE, times: 1 })).toMatchObject({ result: 1 });
  });

  it('by the matchers of Vitest and Jest', async () => {
    const node = await openNode();
    await pay(node, 2_400_000n);
    const { message, pass } = await toHaveReceivedTransaction.call({}, node, MATCH);
    expect(pass).toBe(false);
    for (const text of MISSED) expect(message()).toContain(text);
    await pay(node, 2_500_000n);
    expect((await toHaveReceivedTransaction.call({}, node, MATCH, { times: 1 })).pass).toBe(true);
  });
});
