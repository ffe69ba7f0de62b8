import { encodeBase58 } from '../codec/base58.ts';
import { ADDRESS_BYTES, SIGNATURE_BYTES, type Signature } from '../solana/address.ts';
import type { Message, TransactionVersion } from '../solana/transaction.ts';
import { encodeTransaction } from '../solana/wire.ts';
import type { KeyPair } from './names/namedKeys.ts';

export interface SignedTransaction {
  readonly wire: Uint8Array;
  /** the first one */
  readonly signature: Signature;
}

/** A transaction without its lifetime and signatures: these have fixed positions, so a copy costs little more than signing. */
export interface UnsignedTransaction {
  /** identifies the message, whatever its lifetime */
  readonly key: string;
  /** @param lifetime 32 bytes */
  sign(lifetime: Uint8Array): SignedTransaction;
}

/** 64 zero bytes */
const NO_SIGNATURE = '1'.repeat(SIGNATURE_BYTES) as Signature;
const HEADER_BYTES = 3;

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
  const places = version === 1 ? placesOfV1(template, pairs.length) : placesOf(template, version, message);
  return {
    key: Buffer.from(template).toString('latin1'),
    sign(lifetime) {
      const wire = Uint8Array.from(template);
      wire.set(lifetime, places.lifetime);
      const signed = wire.subarray(places.messageStart, places.messageEnd);
      for (const [i, pair] of pairs.entries()) wire.set(pair.sign(signed), places.signatures + i * SIGNATURE_BYTES);
      const first = wire.subarray(places.signatures, places.signatures + SIGNATURE_BYTES);
      return { wire, signature: encodeBase58(first) as Signature };
    },
  };
}

interface Places {
  readonly lifetime: number;
  readonly signatures: number;
  readonly messageStart: number;
  readonly messageEnd: number;
}

/** The count of signatures, the signatures, a version byte unless it is legacy, header, keys, lifetime. */
function placesOf({ length }: Uint8Array, version: TransactionVersion, { header, accountKeys }: Message): Places {
  const signatures = shortVecBytes(header.numRequiredSignatures);
  const messageStart = signatures + header.numRequiredSignatures * SIGNATURE_BYTES;
  const keys = messageStart + (version === 0 ? 1 : 0) + HEADER_BYTES + shortVecBytes(accountKeys.length);
  return { signatures, messageStart, messageEnd: length, lifetime: keys + accountKeys.length * ADDRESS_BYTES };
}

/** The version byte, header, config mask, lifetime; the signatures last. */
function placesOfV1({ length }: Uint8Array, signers: number): Places {
  const signatures = length - signers * SIGNATURE_BYTES;
  return { signatures, messageStart: 0, messageEnd: signatures, lifetime: 1 + HEADER_BYTES + 4 };
}

function shortVecBytes(count: number): number {
  return count < 0x80 ? 1 : 2;
}
