import {
  assertIsSendableTransaction,
  assertIsTransactionWithBlockhashLifetime,
  getBase64EncodedWireTransaction,
  type Instruction,
  setTransactionMessageComputeUnitLimit,
  setTransactionMessageComputeUnitPrice,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { describe, expect, it } from 'vitest';
import { type KitSender, keyOf, kitSender, messageOf, sendAndConfirm, transferOf } from '../../support/kitSender.ts';

/**
 * The smart transaction of helius-sdk 3.2.0, step by step: it samples the fee with a draft, and sends the transaction with that price.
 * The package itself wants an older Kit. Its client sends the parameters in a list, `[params]`.
 */

const TRANSFER = transferOf('alice', 'bob', 1n);
const UNITS = 10_000;

interface EstimateReply {
  readonly result: { readonly priorityFeeEstimate?: number };
}

async function estimateOf({ node }: KitSender, params: object): Promise<EstimateReply['result']> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: '1', method: 'getPriorityFeeEstimate', params: [params] });
  const response = await fetch(node.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return ((await response.json()) as EstimateReply).result;
}

async function sendPriced(sender: KitSender, price: bigint, instructions: readonly Instruction[] = [TRANSFER]) {
  const { value } = await sender.rpc.getLatestBlockhash({ commitment: 'confirmed' }).send();
  const message = setTransactionMessageComputeUnitPrice(
    price,
    setTransactionMessageComputeUnitLimit(UNITS, await messageOf(value, instructions)),
  );
  const signed = await signTransactionMessageWithSigners(message);
  assertIsTransactionWithBlockhashLifetime(signed);
  assertIsSendableTransaction(signed);
  await sendAndConfirm(sender, signed);
}

async function draftOf({ rpc }: KitSender) {
  const { value } = await rpc.getLatestBlockhash({ commitment: 'confirmed' }).send();
  return getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(await messageOf(value, [TRANSFER])));
}

describe.each(['agave', 'contract'] as const)('a smart transaction, dialect %s', (dialect) => {
  it('is sent with the recommended price, which follows from what was paid before', async () => {
    const sender = await kitSender({ dialect });
    const estimate = async () =>
      estimateOf(sender, {
        transaction: await draftOf(sender),
        options: { transactionEncoding: 'base64', recommended: true },
      });
    expect(await estimate()).toEqual({ priorityFeeEstimate: 10_000 });
    await sendPriced(sender, 70_000n);
    expect(await estimate()).toEqual({ priorityFeeEstimate: 70_000 });
    await sendPriced(sender, 70_000n, [transferOf('alice', 'bob', 2n)]);
    expect(await estimate()).toEqual({ priorityFeeEstimate: 70_000 });
  });

  it('of version 1 asks with the accounts that it writes', async () => {
    const sender = await kitSender({ dialect });
    await sendPriced(sender, 30_000n);
    const accountKeys = [keyOf('alice'), keyOf('bob')];
    expect(await estimateOf(sender, { accountKeys, options: { recommended: true } })).toEqual({
      priorityFeeEstimate: 30_000,
    });
  });
});
