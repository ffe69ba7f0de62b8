import {
  appendTransactionMessageInstructions,
  assertIsSendableTransaction,
  assertIsTransactionWithBlockhashLifetime,
  compileTransactionMessage,
  createTransactionMessage,
  getBase64Decoder,
  getCompiledTransactionMessageEncoder,
  getSignatureFromTransaction,
  type Instruction,
  isSolanaError,
  pipe,
  SOLANA_ERROR__TRANSACTION_ERROR__UNSUPPORTED_VERSION,
  setTransactionMessageComputeUnitLimit,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  setTransactionMessageLoadedAccountsDataSizeLimit,
  setTransactionMessagePriorityFeeLamports,
  signTransactionMessageWithSigners,
  type TransactionMessageBytesBase64,
} from '@solana/kit';
import { describe, expect, it } from 'vitest';
import { MEMO_V4_PROGRAM } from '../../../src/solana/address.ts';
import { reasonOf } from '../../support/clients.ts';
import * as kit from '../../support/kitSender.ts';
import { lamportsOf, type SendingOptions } from '../../support/sendingNode.ts';
import { V1_ENOUGH, v1Wire } from '../../support/v1Wire.ts';
import * as web3 from '../../support/web3Sender.ts';
import { noFailedCalls } from '../../support/web3Socket.ts';

/** v1 transactions by both clients: Kit makes them itself; for web3.js their bytes are written by hand. */

noFailedCalls();

const MAINNET = { agave: '4.3', gates: 'mainnet' } as const;
const CASES: readonly (readonly [what: string, options: SendingOptions])[] = [
  ['without LiteSVM', MAINNET],
  ['with LiteSVM', { ...MAINNET, execute: 'litesvm' }],
  ['Agave 4.2, tips apart', { ...MAINNET, agave: '4.2', tips: [100, 99, 98] }],
];
const REFUSING: readonly (readonly [what: string, options: SendingOptions])[] = [
  ['Agave 4.1', { agave: '4.1', gates: 'mainnet' }],
  ['a cluster without the gate', { agave: '4.3', gates: 'genesis' }],
];
/** of which more than 1,232 bytes come */
const LONG_MEMO = 'm'.repeat(3_000);

async function messageOf({ rpc }: kit.KitSender, instructions: readonly Instruction[]) {
  const { value } = await rpc.getLatestBlockhash().send();
  const alice = await kit.signerOf('alice');
  return pipe(
    createTransactionMessage({ version: 1 }),
    (empty) => setTransactionMessageFeePayerSigner(alice, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(value, paid),
    (living) => appendTransactionMessageInstructions(instructions, living),
    (filled) => setTransactionMessageComputeUnitLimit(200_000, filled),
    (limited) => setTransactionMessageLoadedAccountsDataSizeLimit(1_000_000, limited),
    (limited) => setTransactionMessagePriorityFeeLamports(42n, limited),
  );
}

async function signedOf(sender: kit.KitSender, instructions: readonly Instruction[]) {
  const signed = await signTransactionMessageWithSigners(await messageOf(sender, instructions));
  assertIsTransactionWithBlockhashLifetime(signed);
  assertIsSendableTransaction(signed);
  return signed;
}

describe.each(CASES)('Kit, %s', (_what, options) => {
  it('sends and confirms one, and reads it back', async () => {
    const sender = await kit.kitSender(options);
    const transaction = await signedOf(sender, [kit.transferOf('alice', 'bob', 7n)]);
    await kit.sendAndConfirm(sender, transaction);
    expect(await lamportsOf(sender.node, 'bob')).toBe(1_000_000_007n);
    expect(await lamportsOf(sender.node, 'alice')).toBe(5_000_000_000n - 7n - 5042n);
    const config = { maxSupportedTransactionVersion: 1, commitment: 'confirmed', encoding: 'json' } as const;
    const found = await sender.rpc.getTransaction(getSignatureFromTransaction(transaction), config).send();
    expect(found).toMatchObject({ version: 1, meta: { err: null, fee: 5042n } });
    expect(found!.transaction.message).toHaveProperty('transactionConfig', {
      computeUnitLimit: 200_000,
      heapSize: null,
      loadedAccountsDataSizeLimit: 1_000_000,
      priorityFee: 42n,
    });
  });

  it('sends one that is longer than a packet was', async () => {
    const sender = await kit.kitSender(options);
    // the third memo program takes more units for it than a transaction has
    const memo = { programAddress: MEMO_V4_PROGRAM as string as never, data: new TextEncoder().encode(LONG_MEMO) };
    const transaction = await signedOf(sender, [memo]);
    await kit.sendAndConfirm(sender, transaction);
    const [{ memo: found } = { memo: null }] = await sender.rpc
      .getSignaturesForAddress(kit.keyOf('alice'), { commitment: 'confirmed' })
      .send();
    expect(found).toBe(`[3000] ${LONG_MEMO}`);
  });

  it('asks for its fee', async () => {
    const sender = await kit.kitSender(options);
    const message = await messageOf(sender, [kit.transferOf('alice', 'bob', 7n)]);
    const bytes = getCompiledTransactionMessageEncoder().encode(compileTransactionMessage(message));
    const text = getBase64Decoder().decode(bytes) as TransactionMessageBytesBase64;
    expect((await sender.rpc.getFeeForMessage(text).send()).value).toBe(5042n);
  });
});

describe.each(REFUSING)('Kit, %s', (_what, options) => {
  it('is refused one', async () => {
    const sender = await kit.kitSender(options);
    const sending = kit.sendAndConfirm(sender, await signedOf(sender, [kit.transferOf('alice', 'bob', 7n)]));
    const reason = (await reasonOf(sending)) as Error;
    expect(isSolanaError(reason.cause, SOLANA_ERROR__TRANSACTION_ERROR__UNSUPPORTED_VERSION)).toBe(true);
  });
});

async function wireOf({ connection }: Awaited<ReturnType<typeof web3.web3Sender>>) {
  const latest = await connection.getLatestBlockhash();
  const instructions = [web3.transferOf('alice', 'bob', 7)];
  const config = { ...V1_ENOUGH, priorityFee: 42n };
  const signers = [web3.keypairOf('alice')];
  return { ...latest, wire: v1Wire({ recentBlockhash: latest.blockhash, instructions, config, signers }) };
}

describe.each(CASES)('web3.js, %s', (_what, options) => {
  it('sends and confirms one', async () => {
    const sender = await web3.web3Sender(options);
    const { wire, ...latest } = await wireOf(sender);
    const signature = await sender.connection.sendRawTransaction(wire);
    const { value } = await sender.connection.confirmTransaction({ ...latest, signature });
    expect(value.err).toBeNull();
    expect(await lamportsOf(sender.node, 'bob')).toBe(1_000_000_007n);
    expect(await lamportsOf(sender.node, 'alice')).toBe(5_000_000_000n - 7n - 5042n);
  });
});

describe.each(REFUSING)('web3.js, %s', (_what, options) => {
  it('is refused one', async () => {
    const sender = await web3.web3Sender(options);
    const { wire } = await wireOf(sender);
    const reason = await reasonOf(sender.connection.sendRawTransaction(wire));
    expect(web3.shownError(reason)).toMatchObject({
      message: 'Transaction simulation failed: Transaction version is unsupported',
    });
  });
});
