import { SIGNATURE_BYTES } from '../../model/address.ts';
import type { SentTransaction } from '../../model/sentTransaction.ts';
import { isSignedBy } from '../../runtime/ed25519.ts';

/**
 * Whether every signature is one of its signer, of the message. There must be as many as the message requires.
 *
 * Source   agave 4.1 rpc.rs verify_transaction; ed25519-dalek verify_strict
 */
export function hasGoodSignatures(transaction: SentTransaction): boolean {
  const known = verified.get(transaction.wire);
  if (known !== undefined) return known;
  const isGood = verifyAll(transaction);
  verified.set(transaction.wire, isGood);
  return isGood;
}

/** A transaction is looked at before it is taken, and again when it comes into a block. */
const verified = new WeakMap<Uint8Array, boolean>();

function verifyAll(transaction: SentTransaction): boolean {
  const { message, messageBytes, signatures } = transaction;
  return signatures.every((_, i) => isSignedBy(message.accountKeys[i]!, messageBytes, signatureBytes(transaction, i)));
}

/** Behind the message in v1, and behind their number, which is one byte, in the other versions. */
function signatureBytes({ messageBytes, version, wire }: SentTransaction, index: number): Uint8Array {
  const start = (version === 1 ? messageBytes.length : 1) + index * SIGNATURE_BYTES;
  return wire.subarray(start, start + SIGNATURE_BYTES);
}
