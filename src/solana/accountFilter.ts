import { type Account, formWithoutBytes, UnknownBytesError } from './account.ts';
import {
  KIND_OFFSET,
  kindByte,
  MULTISIG_BYTES,
  TOKEN_ACCOUNT,
  TOKEN_ACCOUNT_BYTES,
} from './programs/splToken/layout.ts';

/** A condition on the whole data of an account. */
export type AccountFilter =
  | { readonly kind: 'dataSize'; readonly size: bigint }
  | { readonly kind: 'memcmp'; readonly offset: bigint; readonly bytes: Uint8Array }
  | { readonly kind: 'tokenAccountState' };

export const TOKEN_ACCOUNT_STATE: AccountFilter = { kind: 'tokenAccountState' };

/** Whether the data of an account pass every filter. @throws UnknownBytesError where that depends on bytes that are not known */
export function passesFilters(account: Account, filters: readonly AccountFilter[]): boolean {
  const form = formWithoutBytes(account);
  if (form === undefined) {
    const { data } = account;
    return filters.every((filter) => matchesFilter(data, 0, data.length, filter));
  }
  const { knownBytes, space } = form;
  return filters.every((filter) => {
    if (readsUpTo(filter, space) > knownBytes.length) throw new UnknownBytesError(account.address);
    return matchesFilter(knownBytes, 0, space, filter);
  });
}

const STATE_OFFSET = TOKEN_ACCOUNT.offsetOf('state');
const ACCOUNT_KIND = kindByte('account');

/**
 * Whether account data passes a filter. If a filter reaches beyond the data, it does not pass.
 *
 * @param bytes holds the data from `start` on, `length` bytes of it
 */
export function matchesFilter(bytes: Uint8Array, start: number, length: number, filter: AccountFilter): boolean {
  switch (filter.kind) {
    case 'dataSize':
      return BigInt(length) === filter.size;
    case 'memcmp':
      return matchesBytes(bytes, start, length, filter.offset, filter.bytes);
    case 'tokenAccountState':
      return isInitializedTokenAccount(bytes, start, length);
  }
}

/** The end of the bytes that a filter reads in data of `length` bytes; 0: it looks only at the length. */
function readsUpTo(filter: AccountFilter, length: number): number {
  switch (filter.kind) {
    case 'dataSize':
      return 0;
    case 'memcmp': {
      const end = filter.offset + BigInt(filter.bytes.length);
      return end > length ? 0 : Number(end);
    }
    case 'tokenAccountState':
      if (length < TOKEN_ACCOUNT_BYTES || length === MULTISIG_BYTES) return 0;
      return length === TOKEN_ACCOUNT_BYTES ? STATE_OFFSET + 1 : KIND_OFFSET + 1;
  }
}

function matchesBytes(bytes: Uint8Array, start: number, length: number, offset: bigint, pattern: Uint8Array): boolean {
  if (offset + BigInt(pattern.length) > length) return false;
  const from = start + Number(offset);
  for (let i = 0; i < pattern.length; i++) {
    if (bytes[from + i] !== pattern[i]) return false;
  }
  return true;
}

/** Source   spl-generic-token: an account by its length or its type byte, and initialized */
function isInitializedTokenAccount(bytes: Uint8Array, start: number, length: number): boolean {
  const isExtended =
    length > TOKEN_ACCOUNT_BYTES && length !== MULTISIG_BYTES && bytes[start + KIND_OFFSET] === ACCOUNT_KIND;
  return (length === TOKEN_ACCOUNT_BYTES || isExtended) && bytes[start + STATE_OFFSET] !== 0;
}
