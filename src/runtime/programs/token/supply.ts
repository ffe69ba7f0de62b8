import { U64_MAX } from '../../../codec/u64.ts';
import { INCINERATOR, SYSTEM_PROGRAM } from '../../../model/address.ts';
import { EXTENSION } from '../../accounts/extensions.ts';
import type { LoadedAccount } from '../../accounts/loadedAccounts.ts';
import { ProgramError } from '../../programError.ts';
import { requireAuthority, requireSignature } from './authority.ts';
import type { TokenCall } from './call.ts';
import {
  extensionAddress,
  permanentDelegateOf,
  refuseConfidential,
  refuseGuarded,
  refusePaused,
} from './extensionChecks.ts';
import { extensionValue } from './extensionEntries.ts';
import { readAmount, readCheckedAmount } from './instructionData.ts';
import { readMintState, readTokenState } from './reading.ts';
import { mayNot, REFUSED, requireDecimals, requireFrozenNot, requireMint, requireTokens } from './sentences.ts';
import { requireU64, spend } from './spending.ts';
import type { MintState, TokenState } from './state.ts';
import { SUB_ARGUMENTS } from './subInstructions.ts';
import { tokenError } from './tokenErrors.ts';

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
