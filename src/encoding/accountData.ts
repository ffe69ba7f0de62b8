import { encodeBase58 } from '../codec/base58.ts';
import { encodeBase64 } from '../codec/base64.ts';
import type { JsonText } from '../codec/json.ts';
import type { Zstd } from '../codec/zstd.ts';
import { rpcErrors } from '../errors.ts';
import type { DataSlice } from '../model/account.ts';

export type BinaryEncoding = 'binary' | 'base58' | 'base64' | 'base64+zstd';

/** Longer data is not given out in base58. */
export const MAX_BASE58_BYTES = 128;

/** A position past the end gives less, or nothing; never an error. */
export function sliceData(data: Uint8Array, slice: DataSlice | undefined): Uint8Array {
  if (slice === undefined) return data;
  const length = BigInt(data.length);
  const start = slice.offset < length ? slice.offset : length;
  const end = start + slice.length < length ? start + slice.length : length;
  return data.subarray(Number(start), Number(end));
}

/**
 * Account data in one of the byte encodings: `["<text>","<encoding>"]`, or bare base58 text for the legacy `binary`.
 *
 * @param zstd needed for base64+zstd only
 * Errors   base58TooLong -32600 for more than 128 bytes of base58
 */
export function encodeBytes(data: Uint8Array, encoding: BinaryEncoding, zstd: Zstd | undefined): JsonText {
  switch (encoding) {
    case 'binary':
      return `"${shortBase58(data)}"`;
    case 'base58':
      return `["${shortBase58(data)}","base58"]`;
    case 'base64':
      return `["${encodeBase64(data)}","base64"]`;
    case 'base64+zstd':
      return `["${encodeBase64(zstd!.compress(data))}","base64+zstd"]`;
  }
}

function shortBase58(data: Uint8Array): string {
  if (data.length > MAX_BASE58_BYTES) throw rpcErrors.base58TooLong();
  return encodeBase58(data);
}
