import { decodeBase58, encodeBase58 } from '../codec/base58.ts';
import type { FixedCodec } from '../codec/struct.ts';
import { ADDRESS_BYTES, type Address, addressOf, type Blockhash } from './address.ts';

/** 32 bytes that are a key. */
export const pubkey: FixedCodec<Address> = {
  size: ADDRESS_BYTES,
  read: (data) => addressOf(data.take(ADDRESS_BYTES)),
  write: (to, key) => to.append(decodeBase58(key)),
};

/** 32 bytes that are a hash. */
export const blockhash: FixedCodec<Blockhash> = {
  size: ADDRESS_BYTES,
  read: (data) => encodeBase58(data.take(ADDRESS_BYTES)) as Blockhash,
  write: (to, hash) => to.append(decodeBase58(hash)),
};

/** A key; null: all of its bytes are zero. */
export const keyOrNull: FixedCodec<Address | null> = {
  size: ADDRESS_BYTES,
  read(data) {
    const bytes = data.take(ADDRESS_BYTES);
    return isZero(bytes) ? null : addressOf(bytes);
  },
  write: (to, key) => to.append(key === null ? new Uint8Array(ADDRESS_BYTES) : decodeBase58(key)),
};

/** A key; undefined, and so not shown, if all bytes are zero. */
export const keyIfAny: FixedCodec<Address | undefined> = {
  size: ADDRESS_BYTES,
  read: (data) => keyOrNull.read(data) ?? undefined,
  write: (to, key) => keyOrNull.write(to, key ?? null),
};

export function isZero(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}
