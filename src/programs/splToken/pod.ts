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

const ELGAMAL_PUBKEY_BYTES = 32;
const ELGAMAL_CIPHERTEXT_BYTES = 64;
/** of an AES ciphertext, which its holder can decrypt */
const AE_CIPHERTEXT_BYTES = 36;

/** As base64, even of all zero bytes. */
export function readElgamalPubkey(reader: ByteReader): string {
  return encodeBase64(reader.take(ELGAMAL_PUBKEY_BYTES));
}

/** As base64. */
export function readElgamalCiphertext(reader: ByteReader): string {
  return encodeBase64(reader.take(ELGAMAL_CIPHERTEXT_BYTES));
}

/** As base64. */
export function readAeCiphertext(reader: ByteReader): string {
  return encodeBase64(reader.take(AE_CIPHERTEXT_BYTES));
}

/** An ElGamal public key as base64; all zero = null. */
export function readOptionalElgamalPubkey(reader: ByteReader): string | null {
  const bytes = reader.take(ELGAMAL_PUBKEY_BYTES);
  return isZero(bytes) ? null : encodeBase64(bytes);
}

export function isZero(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}
