import { describe, expect, it, onTestFinished } from 'vitest';
import {
  createNode,
  keypair,
  type LedgerNode,
  type NewFault,
  type NewSendMatch,
  RpcError,
  rawTokens,
  sol,
  startNode,
  tokens,
} from '../../src/index.ts';
import { SYSTEM } from '../../src/solana/programs/system.ts';
import { reasonOf } from '../support/clients.ts';
import { controlText, invalidText } from '../support/control.ts';
import { sendInstructions, TRANSFER_LEDGER, tokenTransfer, transferNode } from '../support/matchedTransfers.ts';
import { testNode } from '../support/testNode.ts';

/** Faults of calls that send a transaction of a kind. */

const BUSY = { rpcError: { code: -32005, message: 'busy' } } as const;

const pay = (node: LedgerNode, amount: bigint) =>
  sendInstructions(node, [tokenTransfer(node, { mint: 'usdc', from: 'alice', to: 'bob', amount })]);

async function openNode(): Promise<LedgerNode> {
  const node = await transferNode();
  onTestFinished(() => node.close());
  return node;
}

const faultOf = (sent: NewSendMatch): NewFault => ({ match: { method: 'sendTransaction', sent }, then: BUSY });

describe('a fault by the transaction that a call sends', () => {
  it.each<[sent: NewSendMatch, isHit: boolean]>([
    [{}, true],
    [{ feePayer: 'alice' }, true],
    [{ feePayer: keypair('bob') }, false],
    [{ transfers: [{ to: 'bob', amount: tokens('2.5', 'usdc') }] }, true],
    [{ transfers: [{ to: 'bob', amount: tokens('2.6', 'usdc') }] }, false],
    [{ instruction: 'spl-token transferChecked', args: { tokenAmount: rawTokens(2_500_000) } }, true],
    [{ instruction: 'system transfer' }, false],
  ])('%o', async (sent, isHit) => {
    const node = await openNode();
    const fault = await node.addFault(faultOf(sent));
    const error = await reasonOf(pay(node, 2_500_000n));
    expect([error instanceof RpcError, await fault.hits()]).toEqual(isHit ? [true, 1] : [false, 0]);
    expect(await node.sent()).toHaveLength(isHit ? 0 : 1);
  });

  it('counts only the calls that match', async () => {
    const node = await openNode();
    const match = { method: 'sendTransaction', after: 1, times: 1, sent: { transfers: [{ to: 'bob' }] } };
    const fault = await node.addFault({ match, then: BUSY });
    const paySol = sendInstructions(node, [
      SYSTEM.transfer.build(
        { source: keypair('alice').address, destination: keypair('carol').address },
        { lamports: 1n },
      ),
    ]);
    await paySol;
    await pay(node, 1n);
    expect(await reasonOf(pay(node, 2n))).toMatchObject({ code: -32005, message: 'busy' });
    await pay(node, 3n);
    expect(await fault.hits()).toBe(1);
  });

  it('does not have calls whose transaction cannot be read', async () => {
    const node = await openNode();
    const fault = await node.addFault(faultOf({}));
    for (const params of [[], ['AA==', { encoding: 'base64' }], [5]])
      expect(await reasonOf(node.request('sendTransaction', params as never))).not.toMatchObject({ message: 'busy' });
    expect(await fault.hits()).toBe(0);
  });

  it('answer and fail take it too, with a function also', async () => {
    const node = await openNode();
    const sent = { transfers: [{ amount: tokens(1, 'usdc') }] };
    await node.answer('sendTransaction', 'the signature', { sent, times: 1 });
    await node.answer('sendTransaction', () => 'another one', { sent, times: 1 });
    await node.fail('sendTransaction', { rpcError: BUSY.rpcError }, { sent });
    expect(await pay(node, 1_000_000n)).toBe('the signature');
    expect(await pay(node, 1_000_000n)).toBe('another one');
    expect(await reasonOf(pay(node, 1_000_000n))).toMatchObject({ message: 'busy' });
    expect(await pay(node, 1_000_001n)).toMatch(/^\w{80,}$/);
    expect((await node.listFaults()).map(({ rule }) => rule)[0]).toEqual({
      match: {
        method: 'sendTransaction',
        sent: { transfers: [{ amount: { mint: '$usdc', tokens: 1 } }] },
        times: 1,
      },
      then: { result: 'the signature' },
    });
  });

  it('of ledger.json has the names of its ledger', async () => {
    const fault = {
      match: { method: 'sendTransaction', sent: { transfers: [{ to: '$bob', sol: true }] } },
      then: BUSY,
    } as const;
    const node = await createNode({ ledger: { ...TRANSFER_LEDGER.toJSON(), faults: [fault] } });
    onTestFinished(() => node.close());
    const paySol = (to: string) =>
      sendInstructions(node, [
        SYSTEM.transfer.build(
          { source: keypair('alice').address, destination: keypair(to).address },
          { lamports: 1_000_000n },
        ),
      ]);
    await paySol('carol');
    expect(await reasonOf(paySol('bob'))).toMatchObject({ message: 'busy' });
    await node.reset();
    expect(await reasonOf(paySol('bob'))).toMatchObject({ message: 'busy' });
  });

  it('of ledger.json is refused where its ledger does not know a name', async () => {
    const fault = { match: { method: 'sendTransaction', sent: { feePayer: '$alise' } }, then: BUSY };
    await expect(createNode({ ledger: { ...TRANSFER_LEDGER.toJSON(), faults: [fault] } })).rejects.toThrow(
      'the ledger knows no account `$alise` (did you mean $alice?)',
    );
  });

  it('over HTTP, from this process', async () => {
    const node = await startNode({ ledger: TRANSFER_LEDGER });
    onTestFinished(() => node.close());
    await node.fail('sendTransaction', { http: 429 }, { sent: { transfers: [{ amount: sol(1) }] }, times: 1 });
    const send = async () => {
      const { value } = await node.request('getLatestBlockhash');
      expect(value.blockhash).toMatch(/^\w+$/);
      return sendInstructions(httpNode(node), [
        SYSTEM.transfer.build(
          { source: keypair('alice').address, destination: keypair('bob').address },
          { lamports: 1_000_000_000n },
        ),
      ]);
    };
    await expect(send()).rejects.toThrow('HTTP 429');
    expect(await send()).toMatch(/^\w{80,}$/);
  });
});

