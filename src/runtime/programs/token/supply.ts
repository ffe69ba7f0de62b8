import { U64_MAX } from '../../../codec/bigints.ts';
import { utf8Text } from '../../../codec/text.ts';
import { INCINERATOR, SYSTEM_PROGRAM } from '../../../solana/address.ts';
import { amountText } from '../../accounts/accountStates.ts';
import type { LoadedAccount } from '../../accounts/loadedAccounts.ts';
import { EXTENSION, MINT_BYTES, TOKEN_ACCOUNT_BYTES } from '../../accounts/tokenLayouts.ts';
import { ProgramError } from '../../programError.ts';
import { notSupported, requireAuthority, requireSignature } from './authorities.ts';
import {
  extensionAddress,
  extensionValue,
  guarded,
  isGuarded,
  permanentDelegateOf,
  refuseConfidential,
  refuseGuarded,
  refusePaused,
} from './extensionEntries.ts';
import { requireRentSysvar } from './initialize.ts';
import { SUB_ARGUMENTS } from './mintExtensions.ts';
import {
  mayNot,
  notOwner,
  REFUSED,
  requireDecimals,
  requireFrozenNot,
  requireMint,
  requireTokens,
} from './sentences.ts';
import { moveLamports, requireU64, spend } from './spending.ts';
import { invalidInstruction, readAmount, readCheckedAmount, readOptionalAmount, type TokenCall } from './tokenCall.ts';
import { tokenError } from './tokenErrors.ts';
import {
  type MintState,
  MULTISIG_BYTES,
  mintError,
  readMintState,
  readTokenState,
  requireMintState,
  type TokenState,
  tokenAccountError,
} from './tokenState.ts';

export function mintTo(call: TokenCall): void {
  mint(call, readAmount(call));
}

export function mintToChecked(call: TokenCall): void {
  const { amount, decimals } = readCheckedAmount(call);
  mint(call, amount, decimals);
}

function mint(call: TokenCall, amount: bigint, decimals?: number): void {
  const mintAccount = call.next();
  const to = call.next();
  const authority = call.next();
  call.requireOwnedFirst(mintAccount);
  call.requireOwnedFirst(to);
  const destination = readTokenState(call, to);
  requireFrozenNot(call, destination, 'receive tokens');
  refuseNative(call, destination);
  requireMint(call, destination, mintAccount.address);
  call.requireOther(mintAccount, to);
  const state = readMintState(call, mintAccount);
  if (call.isExtended) checkMinting(call, mintAccount, to);
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
  if (allowed === null)
    throw tokenError(
      'FixedSupply',
      `${call.show(account)} has no mint authority: its supply is fixed`,
      'give the mint an `authority`',
    );
  requireAuthority(call, allowed, authority, mayNot(call, `mint ${call.show(account)}`, authority, allowed));
}

function badSupply(call: TokenCall, mintAccount: LoadedAccount, supply: bigint): ProgramError {
  return tokenError('Overflow', `the supply of ${call.show(mintAccount)} ${call.atSlot} cannot become ${supply}`);
}

export function burn(call: TokenCall): void {
  take(call, readAmount(call));
}

/** With the permission of an authority that the mint names. */
export function permissionedBurn(call: TokenCall): void {
  take(call, readAmount(call, SUB_ARGUMENTS), undefined, true);
}

export function permissionedBurnChecked(call: TokenCall): void {
  const { amount, decimals } = readCheckedAmount(call, SUB_ARGUMENTS);
  take(call, amount, decimals, true);
}

export function burnChecked(call: TokenCall): void {
  const { amount, decimals } = readCheckedAmount(call);
  take(call, amount, decimals);
}

function take(call: TokenCall, amount: bigint, decimals?: number, isPermissioned = false): void {
  const from = call.next();
  const mintAccount = call.next();
  call.requireOwnedFirst(from);
  call.requireOwnedFirst(mintAccount);
  const permitter = isPermissioned ? call.next() : undefined;
  const authority = call.next();
  const [source, state] = readBoth(call, from, mintAccount, permitter);
  requireFrozenNot(call, source, 'burn tokens');
  refuseNative(call, source);
  requireTokens(call, source, amount, 'burn');
  requireMint(call, source, mintAccount.address);
  if (decimals !== undefined) requireDecimals(call, state, decimals);
  if (call.isExtended) checkBurning(call, source, mintAccount, authority);
  const { owner } = source;
  // tokens that nobody owns may be burned by anybody
  if (owner !== SYSTEM_PROGRAM && owner !== INCINERATOR)
    spend(call, source, {
      amount,
      authority,
      permanentDelegate: call.isExtended ? permanentDelegateOf(mintAccount) : null,
    });
  if (amount === 0n) {
    call.requireOwned(from);
    call.requireOwned(mintAccount);
    return;
  }
  const supply = state.supply - amount;
  if (call.isExtended && supply < 0n) throw badSupply(call, mintAccount, supply);
  source.amount -= amount;
  state.supply = supply;
}

