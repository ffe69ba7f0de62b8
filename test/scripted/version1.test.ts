import { isSolanaError, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION } from '@solana/kit';
import { describe, expect, it } from 'vitest';
import { reasonOf } from '../support/clients.ts';
import { addressOf, clientOf, signaturesAt } from './ledgers.ts';

const rpc = await clientOf('version1.ledger.yaml');
const MESSAGE =
  'Transaction version (1) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": 1';

const [legacy, v1] = await signaturesAt(rpc, 101n);

function expectRefused(reason: unknown): void {
  expect(isSolanaError(reason, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION)).toBe(true);
  expect(reason).toHaveProperty('context.__serverMessage', MESSAGE);
}

describe('a client that allows version 0', () => {
  const config = { maxSupportedTransactionVersion: 0, encoding: 'json' } as const;

  it.each([
    ['transactions', () => rpc.getBlock(101n, config).send()],
    ['accounts', () => rpc.getBlock(101n, { ...config, transactionDetails: 'accounts' }).send()],
  ])('is refused the block with its %s', async (_, call) => {
    expectRefused(await reasonOf(call()));
  });

  it('is refused the transaction, and served the other one of its block', async () => {
    expectRefused(await reasonOf(rpc.getTransaction(v1!, config).send()));
    expect((await rpc.getTransaction(legacy!, config).send())!.version).toBe('legacy');
  });

  it('is served the block before, and the signatures of this one', async () => {
    const block = await rpc.getBlock(100n, config).send();
    expect(block!.transactions.map(({ version }) => version)).toStrictEqual([0]);
    expect(await signaturesAt(rpc, 101n)).toHaveLength(2);
  });
});

describe('a client that allows version 1', () => {
  const config = { maxSupportedTransactionVersion: 1, encoding: 'json' } as const;

  it('is served both blocks', async () => {
    const blocks = await Promise.all([100n, 101n].map((slot) => rpc.getBlock(slot, config).send()));
    const versions = blocks.map((block) => block!.transactions.map(({ version }) => version));
    expect(versions).toStrictEqual([[0], ['legacy', 1]]);
  });

  it('sees the compute budget in the head of the message, and no instruction for it', async () => {
    const { meta, transaction } = (await rpc.getTransaction(v1!, config).send())!;
    expect(transaction.message).toHaveProperty('transactionConfig', {
      computeUnitLimit: 1000,
      heapSize: null,
      loadedAccountsDataSizeLimit: null,
      priorityFee: 2000n,
    });
    expect(transaction.message.instructions).toHaveLength(1);
    expect(meta!.fee).toBe(7000n);
  });

  it('sees the payments of every version in the balance', async () => {
    expect((await rpc.getBalance(addressOf('bob')).send()).value).toBe(4_000_000_000n);
  });
});
