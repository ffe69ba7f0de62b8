import * as kit from '@solana/kit';
import { keypair } from '../../src/index.ts';

/** A memo that alice pays for, in base64. */
export async function memoText(text: string, blockhash: { blockhash: string; lastValidBlockHeight: number | bigint }) {
  return kit.getBase64EncodedWireTransaction(await signedMemo(text, blockhash));
}

/** The same as a transaction of Kit. */
export async function signedMemo(text: string, { blockhash, lastValidBlockHeight }: Parameters<typeof memoText>[1]) {
  const payer = await kit.createKeyPairSignerFromBytes(keypair('alice').secretKey);
  const lifetime = {
    blockhash: kit.blockhash(blockhash),
    lastValidBlockHeight: BigInt(lastValidBlockHeight),
  };
  const memo = {
    programAddress: kit.address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
    data: new TextEncoder().encode(text),
  };
  const message = kit.pipe(
    kit.createTransactionMessage({ version: 0 }),
    (m) => kit.setTransactionMessageFeePayerSigner(payer, m),
    (m) => kit.setTransactionMessageLifetimeUsingBlockhash(lifetime, m),
    (m) => kit.appendTransactionMessageInstruction(memo, m),
  );
  const transaction = await kit.signTransactionMessageWithSigners(message);
  kit.assertIsSendableTransaction(transaction);
  kit.assertIsTransactionWithBlockhashLifetime(transaction);
  return transaction;
}
