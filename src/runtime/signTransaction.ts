import { encodeBase58 } from '../codec/base58.ts';
import { ADDRESS_BYTES, SIGNATURE_BYTES, type Signature } from '../solana/address.ts';
import { HEADER_BYTES } from '../solana/messageWire.ts';
import type { Message, TransactionVersion } from '../solana/transaction.ts';
import { encodeTransaction } from '../solana/wire.ts';
import type { KeyPair } from './names/namedKeys.ts';

export interface SignedWire {
  readonly wire: Uint8Array;
  /** the first one */
  readonly signature: Signature;
}

/** A transaction without its lifetime and signatures: these have fixed positions, so a copy costs little more than signing. */
export interface UnsignedTransaction {
  /** identifies the message, whatever its lifetime */
  readonly key: string;
  /** @param lifetime 32 bytes */
  sign(lifetime: Uint8Array): SignedWire;
}

/** 64 zero bytes in the place of a signature */
export const NO_SIGNATURE = '1'.repeat(SIGNATURE_BYTES) as Signature;

/**
 * @param pairs in the order of the message's signers
 * @throws BytesError where the message breaks a rule, or is too long
 */
export function unsignedTransaction(
  version: TransactionVersion,
  message: Message,
  pairs: readonly KeyPair[],
): UnsignedTransaction {
  const template = encodeTransaction({ version, message, signatures: pairs.map(() => NO_SIGNATURE) });
  const offsets = version === 1 ? offsetsOfV1(template, pairs.length) : offsetsOf(template, version, message);
  return {
    key: Buffer.from(template).toString('latin1'),
    sign(lifetime) {
      const wire = Uint8Array.from(template);
      wire.set(lifetime, offsets.lifetime);
      const signed = wire.subarray(offsets.messageStart, offsets.messageEnd);
      for (const [i, pair] of pairs.entries()) wire.set(pair.sign(signed), offsets.signatures + i * SIGNATURE_BYTES);
      const first = wire.subarray(offsets.signatures, offsets.signatures + SIGNATURE_BYTES);
      return { wire, signature: encodeBase58(first) as Signature };
    },
  };
}

interface Offsets {
  readonly lifetime: number;
  readonly signatures: number;
  readonly messageStart: number;
  readonly messageEnd: number;
}

/** Offsets in a legacy or v0 transaction: number of signatures, signatures, version byte of v0, header, keys, lifetime. */
function offsetsOf({ length }: Uint8Array, version: TransactionVersion, { header, accountKeys }: Message): Offsets {
  const signatures = shortVecBytes(header.numRequiredSignatures);
  const messageStart = signatures + header.numRequiredSignatures * SIGNATURE_BYTES;
  const keys = messageStart + (version === 0 ? 1 : 0) + HEADER_BYTES + shortVecBytes(accountKeys.length);
  return { signatures, messageStart, messageEnd: length, lifetime: keys + accountKeys.length * ADDRESS_BYTES };
}

/** Offsets in a v1 transaction: version byte, header, config mask, lifetime; the signatures are last. */
function offsetsOfV1({ length }: Uint8Array, signers: number): Offsets {
  const signatures = length - signers * SIGNATURE_BYTES;
  return { signatures, messageStart: 0, messageEnd: signatures, lifetime: 1 + HEADER_BYTES + 4 };
}

function shortVecBytes(count: number): number {
  return count < 0x80 ? 1 : 2;
}
