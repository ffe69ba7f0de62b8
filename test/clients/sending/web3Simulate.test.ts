import {
  Keypair,
  NonceAccount,
  PublicKey,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { reasonOf } from '../../support/clients.ts';
import { ALICE_LAMPORTS, lamportsOf } from '../../support/sendingNode.ts';
import { keyOf, keypairOf, shownError, transferOf, web3Sender } from '../../support/web3Sender.ts';
import { noFailedCalls } from '../../support/web3Socket.ts';

/** What web3.js simulates, and asks the faucet for. */

noFailedCalls();

const SYSTEM = '11111111111111111111111111111111';
const LOGS = [`Program ${SYSTEM} invoke [1]`, `Program ${SYSTEM} success`];
const ALICE = keypairOf('alice');

function versioned(recentBlockhash: string, lamports: number | bigint = 1): VersionedTransaction {
  const instructions = [transferOf('alice', 'bob', lamports)];
  return new VersionedTransaction(
    new TransactionMessage({ payerKey: ALICE.publicKey, recentBlockhash, instructions }).compileToV0Message(),
  );
}

describe.each(['agave', 'contract'] as const)('simulateTransaction of web3.js, dialect %s', (dialect) => {
  it('of a versioned one, with accounts', async () => {
    const { connection, node } = await web3Sender({ dialect });
    const addresses = [keyOf('alice').toBase58(), keyOf('bob').toBase58()];
    const { value } = await connection.simulateTransaction(versioned(SYSTEM), {
      replaceRecentBlockhash: true,
      accounts: { encoding: 'base64', addresses },
    });
    expect([value.err, value.logs, value.unitsConsumed]).toEqual([null, LOGS, 150]);
    expect(value.accounts?.map((account) => account?.lamports)).toEqual([
      Number(ALICE_LAMPORTS) - 5_001,
      1_000_000_001,
    ]);
    expect(await lamportsOf(node, 'alice')).toBe(ALICE_LAMPORTS);
  });

  it('of a legacy one that is signed, with accounts', async () => {
    const { connection } = await web3Sender({ dialect });
    const transaction = new Transaction({ feePayer: ALICE.publicKey }).add(transferOf('alice', 'bob', 1));
    const { value } = await connection.simulateTransaction(transaction, [ALICE], [keyOf('bob')]);
    expect([value.err, value.logs]).toEqual([null, LOGS]);
    expect(value.accounts?.map((account) => account?.lamports)).toEqual([1_000_000_001]);
  });

  it('of one that fails is no error', async () => {
    const { connection } = await web3Sender({ dialect });
    const { value } = await connection.simulateTransaction(versioned(SYSTEM, 2n * ALICE_LAMPORTS), {
      replaceRecentBlockhash: true,
    });
    expect(value.err).toEqual({ InstructionError: [0, { Custom: 1 }] });
    expect(value.logs).toContain(
      `Transfer: insufficient lamports ${ALICE_LAMPORTS - 5_000n}, need ${2n * ALICE_LAMPORTS}`,
    );
  });

  it('is refused where it contradicts itself', async () => {
    const { connection } = await web3Sender({ dialect });
    const config = { sigVerify: true, replaceRecentBlockhash: true };
    expect(shownError(await reasonOf(connection.simulateTransaction(versioned(SYSTEM), config)))).toEqual({
      name: 'Error',
      message: 'failed to simulate transaction: sigVerify may not be used with replaceRecentBlockhash',
    });
  });
});

describe('web3.js', () => {
  it('asks for airdrops, and is told of them', async () => {
    const { connection } = await web3Sender();
    const carol = Keypair.generate().publicKey;
    for (let i = 1; i <= 2; i++) {
      const latest = await connection.getLatestBlockhash();
      const signature = await connection.requestAirdrop(carol, 2_000_000_000);
      expect(await connection.confirmTransaction({ signature, ...latest })).toMatchObject({ value: { err: null } });
      expect(await connection.getBalance(carol)).toBe(i * 2_000_000_000);
    }
  });

  it('makes a nonce account, and reads it', async () => {
    const { connection } = await web3Sender();
    const nonce = Keypair.generate();
    const create = SystemProgram.createNonceAccount({
      fromPubkey: ALICE.publicKey,
      noncePubkey: nonce.publicKey,
      authorizedPubkey: ALICE.publicKey,
      lamports: await connection.getMinimumBalanceForRentExemption(80),
    });
    await sendAndConfirmTransaction(connection, new Transaction().add(create), [ALICE, nonce]);
    const account = await connection.getAccountInfo(nonce.publicKey);
    const { authorizedPubkey, feeCalculator } = NonceAccount.fromAccountData(account!.data);
    expect([authorizedPubkey.toBase58(), feeCalculator.lamportsPerSignature]).toEqual([
      ALICE.publicKey.toBase58(),
      5_000,
    ]);
  });

  it('pays through a lookup table', async () => {
    const { connection, node } = await web3Sender();
    const { value: table } = await connection.getAddressLookupTable(new PublicKey(node.address('table')));
    const { blockhash: recentBlockhash } = await connection.getLatestBlockhash();
    const instructions = [transferOf('alice', 'bob', 7)];
    const message = new TransactionMessage({ payerKey: ALICE.publicKey, recentBlockhash, instructions });
    const transaction = new VersionedTransaction(message.compileToV0Message([table!]));
    transaction.sign([ALICE]);
    const signature = await connection.sendTransaction(transaction);
    const found = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
    expect(found?.meta?.loadedAddresses?.writable.map(String)).toEqual([keyOf('bob').toBase58()]);
    expect(await lamportsOf(node, 'bob')).toBe(1_000_000_007n);
  });
});
