import type { ByteReader } from '../../../codec/byteReader.ts';
import type { JsonObject } from '../../../codec/json.ts';
import { AE_CIPHERTEXT_BYTES, ELGAMAL_CIPHERTEXT_BYTES, ELGAMAL_PUBKEY_BYTES, readBase64 } from '../pod.ts';

/** Base64 of 36 bytes. */
export function readAeCiphertext(data: ByteReader): string {
  return readBase64(data, AE_CIPHERTEXT_BYTES);
}

/** Base64 of 32 bytes, even of all zero ones. */
export function readElgamalPubkey(data: ByteReader): string {
  return readBase64(data, ELGAMAL_PUBKEY_BYTES);
}

/** The new balance or supply, shown under `key`, and two ciphertexts of the amount for the auditor, which are not shown. */
export function readMovedBalance(data: ByteReader, key: string): JsonObject {
  const balance = readAeCiphertext(data);
  data.take(2 * ELGAMAL_CIPHERTEXT_BYTES);
  return { [key]: balance };
}
