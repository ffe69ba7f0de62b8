import {
  type Address,
  address,
  appendTransactionMessageInstructions,
  assertIsSendableTransaction,
  assertIsTransactionWithBlockhashLifetime,
  createTransactionMessage,
  getSignatureFromTransaction,
  type Instruction,
  isTransactionPartialSigner,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type TransactionSigner,
} from '@solana/kit';
import { PublicKey, SystemProgram, Transaction, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { impersonated } from '../../../src/index.ts';
import * as kit from '../../support/kitSender.ts';
import { ALICE_LAMPORTS, lamportsOf, type SendingOptions } from '../../support/sendingNode.ts';
import { keypairOf, web3Sender } from '../../support/web3Sender.ts';
import { noFailedCalls } from '../../support/web3Socket.ts';

/** Both clients send for alice without her key: the node impersonates her. */

noFailedCalls();

const ALICE = kit.keyOf('alice');
const SEND = { send: { impersonate: ['$alice'] } };
const FEE = 5_000n;

/** A message of version 1 needs limits. */
function emptyMessage(version: 'legacy' | 0 | 1) {
  if (version !== 1) return createTransactionMessage({ version });
  const limits = { computeUnitLimit: 3_000, loadedAccountsDataSizeLimit: 64 * 1024 * 1024 };
  return setTransactionMessageConfig(limits, createTransactionMessage({ version }));
}

async function signedBy(
  { rpc }: Pick<kit.KitClients, 'rpc'>,
  payer: TransactionSigner,
  instructions: readonly Instruction[],
  version: 'legacy' | 0 | 1 = 0,
) {
  const { value } = await rpc.getLatestBlockhash().send();
  const message = pipe(
    emptyMessage(version),
    (empty) => setTransactionMessageFeePayerSigner(payer, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(value, paid),
    (living) => appendTransactionMessageInstructions(instructions, living),
  );
  const signed = await signTransactionMessageWithSigners(message);
  assertIsTransactionWithBlockhashLifetime(signed);
  assertIsSendableTransaction(signed);
  return signed;
}

describe('Kit', () => {
  it.each<[version: 'legacy' | 0 | 1, options: SendingOptions]>([
    ['legacy', {}],
    [0, {}],
    [0, { execute: 'litesvm' }],
    [0, { dialect: 'contract' }],
    [1, { agave: '4.3', gates: 'mainnet' }],
  ])('sends and confirms, version %s, %j', async (version, options) => {
    const sender = await kit.kitSender({ ...SEND, ...options });
    const alice = impersonated(ALICE);
    expect(isTransactionPartialSigner(alice)).toBe(true);
    const transaction = await signedBy(sender, alice, [kit.transferOf('alice', 'bob', 7n)], version);
    await kit.sendAndConfirm(sender, transaction);
    expect(await lamportsOf(sender.node, 'alice')).toBe(ALICE_LAMPORTS - 7n - FEE);
    const signature = getSignatureFromTransaction(transaction);
    const { value } = await sender.rpc.getSignatureStatuses([signature]).send();
    expect(value[0]?.err).toBeNull();
    expect(await sender.node.sent()).toMatchObject([{ signature, impersonated: [ALICE] }]);
  });

  it('sends with another fee payer, who signs with a key', async () => {
    const sender = await kit.kitSender(SEND);
    const bob = await kit.signerOf('bob');
    const transfer = kit.transferOf('alice', 'bob', 10_000n);
    const [source, ...others] = transfer.accounts!;
    const instruction = {
      ...transfer,
      accounts: [{ ...source!, signer: impersonated(ALICE) }, ...others],
    } as Instruction;
    await kit.sendAndConfirm(sender, await signedBy(sender, bob, [instruction]));
    expect(await lamportsOf(sender.node, 'alice')).toBe(ALICE_LAMPORTS - 10_000n);
  });

  it('is refused where the node does not impersonate the address', async () => {
    const sender = await kit.kitSender();
    const transaction = await signedBy(sender, impersonated(ALICE), [kit.transferOf('alice', 'bob', 7n)]);
    const failure = await kit.sendAndConfirm(sender, transaction).catch(kit.shownError);
    expect(failure).toMatchObject({ cause: { message: 'Transaction did not pass signature verification' } });
    await sender.node.impersonate('alice');
    await kit.sendAndConfirm(sender, transaction);
    expect(await lamportsOf(sender.node, 'alice')).toBe(ALICE_LAMPORTS - 7n - FEE);
  });

  it('has the type of a signer, for an address of Kit', () => {
    const signer: TransactionSigner = impersonated(address('11111111111111111111111111111111') satisfies Address);
    expect(signer.address).toBe('11111111111111111111111111111111');
  });
});

describe('web3.js', () => {
  const alice = impersonated(ALICE);
  const fromPubkey = new PublicKey(alice.publicKey.toBytes());
  const transfer = (lamports: number) =>
    SystemProgram.transfer({ fromPubkey, toPubkey: new PublicKey(kit.keyOf('bob')), lamports });

  it('sends a versioned transaction', async () => {
    const { connection, node } = await web3Sender(SEND);
    const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash();
    const message = new TransactionMessage({
      payerKey: fromPubkey,
      recentBlockhash: blockhash,
      instructions: [transfer(9)],
    });
    const transaction = await alice.signTransaction(new VersionedTransaction(message.compileToV0Message()));
    const signature = await connection.sendTransaction(transaction);
    const { value } = await connection.confirmTransaction({ signature, blockhash, lastValidBlockHeight });
    expect(value.err).toBeNull();
    expect(await lamportsOf(node, 'alice')).toBe(ALICE_LAMPORTS - 9n - FEE);
    const simulated = await connection.simulateTransaction(transaction, { sigVerify: true });
    expect(simulated.value.err).toBe('AlreadyProcessed');
  });

  it('sends a legacy transaction, whose signatures it does not verify then', async () => {
    const { connection, node } = await web3Sender(SEND);
    const latest = await connection.getLatestBlockhash();
    const transaction = await alice.signTransaction(
      new Transaction({ feePayer: fromPubkey, ...latest }).add(transfer(9)),
    );
    expect(() => transaction.serialize()).toThrow('Signature verification failed');
    const signature = await connection.sendRawTransaction(transaction.serialize({ verifySignatures: false }));
    const { value } = await connection.confirmTransaction({ signature, ...latest });
    expect(value.err).toBeNull();
    expect(await lamportsOf(node, 'alice')).toBe(ALICE_LAMPORTS - 9n - FEE);
  });

  it('sends a legacy transaction that another key pays for', async () => {
    const { connection, node } = await web3Sender(SEND);
    const bob = keypairOf('bob');
    const latest = await connection.getLatestBlockhash();
    const transaction = new Transaction({ feePayer: bob.publicKey, ...latest }).add(transfer(9));
    transaction.partialSign(bob);
    await alice.signTransaction(transaction);
    const signature = await connection.sendRawTransaction(transaction.serialize({ verifySignatures: false }));
    const { value } = await connection.confirmTransaction({ signature, ...latest });
    expect(value.err).toBeNull();
    expect(await lamportsOf(node, 'alice')).toBe(ALICE_LAMPORTS - 9n);
  });
});
