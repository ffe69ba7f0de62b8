import { U64_MAX } from '../../../codec/bigints.ts';
import { type Address, INCINERATOR, SYSTEM_PROGRAM } from '../../../solana/address.ts';
import { EXTENSION } from '../../../solana/programs/splToken/extensionTable.ts';
import type { LoadedAccount } from '../../accounts/loadedAccounts.ts';
import { fixedSupplyTexts } from '../../accounts/tokens.ts';
import { ProgramError } from '../../programError.ts';
import { requireAuthority, requireSignature } from './authorities.ts';
import { extensionValue, memberAddress } from './extensionEntries.ts';
import { permanentDelegateOf, refuseConfidential, refuseGuarded, refusePaused } from './extensionRules.ts';
import { requireRentSysvar } from './initialize.ts';
import { readMintState, readTokenState } from './readTokenState.ts';
import { requireU64, spend } from './spending.ts';
import type { Amount } from './tokenArguments.ts';
import type { TokenCall } from './tokenCall.ts';
import {
  actionRefusal,
  assertNotFrozen,
  REFUSED,
  requireDecimals,
  requireSameMint,
  requireTokens,
} from './tokenChecks.ts';
import { tokenError } from './tokenErrors.ts';
import type { MintState, TokenState } from './tokenState.ts';

export function mintTo(call: TokenCall, { amount, decimals }: Amount): void {
  const mintAccount = call.next();
  const to = call.next();
  const authority = call.next();
  call.requireOwnedIfToken2022(mintAccount);
  call.requireOwnedIfToken2022(to);
  const destination = readTokenState(call, to);
  assertNotFrozen(call, destination, 'receive tokens');
  refuseNative(call, destination);
  requireSameMint(call, destination, mintAccount.address);
  call.requireOther(mintAccount, to);
  const state = readMintState(call, mintAccount);
  if (call.isToken2022) checkMinting(call, mintAccount, to);
  if (decimals !== undefined) requireDecimals(call, state, decimals);
  requireMintAuthority(call, state, authority);
  if (amount === 0n) {
    call.requireOwned(mintAccount);
    call.requireOwned(to);
    return;
  }
  const supply = state.supply + amount;
  if (supply > U64_MAX) throw badSupply(call, mintAccount, supply);
  destination.amount = requireU64(call, to, destination.amount + amount);
  state.supply = supply;
}

function refuseNative(call: TokenCall, { isNative, mint }: TokenState): void {
  if (isNative)
    throw tokenError('NativeNotSupported', `${call.names.show(mint)} is SOL: it can be neither minted nor burned`);
}

function checkMinting(call: TokenCall, mintAccount: LoadedAccount, to: LoadedAccount): void {
  const has = (account: LoadedAccount, type: number) => extensionValue(account, type) !== undefined;
  const isHeld = has(to, EXTENSION.immutableOwner) && has(to, EXTENSION.nonTransferableAccount);
  if (has(mintAccount, EXTENSION.nonTransferable) && !isHeld)
    throw tokenError(
      'NonTransferableNeedsImmutableOwnership',
      `${call.show(to)} cannot hold ${call.show(mintAccount)}, which cannot be transferred`,
      REFUSED,
    );
  refusePaused(call, mintAccount);
  refuseConfidential(call, mintAccount);
}

function requireMintAuthority(call: TokenCall, { account, authority: allowed }: MintState, authority: LoadedAccount) {
  if (allowed === null) throw tokenError('FixedSupply', ...fixedSupplyTexts(call.names, account.address));
  requireAuthority(call, allowed, authority, actionRefusal(call, `mint ${call.show(account)}`, authority, allowed));
}

function badSupply(call: TokenCall, mintAccount: LoadedAccount, supply: bigint): ProgramError {
  return tokenError('Overflow', `the supply of ${call.show(mintAccount)} ${call.atSlot} cannot become ${supply}`);
}