/** The calls of a node by its port. */
function httpNode({ address, url }: { readonly address: LedgerNode['address']; readonly url: string }) {
  const request = async (method: string, params: readonly unknown[] = []) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const reply = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    if (!reply.ok) throw new Error(`HTTP ${reply.status}`);
    return ((await reply.json()) as { readonly result: unknown }).result;
  };
  return { address, request: request as unknown as LedgerNode['request'] };
}

describe('`sent` of a fault is refused', () => {
  const ONLY = 'rule.match.sent: `sent` is only for calls of sendTransaction ("method": "sendTransaction")';

  it.each([
    ['{"sent":{}}', ONLY],
    ['{"method":"getSlot","sent":{}}', ONLY],
    ['{"method":"simulateTransaction","sent":{}}', ONLY],
    ['{"method":["sendTransaction","requestAirdrop"],"sent":{}}', ONLY],
    ['{"method":"sendTransaction","sent":5}', 'rule.match.sent: expected an object, found 5'],
    [
      '{"method":"sendTransaction","sent":{"nth":2}}',
      'rule.match.sent.nth: a fault does not count sends (`after` and `times` beside `sent` count its calls)',
    ],
    [
      '{"method":"sendTransaction","sent":{"account":"$nobody"}}',
      "rule.match.sent.account: the ledger knows no account `$nobody` (keypair('nobody').address is that of a new name)",
    ],
    [
      '{"method":["sendTransaction"],"sent":{"memmo":"a"}}',
      'rule.match.sent.memmo: unknown member (did you mean "memo"?)',
    ],
  ])('%s', async (match, message) => {
    expect(await controlText(testNode({}), 'addFault', `[{"match":${match},"then":{"reset":true}}]`)).toBe(
      invalidText(message),
    );
  });
});
