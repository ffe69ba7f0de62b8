import { INCINERATOR, SYSTEM_PROGRAM } from '../../../solana/address.ts';
import { EXTENSION } from '../../../solana/programs/splToken/extensionTable.ts';
import { isZero } from '../../../solana/pubkey.ts';
import type { LoadedAccount } from '../../accounts/loadedAccounts.ts';
import { ProgramError } from '../../programError.ts';
import { requireAuthority } from './authorities.ts';
import { extensionValue, memberAddress, requireExtension } from './extensionEntries.ts';
import { checkClosing, guardError, isGuarded } from './extensionRules.ts';
import { mintError, readTokenState, tokenAccountError } from './readTokenState.ts';
import type { TokenCall } from './tokenCall.ts';
import { actionRefusal, amountOf, ownerRefusal } from './tokenChecks.ts';
import { tokenError } from './tokenErrors.ts';
import { MintState, type TokenState } from './tokenState.ts';

/** Closes a token account, or in Token-2022 a mint. */
export function closeAccount(call: TokenCall): void {
  const account = call.next();
  const to = call.next();
  const authority = call.next();
  call.requireOwnedIfToken2022(account);
  if (account === to) throw new ProgramError('InvalidAccountData', `${call.show(account)} cannot be closed to itself`);
  if (call.isToken2022 && isMint(account)) checkMintClosing(call, new MintState(account, true), authority);
  else checkAccountClosing(call, readClosing(call, account), to, authority);
  account.closeTo(to);
}

function isMint(account: LoadedAccount): boolean {
  return tokenAccountError(account, true) !== undefined && mintError(account, true) === undefined;
}

/** Reads the account to close. Token-2022 has one error for all accounts that are neither token accounts nor mints. */
function readClosing(call: TokenCall, account: LoadedAccount): TokenState {
  if (call.isToken2022 && tokenAccountError(account, true) !== undefined)
    throw new ProgramError('UninitializedAccount', `there is no token account ${call.show(account)} ${call.atSlot}`);
  return readTokenState(call, account);
}

function checkAccountClosing(call: TokenCall, state: TokenState, to: LoadedAccount, authority: LoadedAccount): void {
  const { account, owner } = state;
  if (!state.isNative && state.amount > 0n) throw balanceError(call, state);
  if (owner !== SYSTEM_PROGRAM && owner !== INCINERATOR) {
    if (call.isToken2022 && isGuarded(call, account) && to.address !== owner)
      throw guardError(call, account, 'CpiGuardCloseAccountBlocked');
    requireAuthority(call, state.closeAuthority ?? owner, authority, ownerRefusal(call, state, authority));
  } else if (to.address !== INCINERATOR) {
    throw new ProgramError('InvalidAccountData', `${call.show(account)} is only closed to ${INCINERATOR}`);
  }
  if (call.isToken2022) checkClosing(call, state);
}

function balanceError(call: TokenCall, { account, amount, mint }: TokenState): ProgramError {
  return tokenError(
    'NonNativeHasBalance',
    `${call.show(account)} holds ${amountOf(call, mint, amount)} of ${call.names.show(mint)} ${call.atSlot} and cannot be closed`,
  );
}

function checkMintClosing(call: TokenCall, state: MintState, authority: LoadedAccount): void {
  const { account } = state;
  const { mintCloseAuthority } = EXTENSION;
  const allowed = memberAddress(
    requireExtension(call, account, mintCloseAuthority),
    mintCloseAuthority,
    'closeAuthority',
  );
  if (allowed === null)
    throw tokenError('AuthorityTypeNotSupported', `${call.show(account)} has no authority that could close it`);
  requireAuthority(call, allowed, authority, actionRefusal(call, `close ${call.show(account)}`, authority, allowed));
  const encrypted = extensionValue(account, EXTENSION.confidentialMintBurn)?.subarray(0, 64);
  if (state.supply !== 0n || (encrypted !== undefined && !isZero(encrypted)))
    throw tokenError('MintHasSupply', `there are tokens of ${call.show(account)} ${call.atSlot}: it cannot be closed`);
}
