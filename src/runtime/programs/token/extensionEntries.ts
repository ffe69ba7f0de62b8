import { U64_MAX } from '../../../codec/bigints.ts';
import type { Address } from '../../../solana/address.ts';
import { EXTENSION_ROWS } from '../../../solana/programs/splToken/extensions.ts';
import {
  EXTENSIONS_OFFSET,
  type ExtensibleKind,
  KIND_OFFSET,
  MULTISIG_BYTES,
  TOKEN_ACCOUNT_BYTES,
} from '../../../solana/programs/splToken/layout.ts';
import { isZero } from '../../../solana/pubkey.ts';
import type { LoadedAccount } from '../../accounts/loadedAccounts.ts';
import { EXTENSION } from '../../accounts/tokenLayouts.ts';
import { NotModelledError } from '../../notModelled.ts';
import { ProgramError } from '../../programError.ts';
import { amountOf, REFUSED } from './sentences.ts';
import { addressAt, type TokenCall, u64At } from './tokenCall.ts';
import { type TokenErrorName, tokenError } from './tokenErrors.ts';
import { ACCOUNT_KIND, type TokenState, wrongData } from './tokenState.ts';

/**
 * Finding, sizing and adding the extensions of Token-2022.
 *
 * Source   spl-token-2022-interface 3.0 `extension/mod.rs`, `extension/account_len.rs`
 * @module
 */

/** Burns need another signature: the parsers of the node do not know this extension. */
const PERMISSIONED_BURN = { of: 'mint', bytes: 32 } as const;

/** Whose extension it is, and the bytes of its value; undefined for a type that is not known. */
function extensionRow(type: number): { readonly of: ExtensibleKind; readonly bytes: number | undefined } | undefined {
  return type === EXTENSION.permissionedBurn ? PERMISSIONED_BURN : EXTENSION_ROWS[type];
}

const HEADER_BYTES = 4;
const NOTHING = 0;

export function kindOfExtension(type: number): ExtensibleKind | undefined {
  return extensionRow(type)?.of;
}

/** The value of the first extension of a type, as a part of the data; undefined: there is none of the right size. */
export function extensionValue({ data }: LoadedAccount, type: number): Uint8Array | undefined {
  const start = findEntry(data, type);
  if (typeof start !== 'number' || u16At(data, start) !== type) return undefined;
  const value = data.subarray(start + HEADER_BYTES, start + HEADER_BYTES + u16At(data, start + 2));
  return value.length === extensionRow(type)!.bytes ? value : undefined;
}

/** @throws ProgramError where there is none of the right size */
export function requireExtension(call: TokenCall, account: LoadedAccount, type: number): Uint8Array {
  const value = extensionValue(account, type);
  if (value !== undefined) return value;
  const { data } = account;
  const message = `${call.show(account)} does not have the extension ${type} ${call.atSlot}`;
  const start = findEntry(data, type);
  if (start !== 'end' && u16At(data, start) !== type) throw tokenError('ExtensionNotFound', message);
  const isWhole = start !== 'end' && start + HEADER_BYTES + u16At(data, start + 2) <= data.length;
  throw new ProgramError(isWhole ? 'InvalidArgument' : 'InvalidAccountData', message);
}

/** The value, to be written into, where there is one. */
export function editExtension(account: LoadedAccount, type: number): Uint8Array | undefined {
  account.edit();
  return extensionValue(account, type);
}

/** Where an extension is, or could be added; 'end': there is no place for it. */
function findEntry(data: Uint8Array, type: number): number | 'end' {
  let at = EXTENSIONS_OFFSET;
  while (at + HEADER_BYTES <= data.length) {
    const found = u16At(data, at);
    if (found === type || found === NOTHING) return at;
    at += HEADER_BYTES + u16At(data, at + 2);
  }
  return 'end';
}

