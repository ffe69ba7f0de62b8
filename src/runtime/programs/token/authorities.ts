import { type Address, isTokenProgram, SYSTEM_PROGRAM } from '../../../solana/address.ts';
import { EXTENSION, EXTENSION_AUTHORITIES } from '../../../solana/programs/splToken/extensionTable.ts';
import {
  MINT_BYTES,
  MULTISIG,
  MULTISIG_BYTES,
  signerOffset,
  TOKEN_ACCOUNT_BYTES,
} from '../../../solana/programs/splToken/layout.ts';
import type { LoadedAccount } from '../../accounts/loadedAccounts.ts';
import { ProgramError } from '../../programError.ts';
import { changeMembers, editExtension, extensionValue, memberAddress, requireExtension } from './extensionEntries.ts';
import { guardError, hasCpiGuard } from './extensionRules.ts';
import { mintError, readMintState, readTokenState, tokenAccountError, wrongData } from './readTokenState.ts';
import { invalidInstruction, readAddressAt } from './tokenArguments.ts';
import type { TokenCall } from './tokenCall.ts';
import { actionRefusal, assertNotFrozen, ownerRefusal } from './tokenChecks.ts';
import { tokenError } from './tokenErrors.ts';
import type { MintState, TokenState } from './tokenState.ts';

/**
 * Checks that an authority is the expected one and signs, or as many members of a multisig as it requires.
 *
 * @param refusal message and hint, if the authority is not the expected one
 * @param signers who may sign for a multisig; default: all accounts that are left
 * @throws ProgramError OwnerMismatch, MissingRequiredSignature, and what is wrong with a multisig
 */
export function requireAuthority(
  call: TokenCall,
  expected: Address,
  authority: LoadedAccount,
  refusal: () => readonly [message: string, hint?: string],
  signers: readonly LoadedAccount[] = call.otherAccounts(),
): void {
  if (authority.address !== expected) throw tokenError('OwnerMismatch', ...refusal());
  if (authority.data.length === MULTISIG_BYTES && isTokenProgram(authority.owner))
    requireMembers(call, authority, signers);
  else requireSignature(call, authority);
}

/** @throws ProgramError MissingRequiredSignature */
export function requireSignature(call: TokenCall, account: LoadedAccount): void {
  if (!account.isSigner) throw new ProgramError('MissingRequiredSignature', `${call.show(account)} does not sign`);
}

function requireMembers(call: TokenCall, multisig: LoadedAccount, signers: readonly LoadedAccount[]): void {
  const required = MULTISIG.get(multisig.data, 'numRequiredSigners');
  const count = MULTISIG.get(multisig.data, 'numValidSigners');
  const flag = multisig.data[MULTISIG.offsetOf('isInitialized')]!;
  if (flag === 0)
    throw new ProgramError('UninitializedAccount', `${call.show(multisig)} is not initialized as a multisig`);
  if (flag > 1 && !call.isToken2022)
    throw new ProgramError('InvalidAccountData', `the data of ${call.show(multisig)} is not a multisig`);
  const matched = new Set<number>();
  for (const signer of signers) {
    for (let i = 0; i < count; i++) {
      const member = readAddressAt(multisig.data, signerOffset(i));
      if (member !== signer.address || matched.has(i)) continue;
      requireSignature(call, signer);
      matched.add(i);
    }
  }
  if (matched.size >= required) return;
  throw new ProgramError('MissingRequiredSignature', `${matched.size} of ${call.show(multisig)} sign, not ${required}`);
}

/** Numbers of authorities in instructions. */
const MINT_TOKENS = 0;
const FREEZE_ACCOUNT = 1;
const ACCOUNT_OWNER = 2;
const CLOSE_ACCOUNT = 3;
/** Greater numbers are authorities of extensions. */
const LAST_BASE_AUTHORITY = CLOSE_ACCOUNT;

/** The change of an authority. */
export interface NewAuthority {
  readonly type: number;
  readonly to: Address | null;
  /** the current authority, by the instruction */
  readonly from: LoadedAccount;
}

interface AuthorityArguments {
  readonly authorityType: number;
  readonly newAuthority: Address | null;
}

