import type { JsonValue } from '../codec/json.ts';
import type { Dialect } from '../dialect.ts';
import { rpcErrors } from '../errors.ts';
import type { Address } from '../model/address.ts';
import { type AccountConfig, readAccountInfoConfig } from './accountConfig.ts';
import { readAddress } from './keys.ts';
import { readPositional } from './positional.ts';
import { knownVariant, type Param, readSingleKey, readString } from './values.ts';

/** Which token accounts: those of one mint, or all of a token program. */
export type TokenScope = { readonly mint: Address } | { readonly programId: Address };

export interface TokenAccountsParams {
  /** the owner, or the delegate */
  readonly holder: Address;
  readonly scope: TokenScope;
  readonly config: AccountConfig;
}

const SCOPES = ['mint', 'programId'] as const;

/**
 * `[holder, { mint } | { programId }, config]`: everything is decoded before a key is looked at.
 *
 * Source   agave 4.1 rpc.rs get_token_accounts_by_owner, RpcTokenAccountsFilter
 */
export function readTokenAccounts(params: Param, dialect: Dialect): TokenAccountsParams {
  const [holderParam, scopeParam, configParam] = readPositional(params, 2, 3);
  const text = readString(holderParam!);
  const checkScope = readScope(scopeParam!);
  const config = readAccountInfoConfig(configParam, dialect);
  return { holder: readAddress(text), scope: checkScope(), config };
}

/** A scope whose shape is right; its key is checked by a call. */
function readScope(value: JsonValue): () => TokenScope {
  if (typeof value === 'string') {
    knownVariant(value, SCOPES);
    throw rpcErrors.invalidParams('invalid type: unit variant, expected newtype variant');
  }
  const [key, content] = readSingleKey(value);
  const kind = knownVariant(key, SCOPES);
  const text = readString(content);
  return () => (kind === 'mint' ? { mint: readAddress(text) } : { programId: readAddress(text) });
}
