/** What an account must look like to be selected; always about its whole data. */
export type AccountFilter =
  | { readonly kind: 'dataSize'; readonly size: bigint }
  | { readonly kind: 'memcmp'; readonly offset: bigint; readonly bytes: Uint8Array }
  | { readonly kind: 'tokenAccountState' };

export const TOKEN_ACCOUNT_STATE: AccountFilter = { kind: 'tokenAccountState' };

const TOKEN_ACCOUNT_BYTES = 165;
const MULTISIG_BYTES = 355;
const ACCOUNT_TYPE_ACCOUNT = 2;
const STATE_OFFSET = 108;

/**
 * Whether account data passes a filter. A position outside the data is no match, never an error.
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

/** Up to where a filter reads data of `length` bytes; 0: their length decides. */
export function readsUpTo(filter: AccountFilter, length: number): number {
  switch (filter.kind) {
    case 'dataSize':
      return 0;
    case 'memcmp': {
      const end = filter.offset + BigInt(filter.bytes.length);
      return end > length ? 0 : Number(end);
    }
    case 'tokenAccountState':
      if (length < TOKEN_ACCOUNT_BYTES || length === MULTISIG_BYTES) return 0;
      return length === TOKEN_ACCOUNT_BYTES ? STATE_OFFSET + 1 : TOKEN_ACCOUNT_BYTES + 1;
  }
}

function matchesBytes(bytes: Uint8Array, start: number, length: number, offset: bigint, wanted: Uint8Array): boolean {
  if (offset + BigInt(wanted.length) > length) return false;
  const from = start + Number(offset);
  for (let i = 0; i < wanted.length; i++) {
    if (bytes[from + i] !== wanted[i]) return false;
  }
  return true;
}

/** Source   spl-generic-token: an account by its length or its type byte, and initialised */
function isInitializedTokenAccount(bytes: Uint8Array, start: number, length: number): boolean {
  const isExtended =
    length > TOKEN_ACCOUNT_BYTES &&
    length !== MULTISIG_BYTES &&
    bytes[start + TOKEN_ACCOUNT_BYTES] === ACCOUNT_TYPE_ACCOUNT;
  return (length === TOKEN_ACCOUNT_BYTES || isExtended) && bytes[start + STATE_OFFSET] !== 0;
}
