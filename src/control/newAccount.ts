import { fieldsJson, type Tokens } from '../script/building/valueBuilders.ts';
import type { AccountJson, RpcAccount } from '../script/format/ledgerJsonTypes.ts';

/**
 * Accounts, as the code of a test writes them.
 * @module
 */

/** An account as scripts have it, as a node answers it, or `tokens('12.5')` where the address is that of an associated account. */
export type NewAccount = AccountJson | RpcAccount | (Tokens & { readonly mint?: never });

/**
 * The account as stillnode_setAccount takes it.
 *
 * @throws TypeError for tokens that name a mint: the address has it
 */
export function accountJson(account: NewAccount | null): AccountJson | RpcAccount | null {
  if (typeof account !== 'object' || account === null) return account;
  if ('fields' in account) return { ...account, fields: fieldsJson(account.fields, 'fields') as object };
  if (!('amount' in account)) return account;
  if (account.mint !== undefined)
    throw new TypeError(
      "`account` has a mint, and the address says which one: setAccount(ata('alice', 'usdc'), tokens(5))",
    );
  return { tokens: account.amount };
}
