/**
 * Accounts, as the code of a test writes them.
 * @module
 */
import type { Tokens } from '../script/building/values.ts';
import type { AccountJson } from '../script/format/ledgerJson.ts';
import type { RpcAccount } from './rpcAccount.ts';

/** In the words of scripts, as a node answers it, or `tokens('12.5')` where the address is that of an associated account, which has a mint. */
export type NewAccount = AccountJson | RpcAccount | (Tokens & { readonly mint?: never });

/**
 * As stillnode_setAccount takes it.
 *
 * @throws TypeError for tokens that name a mint of their own
 */
export function accountJson(account: NewAccount | null): AccountJson | RpcAccount | null {
  if (typeof account !== 'object' || account === null || !('amount' in account)) return account;
  if (account.mint !== undefined)
    throw new TypeError(
      "`account` has a mint, and the address says which one: setAccount(ata('alice', 'usdc'), tokens(5))",
    );
  return { tokens: account.amount };
}
