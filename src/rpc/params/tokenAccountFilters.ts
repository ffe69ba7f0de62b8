import { decodeBase58 } from '../../codec/base58.ts';
import { encode } from '../../codec/struct.ts';
import { rpcErrors } from '../../errors.ts';
import { type AccountFilter, TOKEN_ACCOUNT_STATE } from '../../solana/accountFilter.ts';
import { ADDRESS_BYTES, type Address, isTokenProgram, TOKEN_2022_PROGRAM } from '../../solana/address.ts';
import { KIND_OFFSET, kindByte, TOKEN_ACCOUNT, TOKEN_ACCOUNT_BYTES } from '../../solana/programs/splToken/layout.ts';

const OWNER_OFFSET = BigInt(TOKEN_ACCOUNT.offsetOf('owner'));
const MINT_OFFSET = BigInt(TOKEN_ACCOUNT.offsetOf('mint'));
const DELEGATE_OFFSET = BigInt(TOKEN_ACCOUNT.offsetOf('delegate'));
const { delegate: delegateOption } = TOKEN_ACCOUNT.members;

export interface TokenAccountKeys {
  readonly owner?: Address;
  readonly delegate?: Address;
  readonly mint?: Address | undefined;
}

/**
 * Filters for the initialized token accounts that name these keys.
 *
 * Source   agave 4.1 rpc.rs get_filtered_spl_token_accounts_by_owner, get_filtered_spl_token_accounts_by_mint,
 *          get_token_accounts_by_delegate
 */
export function tokenAccountFilters({ owner, delegate, mint }: TokenAccountKeys): readonly AccountFilter[] {
  const filters: AccountFilter[] = [TOKEN_ACCOUNT_STATE];
  if (owner !== undefined) filters.push(bytesAt(OWNER_OFFSET, decodeBase58(owner)));
  if (mint !== undefined) filters.push(bytesAt(MINT_OFFSET, decodeBase58(mint)));
  if (delegate !== undefined) filters.push(bytesAt(DELEGATE_OFFSET, encode(delegateOption, delegate)));
  return filters;
}

function bytesAt(offset: bigint, bytes: ArrayLike<number>): AccountFilter {
  return { kind: 'memcmp', offset, bytes: Uint8Array.from(bytes) };
}

/**
 * Filters of a token program after the node's index look-up for token accounts: a filter on owner or mint must
 * be a whole key, and where it selects token accounts, uninitialized ones are left out.
 *
 * Source   agave 4.1 rpc.rs get_spl_token_owner_filter, get_spl_token_mint_filter
 */
export function withTokenStateFilter(programId: Address, filters: readonly AccountFilter[]): readonly AccountFilter[] {
  if (!isTokenProgram(programId)) return filters;
  const selectsAccounts = selectsTokenAccounts(filters, programId);
  const hasOwner = hasKeyAt(OWNER_OFFSET, 'owner', filters);
  if (hasOwner && selectsAccounts) return [...filters, TOKEN_ACCOUNT_STATE];
  const hasMint = hasKeyAt(MINT_OFFSET, 'mint', filters);
  return hasMint && selectsAccounts ? [...filters, TOKEN_ACCOUNT_STATE] : filters;
}

/** Filters may select by size, by state or, in Token-2022, by the type byte; of several filters that start there the last one decides. */
function selectsTokenAccounts(filters: readonly AccountFilter[], programId: Address): boolean {
  const typeFilter = filters.findLast((filter) => filter.kind === 'memcmp' && filter.offset === BigInt(KIND_OFFSET));
  if (programId === TOKEN_2022_PROGRAM && typeFilter?.kind === 'memcmp' && isAccountType(typeFilter.bytes)) return true;
  return filters.some(
    (filter) =>
      filter.kind === 'tokenAccountState' ||
      (filter.kind === 'dataSize' && filter.size === BigInt(TOKEN_ACCOUNT_BYTES)),
  );
}

function isAccountType(bytes: Uint8Array): boolean {
  return bytes.length === 1 && bytes[0] === kindByte('account');
}

function hasKeyAt(offset: bigint, kind: 'owner' | 'mint', filters: readonly AccountFilter[]): boolean {
  let hasKey = false;
  for (const filter of filters) {
    if (filter.kind !== 'memcmp' || filter.offset !== offset) continue;
    if (filter.bytes.length !== ADDRESS_BYTES) throw rpcErrors.tokenFilterLength(filter.bytes.length, kind);
    hasKey = true;
  }
  return hasKey;
}
