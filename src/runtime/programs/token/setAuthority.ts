import type { Address } from '../../../model/address.ts';
import { EXTENSION } from '../../accounts/extensions.ts';
import { MINT_BYTES, TOKEN_ACCOUNT_BYTES } from '../../accounts/layouts.ts';
import type { LoadedAccount } from '../../accounts/loadedAccounts.ts';
import { ProgramError } from '../../programError.ts';
import { requireAuthority } from './authority.ts';
import type { TokenCall } from './call.ts';
import { guarded, hasCpiGuard } from './extensionChecks.ts';
import { extensionValue } from './extensionEntries.ts';
import { invalidData, invalidInstruction, readOptionalAddressArgument } from './instructionData.ts';
import { mintError, readMintState, readTokenState, tokenAccountError, wrongData } from './reading.ts';
import { mayNot, notOwner, requireFrozenNot } from './sentences.ts';
import { setExtensionAuthority } from './setExtensionAuthority.ts';
import type { MintState, TokenState } from './state.ts';
import { tokenError } from './tokenErrors.ts';

/** By number, as the instruction has them. */
const MINT_TOKENS = 0;
const FREEZE_ACCOUNT = 1;
const ACCOUNT_OWNER = 2;
const CLOSE_ACCOUNT = 3;
const LAST_PLAIN = CLOSE_ACCOUNT;
const LAST_EXTENDED = 17;

/** What an authority is to become. */
export interface NewAuthority {
  readonly type: number;
  readonly to: Address | null;
  /** who has it so far, by the instruction */
  readonly from: LoadedAccount;
}

export function setAuthority(call: TokenCall): void {
  const { type, to } = readArguments(call);
  const account = call.next();
  const from = call.next();
  call.requireOwnedFirst(account);
  const change = { type, to, from };
  if (isTokenAccount(call, account)) changeAccount(call, readTokenState(call, account), change);
  else if (isMint(call, account)) changeMint(call, readMintState(call, account), change);
  else if (call.isExtended) throw wrongData(call, account);
  else throw new ProgramError('InvalidArgument', `${call.show(account)} is neither a mint nor a token account`);
}

function readArguments(call: TokenCall): Pick<NewAuthority, 'type' | 'to'> {
  const { data, isExtended } = call;
  if (isExtended && data.length < 2) throw invalidData();
  if (!isExtended && data.length < 3) throw invalidInstruction();
  const type = data[1]!;
  if (!isExtended && type > LAST_PLAIN) throw invalidInstruction();
  const to = readOptionalAddressArgument(call, 2);
  if (type > LAST_EXTENDED) throw invalidInstruction();
  return { type, to };
}

/** The older program goes by the length alone. */
function isTokenAccount({ isExtended }: TokenCall, account: LoadedAccount): boolean {
  return isExtended ? tokenAccountError(account, true) === undefined : account.data.length === TOKEN_ACCOUNT_BYTES;
}

function isMint({ isExtended }: TokenCall, account: LoadedAccount): boolean {
  return isExtended ? mintError(account, true) === undefined : account.data.length === MINT_BYTES;
}

function changeAccount(call: TokenCall, state: TokenState, { type, to, from }: NewAuthority): void {
  requireFrozenNot(call, state, 'change its authorities');
  if (type === ACCOUNT_OWNER) {
    requireAuthority(call, state.owner, from, notOwner(call, state, from));
    if (call.isExtended) checkOwnerChange(call, state.account);
    if (to === null) throw invalidInstruction();
    state.owner = to;
    state.delegateTo(null, 0n);
    if (state.isNative) state.closeAuthority = null;
  } else if (type === CLOSE_ACCOUNT) {
    requireAuthority(call, state.closeAuthority ?? state.owner, from, notOwner(call, state, from));
    if (call.isExtended && call.isCalled && to !== null && hasCpiGuard(state.account))
      throw guarded(call, state.account, 'CpiGuardSetAuthorityBlocked');
    state.closeAuthority = to;
  } else {
    throw notSupported(call, state.account);
  }
}

function checkOwnerChange(call: TokenCall, account: LoadedAccount): void {
  if (extensionValue(account, EXTENSION.immutableOwner) !== undefined)
    throw tokenError('ImmutableOwner', `the owner of ${call.show(account)} does not change`);
  if (hasCpiGuard(account))
    throw guarded(call, account, call.isCalled ? 'CpiGuardSetAuthorityBlocked' : 'CpiGuardOwnerChangeBlocked');
}

function changeMint(call: TokenCall, state: MintState, change: NewAuthority): void {
  const { type, to, from } = change;
  const { account } = state;
  const refusal = (allowed: Address) => mayNot(call, `change the authorities of ${call.show(account)}`, from, allowed);
  if (type === MINT_TOKENS) {
    const { authority } = state;
    if (authority === null) throw tokenError('FixedSupply', `${call.show(account)} has no mint authority any more`);
    requireAuthority(call, authority, from, refusal(authority));
    state.authority = to;
  } else if (type === FREEZE_ACCOUNT) {
    const { freezeAuthority } = state;
    if (freezeAuthority === null)
      throw tokenError('MintCannotFreeze', `${call.show(account)} has no freeze authority any more`);
    requireAuthority(call, freezeAuthority, from, refusal(freezeAuthority));
    state.freezeAuthority = to;
  } else if (call.isExtended && type > LAST_PLAIN) {
    setExtensionAuthority(call, account, change);
  } else {
    throw notSupported(call, account);
  }
}

export function notSupported(call: TokenCall, account: LoadedAccount): ProgramError {
  return tokenError('AuthorityTypeNotSupported', `${call.show(account)} has no such authority`);
}
