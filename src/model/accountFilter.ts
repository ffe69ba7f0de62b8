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

/** Whether `data` passes a filter. A position outside the data is no match, never an error. */
export function matchesFilter(data: Uint8Array, filter: AccountFilter): boolean {
  switch (filter.kind) {
    case 'dataSize':
      return BigInt(data.length) === filter.size;
    case 'memcmp':
      return matchesBytes(data, filter.offset, filter.bytes);
    case 'tokenAccountState':
      return isInitializedTokenAccount(data);
  }
}

function matchesBytes(data: Uint8Array, offset: bigint, bytes: Uint8Array): boolean {
  if (offset > BigInt(data.length) - BigInt(bytes.length)) return false;
  const start = Number(offset);
  for (let i = 0; i < bytes.length; i++) {
    if (data[start + i] !== bytes[i]) return false;
  }
  return true;
}

/** Source   spl-generic-token: an account by its length or its type byte, and initialised */
function isInitializedTokenAccount(data: Uint8Array): boolean {
  const isExtended =
    data.length > TOKEN_ACCOUNT_BYTES &&
    data.length !== MULTISIG_BYTES &&
    data[TOKEN_ACCOUNT_BYTES] === ACCOUNT_TYPE_ACCOUNT;
  return (data.length === TOKEN_ACCOUNT_BYTES || isExtended) && data[STATE_OFFSET] !== 0;
}
