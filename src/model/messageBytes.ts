import { SIGNATURE_BYTES } from './address.ts';
import type { TransactionVersion } from './transaction.ts';

/** What the signers of a transaction have signed. Signatures come last in v1, and behind their number, which is one byte, in the others. */
export function messageBytesOf({
  version,
  wire,
}: {
  readonly version: TransactionVersion;
  readonly wire: Uint8Array;
}): Uint8Array {
  if (version !== 1) return wire.subarray(1 + wire[0]! * SIGNATURE_BYTES);
  const numSignatures = wire[1]!;
  return wire.subarray(0, wire.length - numSignatures * SIGNATURE_BYTES);
}
