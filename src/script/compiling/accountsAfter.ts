import { type Account, emptyAccount } from '../../solana/account.ts';
import type { Address } from '../../solana/address.ts';
import type { AccountAfterNode, AccountNode } from '../format/accounts.ts';
import type { AccountSetting } from './accountSetting.ts';
import { setScriptedAccounts } from './scriptedAccounts.ts';

/** An account after a transaction; null: closed; a function of the address: a form that only send rules have. */
export interface AccountAfter extends Omit<AccountAfterNode, 'account'> {
  readonly account: AccountNode | null | ((address: Address) => Account | undefined);
}

/**
 * The accounts after a transaction, as a script or a send rule describes them. Wrong ones are reported. Closed ones have no lamports.
 */
export function compileAccountsAfter(nodes: readonly AccountAfter[], setting: AccountSetting): readonly Account[] {
  const { names } = setting;
  const accounts = setting.accounts.fork();
  const described = nodes.flatMap(({ account }) => (isDescribed(account) ? [account] : []));
  for (const _ of setScriptedAccounts(described, { ...setting, accounts }));
  const all = new Map<Address, Account>();
  for (const { account, address: node, at } of nodes) {
    const address = names.resolve(node);
    if (address === undefined) continue;
    // two descriptions of one account have been reported
    const isDuplicateReported = isDescribed(account) && all.get(address) === accounts.get(address);
    if (all.has(address) && !isDuplicateReported) at.refuse(`duplicate account ${names.show(address)}`);
    const after = isDescribed(account) ? accounts.get(address) : account?.(address);
    all.set(address, after ?? emptyAccount(address));
  }
  // the metadata of a mint is a separate account
  for (const account of accounts.takeWritten()) if (!all.has(account.address)) all.set(account.address, account);
  return [...all.values()];
}

/** Whether an account is described as in scripts. */
export function isDescribed(account: AccountAfter['account']): account is AccountNode {
  return typeof account === 'object' && account !== null;
}