/** @param isPermitted whether the account before the authority permits the burn */
export function burn(call: TokenCall, { amount, decimals }: Amount, isPermitted = false): void {
  const from = call.next();
  const mintAccount = call.next();
  call.requireOwnedIfToken2022(from);
  call.requireOwnedIfToken2022(mintAccount);
  const permitter = isPermitted ? call.next() : undefined;
  const authority = call.next();
  const [source, state] = readSourceAndMint(call, from, mintAccount, permitter);
  assertNotFrozen(call, source, 'burn tokens');
  refuseNative(call, source);
  requireTokens(call, source, amount, 'burn');
  requireSameMint(call, source, mintAccount.address);
  if (decimals !== undefined) requireDecimals(call, state, decimals);
  if (call.isToken2022) checkBurning(call, source, mintAccount, authority);
  const { owner } = source;
  // tokens without an owner may be burned without a signature
  if (owner !== SYSTEM_PROGRAM && owner !== INCINERATOR)
    spend(call, source, {
      amount,
      authority,
      permanentDelegate: call.isToken2022 ? permanentDelegateOf(mintAccount) : null,
    });
  if (amount === 0n) {
    call.requireOwned(from);
    call.requireOwned(mintAccount);
    return;
  }
  const supply = state.supply - amount;
  if (call.isToken2022 && supply < 0n) throw badSupply(call, mintAccount, supply);
  source.amount -= amount;
  state.supply = supply;
}

/** Reads the account and the mint; Token-2022 reads the mint first. */
function readSourceAndMint(
  call: TokenCall,
  from: LoadedAccount,
  mintAccount: LoadedAccount,
  permitter: LoadedAccount | undefined,
): [TokenState, MintState] {
  if (!call.isToken2022) return [readTokenState(call, from), readMintState(call, mintAccount)];
  const state = readMintState(call, mintAccount);
  if (permitter === undefined) refuseWithoutPermission(call, mintAccount);
  else requirePermission(call, mintAccount, permitter);
  call.requireOther(mintAccount, from);
  return [readTokenState(call, from), state];
}

/** The authority that permits burning; null: none is left; undefined: the mint does not ask for permission. */
function permitterOf(mintAccount: LoadedAccount): Address | null | undefined {
  const value = extensionValue(mintAccount, EXTENSION.permissionedBurnConfig);
  return value && memberAddress(value, EXTENSION.permissionedBurnConfig, 'authority');
}

/** Refuses a plain burn of a mint whose burns need permission. */
function refuseWithoutPermission(call: TokenCall, mintAccount: LoadedAccount): void {
  if (permitterOf(mintAccount) != null)
    throw tokenError('InvalidInstruction', `${call.show(mintAccount)} is burned with permission only`, REFUSED);
}

function requirePermission(call: TokenCall, mintAccount: LoadedAccount, permitter: LoadedAccount): void {
  const allowed = permitterOf(mintAccount);
  const mintName = call.show(mintAccount);
  if (allowed === null) call.log('Permissioned burn authority is None; use the standard burn');
  if (allowed == null) throw tokenError('InvalidInstruction', `${mintName} is burned without permission`, REFUSED);
  requireSignature(call, permitter);
  if (permitter.address !== allowed)
    throw new ProgramError(
      'InvalidAccountData',
      ...actionRefusal(call, `permit to burn ${mintName}`, permitter, allowed)(),
    );
}

function checkBurning(call: TokenCall, source: TokenState, mintAccount: LoadedAccount, authority: LoadedAccount): void {
  refusePaused(call, mintAccount);
  refuseConfidential(call, mintAccount);
  refuseGuarded(call, source, authority, 'CpiGuardBurnBlocked');
}

/** Turns lamports that an account of wrapped SOL has received into tokens. */
export function syncNative(call: TokenCall): void {
  const account = call.next();
  call.requireOwned(account);
  const [rent] = call.otherAccounts();
  if (rent !== undefined) requireRentSysvar(rent);
  const state = readTokenState(call, account);
  requireNative(call, state);
  const reserve = call.accounts.minimumBalance(account.data.length);
  if (account.lamports < reserve)
    throw tokenError('Overflow', `${call.show(account)} has less than its rent exemption ${call.atSlot}`);
  state.nativeReserve = reserve;
  state.amount = account.lamports - reserve;
}

function requireNative(call: TokenCall, { account, isNative, mint }: TokenState): void {
  if (!isNative)
    throw tokenError('NonNativeNotSupported', `${call.show(account)} holds ${call.names.show(mint)}, not SOL`);
}
