import { formatUnits } from '../../../codec/decimalUnits.ts';
import type { Address } from '../../../solana/address.ts';
import type { LoadedAccount } from '../../accounts/loadedAccounts.ts';
import { mintOf } from '../../accounts/tokens.ts';
import type { ProgramError } from '../../programError.ts';
import type { TokenCall } from './tokenCall.ts';
import { tokenError } from './tokenErrors.ts';
import type { MintState, TokenState } from './tokenState.ts';

/** Checks that several instructions share, and their refusals as sentences for the authors of scripts. @module */

export const REFUSED = 'a node would refuse it: give with `err` how the transaction fails';

/** An amount with the decimals of its mint. */
export function amountOf(call: TokenCall, mint: Address, amount: bigint): string {
  return formatUnits(amount, mintOf(call.accounts.get(mint))?.decimals ?? 0);
}

/** @param purpose behind `cannot` */
export function assertNotFrozen(call: TokenCall, state: TokenState, purpose: string): void {
  if (state.isFrozen)
    throw tokenError('AccountFrozen', `${call.show(state.account)} is frozen ${call.atSlot} and cannot ${purpose}`);
}

/** @param action behind `cannot` */
export function requireTokens(call: TokenCall, state: TokenState, amount: bigint, action: string): void {
  const { mint, account } = state;
  if (state.amount >= amount) return;
  const holder = call.names.holderOf(account.address)?.wallet ?? account.address;
  throw tokenError(
    'InsufficientFunds',
    `${call.names.show(holder)} has ${amountOf(call, mint, state.amount)} of ${call.names.show(mint)} ` +
      `${call.atSlot} and cannot ${action} ${amountOf(call, mint, amount)}`,
  );
}

export function requireSameMint(call: TokenCall, state: TokenState, mint: Address): void {
  if (state.mint !== mint) throw mintMismatch(call, state, mint);
}

export function mintMismatch(call: TokenCall, state: TokenState, mint: Address): ProgramError {
  const { names, atSlot } = call;
  return tokenError(
    'MintMismatch',
    `${call.show(state.account)} is an account of ${names.show(state.mint)} ${atSlot}, not of ${names.show(mint)}`,
  );
}

export function requireDecimals(call: TokenCall, mint: MintState, decimals: number): void {
  if (mint.decimals !== decimals)
    throw tokenError(
      'MintDecimalsMismatch',
      `${call.show(mint.account)} has ${mint.decimals} decimals, not ${decimals}`,
    );
}

/** The refusal for `requireAuthority`: the authority does not own the account. */
export function ownerRefusal(call: TokenCall, state: TokenState, authority: LoadedAccount): () => [string, string] {
  return () => [
    `${call.show(authority)} does not own ${call.show(state.account)} ${call.atSlot}`,
    `${call.names.show(state.owner)} does`,
  ];
}

/** The refusal for `requireAuthority`: the authority may not do this to a mint. @param action behind `may not` */
export function actionRefusal(
  call: TokenCall,
  action: string,
  authority: LoadedAccount,
  allowed: Address,
): () => [string, string] {
  return () => [`${call.show(authority)} may not ${action}`, `${call.names.show(allowed)} may`];
}