/** The numbers of all extensions. @throws ProgramError where one is cut off, or not known */
export function extensionTypes(call: TokenCall, account: LoadedAccount): readonly number[] {
  const { data } = account;
  const types: number[] = [];
  let at = EXTENSIONS_OFFSET;
  while (at + 2 <= data.length) {
    const type = u16At(data, at);
    if (type === NOTHING) return types;
    const isWhole = at + HEADER_BYTES <= data.length && at + HEADER_BYTES + u16At(data, at + 2) <= data.length;
    if (!isWhole || extensionRow(type) === undefined) throw wrongData(call, account);
    types.push(type);
    at += HEADER_BYTES + u16At(data, at + 2);
  }
  return types;
}

/** Bytes of an account with these extensions, and of `base` bytes without any. @throws ProgramError where the size of one varies */
export function bytesWith(types: readonly number[], base: number): number {
  if (types.length === 0) return base;
  let bytes = EXTENSIONS_OFFSET;
  for (const type of new Set(types)) {
    const size = extensionRow(type)?.bytes;
    if (size === undefined) throw new ProgramError('InvalidArgument', `the extension ${type} has no size of its own`);
    bytes += HEADER_BYTES + size;
  }
  return bytes === MULTISIG_BYTES ? bytes + 2 : bytes;
}

/** Adds an extension of zeros, or sets the one that is there to zeros; gives its value, to be written into. */
export function addExtension(call: TokenCall, account: LoadedAccount, type: number): Uint8Array {
  const data = account.edit();
  const bytes = extensionRow(type)!.bytes!;
  const start = findEntry(data, type);
  if (start === 'end' || data.length - start < HEADER_BYTES + bytes) throw wrongData(call, account);
  const view = new DataView(data.buffer);
  if (u16At(data, start) === type && u16At(data, start + 2) !== bytes)
    throw tokenError('InvalidLengthForAlloc', `the extension ${type} of ${call.show(account)} has another length`);
  view.setUint16(start, type, true);
  view.setUint16(start + 2, bytes, true);
  return data.subarray(start + HEADER_BYTES, start + HEADER_BYTES + bytes).fill(0);
}

/** @throws ProgramError where the first extension is not one of this kind */
export function checkFirstExtension(call: TokenCall, account: LoadedAccount, kind: ExtensibleKind): void {
  const { data } = account;
  if (data.length <= EXTENSIONS_OFFSET + 2) return;
  const first = u16At(data, EXTENSIONS_OFFSET);
  if (first === NOTHING) return;
  const found = kindOfExtension(first);
  if (found === undefined) throw wrongData(call, account);
  if (found !== kind)
    throw tokenError('ExtensionBaseMismatch', `the extensions of ${call.show(account)} are of another kind of account`);
}

/** Says that it has become a token account, where there is a byte for it. */
export function markTokenAccount(call: TokenCall, account: LoadedAccount): void {
  if (account.data.length <= TOKEN_ACCOUNT_BYTES) return;
  checkFirstExtension(call, account, 'account');
  account.edit()[KIND_OFFSET] = ACCOUNT_KIND;
}

function u16At(data: Uint8Array, start: number): number {
  return data[start]! | (data[start + 1]! << 8);
}

/**
 * What Token-2022 allows with tokens whose mint, or account, has extensions.
 *
 * Source   spl-token-2022 10.0 `processor.rs`
 * @module
 */

const ADDRESS_BYTES = 32;

/** An address that an extension has at an offset; null: none. */
export function extensionAddress(value: Uint8Array, offset: number): Address | null {
  return isZero(value.subarray(offset, offset + ADDRESS_BYTES)) ? null : addressAt(value, offset);
}

export function permanentDelegateOf(mint: LoadedAccount): Address | null {
  const value = extensionValue(mint, EXTENSION.permanentDelegate);
  return value === undefined ? null : extensionAddress(value, 0);
}

export function refusePaused(call: TokenCall, mint: LoadedAccount): void {
  if ((extensionValue(mint, EXTENSION.pausable)?.[ADDRESS_BYTES] ?? 0) !== 0)
    throw tokenError('MintPaused', `${call.show(mint)} is paused`, REFUSED);
}

export function refuseConfidential(call: TokenCall, mint: LoadedAccount): void {
  if (extensionValue(mint, EXTENSION.confidentialMintBurn) !== undefined)
    throw tokenError(
      'IllegalMintBurnConversion',
      `${call.show(mint)} is minted and burned confidentially only`,
      REFUSED,
    );
}

