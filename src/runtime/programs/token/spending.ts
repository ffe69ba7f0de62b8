import { U64_MAX } from '../../../codec/u64.ts';
import type { Address } from '../../../model/address.ts';
import type { LoadedAccount } from '../../accounts/loadedAccounts.ts';
import { requireAuthority } from './authority.ts';
import type { TokenCall } from './call.ts';
import { amountOf } from './sentences.ts';
import type { TokenState } from './state.ts';
import { OVERFLOW, tokenError } from './tokenErrors.ts';

export interface Spending {
  readonly amount: bigint;
  readonly authority: LoadedAccount;
  /** that of the mint, who may take tokens out of any account */
  readonly permanentDelegate?: Address | null | undefined;
  /** whether what is delegated stays: tokens come back to the account */
  readonly isReturned?: boolean;
}

/** Checks the right of the owner, or of a delegate, who may spend so much less then. */
export function spend(call: TokenCall, state: TokenState, spending: Spending): void {
  const { amount, authority, permanentDelegate, isReturned } = spending;
  const refusal = (): [string] => [
    `${call.show(authority)} is neither the owner nor the delegate of ${call.show(state.account)} ${call.atSlot}`,
  ];
  if (permanentDelegate === authority.address) {
    requireAuthority(call, permanentDelegate, authority, refusal);
    return;
  }
  const { delegate } = state;
  if (delegate !== authority.address) {
    requireAuthority(call, state.owner, authority, refusal);
    return;
  }
  requireAuthority(call, delegate, authority, refusal);
  const left = state.delegatedAmount - amount;
  if (left < 0n) throw tooLittleDelegated(call, state, spending);
  if (!isReturned) state.delegateTo(left === 0n ? null : delegate, left);
}

function tooLittleDelegated(call: TokenCall, state: TokenState, { amount, authority }: Spending) {
  const { mint, delegatedAmount } = state;
  return tokenError(
    'InsufficientFunds',
    `${call.show(authority)} may spend ${amountOf(call, mint, delegatedAmount)} of ${call.names.show(mint)} from ` +
      `${call.show(state.account)} ${call.atSlot}, not ${amountOf(call, mint, amount)}`,
  );
}

/** Wrapped SOL are lamports of the token account too: they move along. */
export function moveLamports(call: TokenCall, from: LoadedAccount, to: LoadedAccount, amount: bigint): void {
  from.lamports -= amount;
  to.lamports += amount;
  // the older program does not look, which the node notices when it is done
  if (call.isExtended) from.requireLamports(call.accounts, OVERFLOW);
}

/** @throws ProgramError Overflow, by Token-2022; the older program does not look, and begins at 0 again */
export function requireU64(call: TokenCall, account: LoadedAccount, amount: bigint): bigint {
  if (call.isExtended && amount > U64_MAX)
    throw tokenError('Overflow', `${call.show(account)} cannot hold so many tokens`);
  return amount;
}
