import type { JsonText } from '../codec/json.ts';
import type { Account } from '../model/account.ts';
import { type Address, isTokenProgram } from '../model/address.ts';
import { type AccountOptions, encodeAccount, encodeParsedAccount } from './account.ts';

/**
 * Accounts of one program as `{ account, pubkey }`, in the order they come in. Under jsonParsed those of a token program
 * that do not parse are left out.
 *
 * @param onLeftOut told of each of those
 * Source   agave 4.1 rpc.rs get_program_accounts, get_token_accounts_by_owner
 */
export function encodeAccountList(
  programId: Address,
  accounts: readonly Account[],
  options: AccountOptions,
  onLeftOut?: (account: Account) => void,
): JsonText {
  const encode = options.encoding === 'jsonParsed' && isTokenProgram(programId) ? encodeParsedAccount : encodeAccount;
  const entries: JsonText[] = [];
  for (const account of accounts) {
    const encoded = encode(account, options);
    if (encoded === undefined) onLeftOut?.(account);
    else entries.push(`{"account":${encoded},"pubkey":"${account.address}"}`);
  }
  return `[${entries.join(',')}]`;
}