/** What the hook does is not known. @throws NotModelledError */
export function refuseHook(call: TokenCall, mint: LoadedAccount): void {
  const value = extensionValue(mint, EXTENSION.transferHook);
  const hook = value === undefined ? null : extensionAddress(value, ADDRESS_BYTES);
  if (hook === null) return;
  throw new NotModelledError(
    call.instruction,
    `a transfer of ${call.show(mint)}, which has the transfer hook ${call.names.show(hook)},`,
  );
}

function hasFlag(account: LoadedAccount, type: number): boolean {
  return (extensionValue(account, type)?.[0] ?? 0) !== 0;
}

/** Whether the account guards against programs, and one calls. */
export function isGuarded(call: TokenCall, account: LoadedAccount): boolean {
  return call.isCalled && hasCpiGuard(account);
}

export function hasCpiGuard(account: LoadedAccount): boolean {
  return hasFlag(account, EXTENSION.cpiGuard);
}

/** Programs may not use the signature of the owner. */
export function refuseGuarded(
  call: TokenCall,
  { account, owner }: TokenState,
  by: LoadedAccount,
  error: TokenErrorName,
) {
  if (by.address === owner && isGuarded(call, account)) throw guarded(call, account, error);
}

export function guarded(call: TokenCall, account: LoadedAccount, error: TokenErrorName): ProgramError {
  return tokenError(error, `${call.show(account)} guards against programs that call for its owner`, REFUSED);
}

export function requireMemo(call: TokenCall, account: LoadedAccount): void {
  if (hasFlag(account, EXTENSION.memoTransfer) && !call.invocation.site.followsMemo)
    throw tokenError(
      'NoMemo',
      `${call.show(account)} takes no transfer without a memo`,
      'put a `memo` right before it',
    );
}

const CREDITS_OFFSET = 262;

export function requirePlainTransfers(call: TokenCall, account: LoadedAccount): void {
  const value = extensionValue(account, EXTENSION.confidentialTransferAccount);
  if (value !== undefined && value[CREDITS_OFFSET] === 0)
    throw tokenError(
      'NonConfidentialTransfersDisabled',
      `${call.show(account)} takes only confidential transfers`,
      REFUSED,
    );
}

/** Keeps a fee back in the account. */
export function withhold(call: TokenCall, { account, mint }: TokenState, fee: bigint): void {
  const value = editExtension(account, EXTENSION.transferFeeAmount);
  if (value === undefined)
    throw tokenError('InvalidState', `${call.show(account)} cannot withhold the fees of ${call.names.show(mint)}`);
  const withheld = u64At(value, 0) + fee;
  if (withheld > U64_MAX) throw tokenError('Overflow', `${call.show(account)} cannot withhold this many tokens`);
  new DataView(value.buffer, value.byteOffset).setBigUint64(0, withheld, true);
}

const BALANCES_START = 33;
const BALANCES_END = 225;

/** Accounts that hold, or withhold, something are not closed. */
export function checkClosing(call: TokenCall, { account, mint }: TokenState): void {
  const encrypted = `${call.show(account)} holds encrypted tokens and cannot be closed`;
  const confidential = extensionValue(account, EXTENSION.confidentialTransferAccount);
  if (confidential !== undefined && !isZero(confidential.subarray(BALANCES_START, BALANCES_END)))
    throw tokenError('ConfidentialTransferAccountHasBalance', encrypted, REFUSED);
  const fees = extensionValue(account, EXTENSION.confidentialTransferFeeAmount);
  if (fees !== undefined && !isZero(fees))
    throw tokenError('ConfidentialTransferFeeAccountHasWithheldFee', encrypted, REFUSED);
  const value = extensionValue(account, EXTENSION.transferFeeAmount);
  const withheld = value === undefined ? 0n : u64At(value, 0);
  if (withheld === 0n) return;
  const amount = `${amountOf(call, mint, withheld)} of ${call.names.show(mint)}`;
  throw tokenError(
    'AccountHasWithheldTransferFees',
    `${call.show(account)} withholds ${amount} and cannot be closed`,
    REFUSED,
  );
}
