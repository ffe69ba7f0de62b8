import { INCINERATOR, SYSTEM_PROGRAM } from '../../../model/address.ts';
import { isZero } from '../../../programs/splToken/pod.ts';
import { EXTENSION } from '../../accounts/extensions.ts';
import type { LoadedAccount } from '../../accounts/loadedAccounts.ts';
import { ProgramError } from '../../programError.ts';
import { requireAuthority } from './authority.ts';
import type { TokenCall } from './call.ts';
import { checkClosing, extensionAddress, guarded, isGuarded } from './extensionChecks.ts';
import { extensionValue, requireExtension } from './extensionEntries.ts';
import { mintError, readTokenState, tokenAccountError } from './reading.ts';
import { amountOf, mayNot, notOwner } from './sentences.ts';
import { MintState, type TokenState } from './state.ts';
import { tokenError } from './tokenErrors.ts';

export function closeAccount(call: TokenCall): void {
  const account = call.next();
  const to = call.next();
  const authority = call.next();
  call.requireOwnedFirst(account);
  if (account === to) throw new ProgramError('InvalidAccountData', `${call.show(account)} cannot be closed to itself`);
  if (call.isExtended && isMint(account)) checkMintClosing(call, new MintState(account, true), authority);
  else checkAccountClosing(call, readClosing(call, account), to, authority);
  account.closeTo(to);
}

function isMint(account: LoadedAccount): boolean {
  return tokenAccountError(account, true) !== undefined && mintError(account, true) === undefined;
}

/** Token-2022 has one error for whatever is neither an account nor a mint. */
function readClosing(call: TokenCall, account: LoadedAccount): TokenState {
  if (call.isExtended && tokenAccountError(account, true) !== undefined)
    throw new ProgramError('UninitializedAccount', `there is no token account ${call.show(account)} ${call.atSlot}`);
  return readTokenState(call, account);
}

function checkAccountClosing(call: TokenCall, state: TokenState, to: LoadedAccount, authority: LoadedAccount): void {
  const { account, owner } = state;
  if (!state.isNative && state.amount > 0n) throw stillHolds(call, state);
  if (owner !== SYSTEM_PROGRAM && owner !== INCINERATOR) {
    if (call.isExtended && isGuarded(call, account) && to.address !== owner)
      throw guarded(call, account, 'CpiGuardCloseAccountBlocked');
    requireAuthority(call, state.closeAuthority ?? owner, authority, notOwner(call, state, authority));
  } else if (to.address !== INCINERATOR) {
    throw new ProgramError('InvalidAccountData', `${call.show(account)} is only closed to ${INCINERATOR}`);
  }
  if (call.isExtended) checkClosing(call, state);
}

function stillHolds(call: TokenCall, { account, amount, mint }: TokenState): ProgramError {
  return tokenError(
    'NonNativeHasBalance',
    `${call.show(account)} holds ${amountOf(call, mint, amount)} of ${call.names.show(mint)} ${call.atSlot} and cannot be closed`,
  );
}

function checkMintClosing(call: TokenCall, state: MintState, authority: LoadedAccount): void {
  const { account } = state;
  const allowed = extensionAddress(requireExtension(call, account, EXTENSION.mintCloseAuthority), 0);
  if (allowed === null)
    throw tokenError('AuthorityTypeNotSupported', `${call.show(account)} has no authority that could close it`);
  requireAuthority(call, allowed, authority, mayNot(call, `close ${call.show(account)}`, authority, allowed));
  const encrypted = extensionValue(account, EXTENSION.confidentialMintBurn)?.subarray(0, 64);
  if (state.supply !== 0n || (encrypted !== undefined && !isZero(encrypted)))
    throw tokenError('MintHasSupply', `there are tokens of ${call.show(account)} ${call.atSlot}: it cannot be closed`);
}
