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
  if ('fields' in account) return { ...account, fields: fieldsJson(account.fields) as object };
  if (!('amount' in account)) return account;
  if (account.mint !== undefined)
    throw new TypeError(
      "`account` has a mint, and the address says which one: setAccount(ata('alice', 'usdc'), tokens(5))",
    );
  return { tokens: account.amount };
}

/** @throws TypeError for undefined, which would be sent as null and often means something else */
export function assertGiven(value: unknown, name: string, hint: string): void {
  if (value === undefined) throw new TypeError(`\`${name}\` is missing: ${hint}`);
}

/** @throws TypeError that shows what was meant */
export function assertObject(value: unknown, name: string, hint: string): asserts value is object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return;
  throw new TypeError(`\`${name}\` has to be an object, such as ${hint}, not ${kindOf(value)}`);
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'string' || typeof value === 'function' ? `a ${typeof value}` : String(value);
}
