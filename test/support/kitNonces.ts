import {
  appendTransactionMessageInstruction,
  assertIsSendableTransaction,
  assertIsTransactionWithDurableNonceLifetime,
  createTransactionMessage,
  type Nonce,
  pipe,
  sendAndConfirmDurableNonceTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingDurableNonce,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { type KitClients, keyOf, signerOf, transferOf } from './kitSender.ts';

/** Transactions of Kit that live by the nonce of `$counter`, which belongs to alice. */

const COUNTER = keyOf('counter');

export async function nonceOf({ rpc }: Pick<KitClients, 'rpc'>): Promise<Nonce> {
  const dataSlice = { offset: 40, length: 32 };
  const { value } = await rpc.getAccountInfo(COUNTER, { encoding: 'base58', dataSlice }).send();
  return `${value!.data[0]}` as Nonce;
}

/** Some lamports from alice to bob, signed by alice. */
export async function signedByNonce(nonce: Nonce, lamports = 1n) {
  const alice = await signerOf('alice');
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayerSigner(alice, empty),
    (paid) =>
      setTransactionMessageLifetimeUsingDurableNonce(
        { nonce, nonceAccountAddress: COUNTER, nonceAuthorityAddress: alice.address },
        paid,
      ),
    (living) => appendTransactionMessageInstruction(transferOf('alice', 'bob', lamports), living),
  );
  const transaction = await signTransactionMessageWithSigners(message);
  assertIsTransactionWithDurableNonceLifetime(transaction);
  assertIsSendableTransaction(transaction);
  return transaction;
}

type Config = Partial<Parameters<ReturnType<typeof sendAndConfirmDurableNonceTransactionFactory>>[1]>;

/** Sends and waits as most programs do. */
export function sendAndConfirmByNonce(
  clients: KitClients,
  transaction: Awaited<ReturnType<typeof signedByNonce>>,
  config: Config = {},
): Promise<void> {
  const { abortSignal } = clients;
  return sendAndConfirmDurableNonceTransactionFactory(clients)(transaction, {
    abortSignal,
    commitment: 'confirmed',
    ...config,
  });
}