/** Token-2022 reads the mint first. */
function readBoth(
  call: TokenCall,
  from: LoadedAccount,
  mintAccount: LoadedAccount,
  permitter: LoadedAccount | undefined,
): [TokenState, MintState] {
  if (!call.isExtended) return [readTokenState(call, from), readMintState(call, mintAccount)];
  const state = readMintState(call, mintAccount);
  checkPermission(call, mintAccount, permitter);
  call.requireOther(mintAccount, from);
  return [readTokenState(call, from), state];
}

/** Where the mint names who permits, burning needs that permission; elsewhere none can be given. */
function checkPermission(call: TokenCall, mintAccount: LoadedAccount, permitter: LoadedAccount | undefined): void {
  const value = extensionValue(mintAccount, EXTENSION.permissionedBurn);
  const permits = value === undefined ? null : extensionAddress(value, 0);
  if (permitter === undefined) {
    if (permits === null) return;
    throw tokenError('InvalidInstruction', `${call.show(mintAccount)} is burned with permission only`, REFUSED);
  }
  if (permits === null) {
    if (value !== undefined) call.log('Permissioned burn authority is None; use the standard burn');
    throw tokenError('InvalidInstruction', `nobody has to permit burning ${call.show(mintAccount)}`);
  }
  requireSignature(call, permitter);
  if (permitter.address !== permits)
    throw new ProgramError(
      'InvalidAccountData',
      `${call.show(permitter)} does not permit burning ${call.show(mintAccount)}: ${call.names.show(permits)} does`,
    );
}

function checkBurning(call: TokenCall, source: TokenState, mintAccount: LoadedAccount, authority: LoadedAccount): void {
  refusePaused(call, mintAccount);
  refuseConfidential(call, mintAccount);
  refuseGuarded(call, source, authority, 'CpiGuardBurnBlocked');
}

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

/** Returns an amount as decimal text. */
export function amountToUiAmount(call: TokenCall): void {
  const amount = readAmount(call);
  const mint = call.next();
  call.requireOwned(mint);
  const { decimals } = requireMintState(call, mint);
  if (isScaled(call, mint)) return;
  call.invocation.setReturnData(Buffer.from(amountText(amount, decimals)));
}

/** Returns the amount of a decimal text, as u64. */
export function uiAmountToAmount(call: TokenCall): void {
  const text = utf8Text(call.data.subarray(1));
  if (text === undefined) throw invalidInstruction();
  const mint = call.next();
  call.requireOwned(mint);
  const { decimals } = requireMintState(call, mint);
  if (isScaled(call, mint)) return;
  const amount = Buffer.alloc(8);
  amount.writeBigUInt64LE(unitsOf(text, decimals));
  call.invocation.setReturnData(amount);
}

/** Amounts that depend on the time are not modelled: nothing is returned. */
function isScaled({ isExtended }: TokenCall, mint: LoadedAccount): boolean {
  const types = [EXTENSION.interestBearingConfig, EXTENSION.scaledUiAmount];
  return isExtended && types.some((type) => extensionValue(mint, type) !== undefined);
}

/** @throws ProgramError InvalidArgument */
function unitsOf(text: string, decimals: number): bigint {
  const [whole = '', fraction = '', ...more] = text.split('.');
  const digits = fraction.replace(/0+$/, '');
  const all = whole + digits.padEnd(decimals, '0');
  const isAmount = whole + digits !== '' && more.length === 0 && digits.length <= decimals && /^\+?\d+$/.test(all);
  const units = isAmount ? BigInt(all.replace('+', '')) : U64_MAX + 1n;
  if (units > U64_MAX) throw new ProgramError('InvalidArgument', `${JSON.stringify(text)} is no amount`);
  return units;
}
