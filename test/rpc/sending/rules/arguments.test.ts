import { PublicKey } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { keypair, lamports, type NewSendMatch, rawTokens, sol } from '../../../../src/index.ts';
import { cancelOrder, marketNode, placeOrder, sendAs } from '../../../support/marketNode.ts';
import { transferOf } from '../../../support/web3Sender.ts';

/** Matches by the arguments of an instruction, as the client of Anchor writes them. */

async function isMatched(match: NewSendMatch): Promise<boolean> {
  const node = await marketNode();
  await node.onSend({ match, then: 'drop' });
  const order = placeOrder(node, {
    price: '18446744073709551615',
    side: { limit: { price: 5, postOnly: true } },
    label: 'first',
    steps: [-1, 2, 3],
  });
  await sendAs(node, [transferOf('alice', 'bob', 1_000_000_000), await order.instruction()]);
  return (await node.listSendRules())[0]!.hits === 1;
}

const placed = (args: NonNullable<NewSendMatch['args']>): NewSendMatch => ({ instruction: 'market.placeOrder', args });

describe('a match fits', () => {
  it.each<[match: NewSendMatch]>([
    [{ instruction: 'market.placeOrder' }],
    [{ instruction: 'market.place_order' }],
    [placed({})],
    [placed({ price: 2n ** 64n - 1n })],
    [placed({ price: '18446744073709551615', maxSize: 2n ** 128n - 1n })],
    [placed({ price: sol('18446744073.709551615') })],
    [placed({ side: { Limit: { price: lamports(5) } } })],
    [placed({ side: { Limit: { price: rawTokens(5) } } })],
    [placed({ price: rawTokens(2n ** 64n - 1n) })],
    [placed({ price: { lamports: 2n ** 64n - 1n } })],
    [placed({ side: 'Limit' })],
    [placed({ side: { Limit: { postOnly: true } } })],
    [placed({ maker: keypair('bob'), label: 'first' })],
    [placed({ maker: new PublicKey(keypair('bob').address), tag: Uint8Array.of(1, 2, 3, 4) })],
    [placed({ steps: [-1, 2], parent: null })],
    [placed({ tag: { hex: '01020304' }, options: { rate: 1.5, blob: [1, 2] } })],
  ])('%o', async (match) => {
    expect(await isMatched(match)).toBe(true);
  });
});

describe('a match does not fit', () => {
  it.each<[match: NewSendMatch]>([
    [{ instruction: 'market.cancelOrder' }],
    [placed({ price: 10 })],
    [placed({ price: sol(1) })],
    [placed({ side: 'Buy' })],
    [placed({ side: { Limit: { price: 5, postOnly: false } } })],
    [placed({ maker: '$alice' })],
    [placed({ steps: [2] })],
    [placed({ parent: '$alice' })],
    [placed({ label: 'first', options: { rate: 2.5 } })],
  ])('%o', async (match) => {
    expect(await isMatched(match)).toBe(false);
  });

  it('where the arguments are those of two instructions', async () => {
    const node = await marketNode();
    await node.onSend({ match: placed({ price: 1, label: 'b' }), then: 'drop' });
    const [first, second] = [placeOrder(node, { price: 1 }), placeOrder(node, { price: 2, label: 'b' })];
    await sendAs(node, [await first.instruction(), await second.instruction()]);
    expect((await node.listSendRules())[0]!.hits).toBe(0);
  });

  it('data that is not what the IDL says, if there are arguments', async () => {
    const node = await marketNode();
    await node.onSend({ match: placed({}), then: 'drop' });
    await node.onSend({ match: { instruction: 'market.placeOrder' }, then: 'drop' });
    const order = await placeOrder(node).instruction();
    order.data = order.data.subarray(0, 12);
    await sendAs(node, [order]);
    expect((await node.listSendRules()).map(({ hits }) => hits)).toEqual([0, 1]);
  });

  it('another instruction without arguments', async () => {
    const node = await marketNode();
    await node.onSend({ match: placed({}), then: 'drop' });
    await node.onSend({ match: { instruction: 'market.cancelOrder', args: {} }, then: 'drop' });
    await sendAs(node, [await cancelOrder(node).instruction()]);
    expect((await node.listSendRules()).map(({ hits }) => hits)).toEqual([0, 1]);
  });
});
