// The code under test of three test files that say the same: a wallet pays another one, and reads what that has.
import {
  appendTransactionMessageInstruction,
  createTransactionMessage,
  generateKeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';

const SYSTEM_PROGRAM = '11111111111111111111111111111111';
const WRITABLE_SIGNER = 3;
const WRITABLE = 1;

export const TESTS = Array.from({ length: 20 }, (_, i) => [1_000_000n + BigInt(i)]);
export const FUNDS = 1_000_000_000n;

export function createWallet() {
  return generateKeyPairSigner();
}

/** A signed transfer. */
export function paymentOf(payer, recipient, lamports, lifetime) {
  const data = new Uint8Array(12);
  const view = new DataView(data.buffer);
  view.setUint32(0, 2, true);
  view.setBigUint64(4, lamports, true);
  const transfer = {
    programAddress: SYSTEM_PROGRAM,
    accounts: [
      { address: payer.address, role: WRITABLE_SIGNER },
      { address: recipient, role: WRITABLE },
    ],
    data,
  };
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (tx) => setTransactionMessageFeePayerSigner(payer, tx),
    (tx) => setTransactionMessageLifetimeUsingBlockhash(lifetime, tx),
    (tx) => appendTransactionMessageInstruction(transfer, tx),
  );
  return signTransactionMessageWithSigners(message);
}
