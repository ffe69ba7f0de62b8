/**
 * Words of the token programs' byte layouts, little-endian.
 *
 * Source   spl-token-2022-interface 2.1, spl-pod 0.7
 * @module
 */
import { encodeBase64 } from '../../codec/base64.ts';
import { type ByteReader, BytesError } from '../../codec/byteReader.ts';
import { ADDRESS_BYTES, type Address, addressOf } from '../../model/address.ts';

/** 32 bytes; all zero = null. */
export function readOptionalAddress(reader: ByteReader): Address | null {
  const bytes = reader.take(ADDRESS_BYTES);
  return isZero(bytes) ? null : addressOf(bytes);
}

/**
 * The fixed-width option of token accounts: a u32 tag 0 or 1, then the value, whose bytes are there either way.
 *
 * @throws BytesError for any other tag
 */
export function readCOption<T>(reader: ByteReader, readValue: (reader: ByteReader) => T): T | null {
  const start = reader.offset;
  const tag = reader.u32();
  if (tag > 1) throw new BytesError(`${tag} is no option tag`, start);
  const value = readValue(reader);
  return tag === 1 ? value : null;
}

/** One byte; anything but zero is true. */
export function readPodBool(reader: ByteReader): boolean {
  return reader.u8() !== 0;
}

/** Encryption keys (32 bytes) and ciphertexts (64, 36) are shown as base64. */
export function readBase64(reader: ByteReader, length: number): string {
  return encodeBase64(reader.take(length));
}

/** bytes of an ElGamal public key */
export const ELGAMAL_PUBKEY_BYTES = 32;
/** bytes of an ElGamal ciphertext */
export const ELGAMAL_CIPHERTEXT_BYTES = 64;
/** bytes of an AES ciphertext, which its holder can decrypt */
export const AE_CIPHERTEXT_BYTES = 36;

/** An ElGamal public key as base64; all zero = null. */
export function readOptionalElgamalPubkey(reader: ByteReader): string | null {
  const bytes = reader.take(ELGAMAL_PUBKEY_BYTES);
  return isZero(bytes) ? null : encodeBase64(bytes);
}

export function isZero(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}

/** undefined in place of a BytesError. */
export function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof BytesError) return undefined;
    throw error;
  }
}
