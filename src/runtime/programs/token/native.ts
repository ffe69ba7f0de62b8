import { MINT_BYTES, TOKEN_ACCOUNT_BYTES } from '../../accounts/layouts.ts';
import type { LoadedAccount } from '../../accounts/loadedAccounts.ts';
import { requireAuthority, requireSignature } from './authority.ts';
import type { TokenCall } from './call.ts';
import { guarded, isGuarded } from './extensionChecks.ts';
import { requireRentSysvar } from './initializeAccount.ts';
import { readOptionalAmount } from './instructionData.ts';
import { mintError, readMintState, readTokenState, tokenAccountError } from './reading.ts';
import { mayNot, notOwner, requireTokens } from './sentences.ts';
import { notSupported } from './setAuthority.ts';
import { moveLamports, spend } from './spending.ts';
import { MULTISIG_BYTES, type TokenState } from './state.ts';
import { tokenError } from './tokenErrors.ts';

/** Lamports that came into an account of wrapped SOL become tokens. */
export function syncNative(call: TokenCall): void {
  const account = call.next();
  call.requireOwned(account);
  const [rent] = call.rest();
  if (rent !== undefined) requireRentSysvar(rent);
  const state = readTokenState(call, account);
  requireNative(call, state);
  const reserve = call.accounts.minimumBalance(account.data.length);
  if (account.lamports < reserve)
    throw tokenError('Overflow', `${call.show(account)} has less than its rent exemption ${call.atSlot}`);
  state.setReserve(reserve);
  state.amount = account.lamports - reserve;
}

function requireNative(call: TokenCall, { account, isNative, mint }: TokenState): void {
  if (!isNative)
    throw tokenError('NonNativeNotSupported', `${call.show(account)} holds ${call.names.show(mint)}, not SOL`);
}

/** Wrapped SOL become SOL of any account; without an amount all of them. */
export function unwrapLamports(call: TokenCall): void {
  const given = readOptionalAmount(call);
  const from = call.next();
  const to = call.next();
  const authority = call.next();
  call.requireOwnedFirst(from);
  const state = readTokenState(call, from);
  if (!call.isExtended) requireNative(call, state);
  if (given !== null) requireTokens(call, state, given, 'unwrap');
  if (call.isExtended) requireNative(call, state);
  const amount = given ?? state.amount;
  spend(call, state, { amount, authority });
  if (call.isExtended && isGuarded(call, from)) throw guarded(call, from, 'CpiGuardTransferBlocked');
  if (amount === 0n) {
    call.requireOwned(from);
    return;
  }
  state.amount -= amount;
  moveLamports(call, from, to, amount);
}

/** Lamports that are neither tokens nor needed for the rent exemption. */
export function withdrawExcessLamports(call: TokenCall): void {
  const from = call.next();
  const to = call.next();
  const authority = call.next();
  call.requireOwnedFirst(from);
  checkWithdrawing(call, from, authority);
  const excess = from.lamports - call.accounts.minimumBalance(from.data.length);
  if (excess < 0n)
    throw tokenError('NotRentExempt', `${call.show(from)} has less than its rent exemption ${call.atSlot}`);
  from.lamports -= excess;
  to.lamports += excess;
}

function checkWithdrawing(call: TokenCall, from: LoadedAccount, authority: LoadedAccount): void {
  const { length } = from.data;
  const isAccount = call.isExtended ? tokenAccountError(from, true) === undefined : length === TOKEN_ACCOUNT_BYTES;
  if (isAccount) {
    const state = readTokenState(call, from);
    if (state.isNative) throw tokenError('NativeNotSupported', `all lamports of ${call.show(from)} are tokens`);
    requireAuthority(call, state.owner, authority, notOwner(call, state, authority));
    if (call.isExtended && isGuarded(call, from)) throw guarded(call, from, 'CpiGuardTransferBlocked');
  } else if (call.isExtended ? mintError(from, true) === undefined : length === MINT_BYTES) {
    checkMintWithdrawing(call, from, authority);
  } else if (length === MULTISIG_BYTES) {
    const refusal = mayNot(call, `withdraw from ${call.show(from)}`, authority, from.address);
    requireAuthority(call, from.address, authority, refusal);
  } else {
    throw tokenError('InvalidState', `${call.show(from)} is nothing of the token program`);
  }
}

/** A mint without an authority signs for itself. */
function checkMintWithdrawing(call: TokenCall, from: LoadedAccount, authority: LoadedAccount): void {
  const allowed = readMintState(call, from).authority;
  if (allowed !== null) {
    const refusal = mayNot(call, `withdraw from ${call.show(from)}`, authority, allowed);
    requireAuthority(call, allowed, authority, refusal);
  } else if (from === authority) requireSignature(call, authority);
  else throw notSupported(call, from);
}