export function setAuthority(call: TokenCall, { authorityType: type, newAuthority: to }: AuthorityArguments): void {
  if (type > LAST_BASE_AUTHORITY && !(call.isToken2022 && EXTENSION_AUTHORITIES.has(type))) throw invalidInstruction();
  const account = call.next();
  const from = call.next();
  call.requireOwnedIfToken2022(account);
  const change = { type, to, from };
  if (isTokenAccount(call, account)) changeAccount(call, readTokenState(call, account), change);
  else if (isMint(call, account)) changeMint(call, readMintState(call, account), change);
  else if (call.isToken2022) throw wrongData(call, account);
  else throw new ProgramError('InvalidArgument', `${call.show(account)} is neither a mint nor a token account`);
}

/** Whether an account is a token account; the Token program looks only at its length. */
function isTokenAccount({ isToken2022 }: TokenCall, account: LoadedAccount): boolean {
  return isToken2022 ? tokenAccountError(account, true) === undefined : account.data.length === TOKEN_ACCOUNT_BYTES;
}

function isMint({ isToken2022 }: TokenCall, account: LoadedAccount): boolean {
  return isToken2022 ? mintError(account, true) === undefined : account.data.length === MINT_BYTES;
}

function changeAccount(call: TokenCall, state: TokenState, { type, to, from }: NewAuthority): void {
  assertNotFrozen(call, state, 'change its authorities');
  if (type === ACCOUNT_OWNER) {
    requireAuthority(call, state.owner, from, ownerRefusal(call, state, from));
    if (call.isToken2022) checkOwnerChange(call, state.account);
    if (to === null) throw invalidInstruction();
    state.owner = to;
    state.delegateTo(null, 0n);
    if (state.isNative) state.closeAuthority = null;
  } else if (type === CLOSE_ACCOUNT) {
    requireAuthority(call, state.closeAuthority ?? state.owner, from, ownerRefusal(call, state, from));
    if (call.isToken2022 && call.isCalled && to !== null && hasCpiGuard(state.account))
      throw guardError(call, state.account, 'CpiGuardSetAuthorityBlocked');
    state.closeAuthority = to;
  } else {
    throw missingAuthority(call, state.account);
  }
}

function checkOwnerChange(call: TokenCall, account: LoadedAccount): void {
  if (extensionValue(account, EXTENSION.immutableOwner) !== undefined)
    throw tokenError('ImmutableOwner', `the owner of ${call.show(account)} does not change`);
  if (hasCpiGuard(account))
    throw guardError(call, account, call.isCalled ? 'CpiGuardSetAuthorityBlocked' : 'CpiGuardOwnerChangeBlocked');
}

function changeMint(call: TokenCall, state: MintState, change: NewAuthority): void {
  const { type, to, from } = change;
  const { account } = state;
  const refusal = (allowed: Address) =>
    actionRefusal(call, `change the authorities of ${call.show(account)}`, from, allowed);
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
  } else if (type > LAST_BASE_AUTHORITY) {
    changeExtension(call, account, change);
  } else {
    throw missingAuthority(call, account);
  }
}

function changeExtension(call: TokenCall, mint: LoadedAccount, { type, to, from }: NewAuthority): void {
  const { extension, member } = EXTENSION_AUTHORITIES.get(type)!;
  const allowed = memberAddress(requireExtension(call, mint, extension), extension, member);
  if (allowed === null) throw missingAuthority(call, mint);
  requireAuthority(
    call,
    allowed,
    from,
    actionRefusal(call, `change the authorities of ${call.show(mint)}`, from, allowed),
  );
  if (to !== null) requireKey(to);
  changeMembers(editExtension(mint, extension)!, extension, { [member]: to });
}

/** Checks that a key is not all zeros, which stand for no address in an extension. @throws ProgramError InvalidArgument */
export function requireKey(key: Address): void {
  if (key === SYSTEM_PROGRAM) throw new ProgramError('InvalidArgument', 'an address of zeros stands for no address');
}

function missingAuthority(call: TokenCall, account: LoadedAccount): ProgramError {
  return tokenError('AuthorityTypeNotSupported', `${call.show(account)} has no such authority`);
}
