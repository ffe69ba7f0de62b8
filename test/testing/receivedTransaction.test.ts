import { Connection } from '@solana/web3.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { keypair, type LedgerNode, ledger, type NewSendMatch, sol, startNode } from '../../src/index.ts';
import { httpCalls } from '../../src/node/connection/httpCalls.ts';
import { createNode } from '../../src/node/createNode.ts';
import { toHaveReceivedTransaction } from '../../src/testing/matchers.ts';
import { testNodeOf } from '../../src/testing/testNode.ts';
import { reasonOf } from '../support/clients.ts';
import { marketNode, placeOrder, sendAs } from '../support/marketNode.ts';
import { signedOf } from '../support/web3Sender.ts';

/** As runners show it: a matcher has failed where it passes behind `.not`, or does not without. */
async function failure(
  node: unknown,
  ...[match, options, isNot = false]: [NewSendMatch?, { times?: number }?, boolean?]
): Promise<string | undefined> {
  const { message, pass } = await toHaveReceivedTransaction.call({ isNot }, node, match, options);
  return pass === isNot ? message() : undefined;
}

/** An order that lands, and one that is refused. */
async function orderedNode(): Promise<LedgerNode> {
  const node = await marketNode();
  await sendAs(node, [await placeOrder(node, { price: 10 }).instruction()]);
  await node.onSend({ then: { refuse: 'BlockhashNotFound' } });
  await reasonOf(sendAs(node, [await placeOrder(node, { price: 11 }).instruction()]));
  return node;
}

const PLACED: NewSendMatch = { instruction: 'market.placeOrder' };
const placed = (price: number): NewSendMatch => ({ ...PLACED, args: { price } });

describe('toHaveReceivedTransaction', () => {
  it('is content with one transaction that matches, or with so many, the refused ones too', async () => {
    const node = await orderedNode();
    expect(await failure(node)).toBeUndefined();
    expect(await failure(node, placed(10))).toBeUndefined();
    expect(await failure(node, placed(11), { times: 1 })).toBeUndefined();
    expect(await failure(node, PLACED, { times: 2 })).toBeUndefined();
    expect(await failure(node, { program: keypair('other') }, { times: 0 })).toBeUndefined();
  });

  it('else shows what was sent, and where the nearest differs', async () => {
    const text = await failure(await orderedNode(), placed(12));
    expect(text!.replaceAll(/(place_order) .*/g, '$1 {…}').split('\n')).toEqual([
      'expected at least 1 sent transaction with {"args":{"price":12},"instruction":"market.placeOrder"}, found 0',
      '  transaction 2 (refused: -32002): market.place_order {…}',
      '    args.price is "11", expected "12"',
      '  transaction 1: market.place_order {…}',
      '    args.price is "10", expected "12"',
    ]);
  });

  it('behind .not there may be no such transaction', async () => {
    const node = await orderedNode();
    expect(await failure(node, placed(12), undefined, true)).toBeUndefined();
    expect(await failure(node, placed(10), undefined, true)).toContain('expected 0 sent transactions with ');
  });

  it('asks a node in another process too', async () => {
    const node = await orderedNode();
    const { url, close } = await startNode({ ledger: ledger().wallet('alice', sol(5)).wallet('bob', sol(1)).block(5) });
    onTestFinished(close);
    const { address, signature } = node;
    const asked = testNodeOf({ ...httpCalls(url), name: 'main', url, wsUrl: url, address, signature, close });
    expect(await failure(asked, { feePayer: 'alice' })).toBe(
      'expected at least 1 sent transaction with {"feePayer":"$alice"}, found 0\nno transaction was sent',
    );
    const { wire } = await signedOf(new Connection(url));
    await asked.request('sendTransaction', [wire.toString('base64'), { encoding: 'base64' }]);
    expect(await failure(asked, { account: 'alice', instruction: 'system transfer' })).toBeUndefined();
  });

  it('looks at a fork alone, and needs no journal', async () => {
    const node = await marketNode({ journalSize: 0 });
    await sendAs(node, [await placeOrder(node).instruction()]);
    expect(await failure(node, PLACED)).toBeUndefined();
    expect(await failure(await node.fork(), PLACED, undefined, true)).toBeUndefined();
  });

  it('what was misunderstood is no mismatch', async () => {
    const node = await createNode();
    await expect(failure('http://127.0.0.1:8899')).rejects.toThrow(
      new TypeError(
        'toHaveReceivedTransaction takes a node or a fork: await expect(node).toHaveReceivedTransaction(…)',
      ),
    );
    await expect(failure(node, {}, { times: 2 }, true)).rejects.toThrow(
      new TypeError('`times` cannot be combined with `.not`: expect the number of transactions instead'),
    );
    await expect(failure(node, 'order' as never)).rejects.toThrow(
      new TypeError("`sent` has to be an object, such as { feePayer: 'alice' }, not a string"),
    );
    await expect(failure(node, PLACED)).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('expected.sent.instruction: the ledger has no program with an IDL market'),
    });
  });
});
