import {
  EXTENSIONS_OFFSET,
  FROZEN,
  INITIALIZED,
  KIND_OFFSET,
  MINT_BYTES,
  MULTISIG_BYTES,
  TOKEN_ACCOUNT_BYTES,
} from '../../../solana/programs/splToken/layout.ts';
import { inFile } from '../../../syntax/hintParts.ts';
import type { LoadedAccount } from '../../accounts/loadedAccounts.ts';
import { type InstructionError, ProgramError } from '../../programError.ts';
import type { TokenCall } from './tokenCall.ts';
import { tokenError } from './tokenErrors.ts';
import { MintState, mintByte, stateByte, TokenState } from './tokenState.ts';

/**
 * Reads accounts as the programs do, with their errors for accounts of another kind.
 *
 * Source   p-token 1.0 `state/mod.rs` `load`, spl-token-2022-interface 3.0 `extension/mod.rs` `unpack`
 * @module
 */

/** The value of the byte before extensions for an account without a kind. */
const NO_KIND = 0;

const MINT_KIND = 1;

const ACCOUNT_KIND = 2;

/** @throws ProgramError InvalidAccountData, UninitializedAccount */
export function readTokenState(call: TokenCall, account: LoadedAccount): TokenState {
  const err = tokenAccountError(account, call.isExtended);
  if (err === undefined) return new TokenState(account, call.isExtended);
  throw missingTokenAccount(call, account, err);
}

/** The reason why an account is not a token account; undefined: it is one. */
export function tokenAccountError(
  account: Pick<LoadedAccount, 'data'>,
  isExtended: boolean,
): InstructionError | undefined {
  if (!fitsLength(account.data, TOKEN_ACCOUNT_BYTES, isExtended)) return 'InvalidAccountData';
  const state = stateByte(account);
  if (!isExtended && state > FROZEN) return 'InvalidAccountData';
  if (state !== INITIALIZED && state !== FROZEN) return 'UninitializedAccount';
  return isTyped(account.data, TOKEN_ACCOUNT_BYTES, ACCOUNT_KIND) ? undefined : 'InvalidAccountData';
}

function missingTokenAccount({ names, atSlot }: TokenCall, { address }: LoadedAccount, err: InstructionError) {
  const holder = names.holderOf(address);
  if (holder === undefined) return new ProgramError(err, `there is no token account ${names.show(address)} ${atSlot}`);
  return new ProgramError(
    err,
    `${names.show(holder.wallet)} has no account of ${names.show(holder.mint)} ${atSlot}`,
    `add ${names.show(address)} ${inFile('tokens')}, or make it with \`createAssociatedAccount\``,
  );
}

/** @throws ProgramError InvalidAccountData, UninitializedAccount */
export function readMintState(call: TokenCall, account: LoadedAccount): MintState {
  const err = mintError(account, call.isExtended);
  if (err === undefined) return new MintState(account, call.isExtended);
  throw new ProgramError(err, noMint(call, account));
}

/** Reads a mint for an instruction that has its own error for other accounts. @throws ProgramError InvalidMint */
export function requireMintState(call: TokenCall, account: LoadedAccount): MintState {
  if (mintError(account, call.isExtended) === undefined) return new MintState(account, call.isExtended);
  throw tokenError('InvalidMint', noMint(call, account));
}

function noMint(call: TokenCall, account: LoadedAccount): string {
  return `there is no mint ${call.show(account)} ${call.atSlot}`;
}

/** The reason why an account is not a mint; undefined: it is one. */
export function mintError(account: Pick<LoadedAccount, 'data'>, isExtended: boolean): InstructionError | undefined {
  if (!fitsLength(account.data, MINT_BYTES, isExtended)) return 'InvalidAccountData';
  const flag = mintByte(account);
  if (flag === 0) return 'UninitializedAccount';
  if (!isExtended && flag > 1) return 'InvalidAccountData';
  return isTyped(account.data, MINT_BYTES, MINT_KIND) ? undefined : 'InvalidAccountData';
}

/** A token account that is still to be made. */
export function readNewTokenState(call: TokenCall, account: LoadedAccount): TokenState {
  requireLength(call, account, TOKEN_ACCOUNT_BYTES);
  const state = stateByte(account);
  if (!call.isExtended && state > FROZEN) throw wrongData(call, account);
  if (state === INITIALIZED || state === FROZEN) throw alreadyInUse(call, account);
  requireUntyped(call, account, TOKEN_ACCOUNT_BYTES);
  return new TokenState(account, call.isExtended);
}

/** A mint that is still to be made. */
export function readNewMintState(call: TokenCall, account: LoadedAccount): MintState {
  requireLength(call, account, MINT_BYTES);
  const flag = mintByte(account);
  if (!call.isExtended && flag > 1) throw wrongData(call, account);
  if (flag !== 0) throw alreadyInUse(call, account);
  requireUntyped(call, account, MINT_BYTES);
  return new MintState(account, call.isExtended);
}

function requireLength(call: TokenCall, account: LoadedAccount, bytes: number): void {
  if (!fitsLength(account.data, bytes, call.isExtended)) throw wrongData(call, account);
}

function requireUntyped(call: TokenCall, account: LoadedAccount, bytes: number): void {
  if (!isTyped(account.data, bytes, NO_KIND)) throw wrongData(call, account);
}

export function wrongData(call: TokenCall, account: LoadedAccount): ProgramError {
  return new ProgramError('InvalidAccountData', `the data of ${call.show(account)} does not fit ${call.atSlot}`);
}

export function alreadyInUse(call: TokenCall, account: LoadedAccount): ProgramError {
  return tokenError('AlreadyInUse', `${call.show(account)} is initialized already ${call.atSlot}`);
}

/** Extensions come after the longest state, and nothing with extensions is as long as a multisig. */
function fitsLength({ length }: Uint8Array, bytes: number, isExtended: boolean): boolean {
  return isExtended ? length >= bytes && length !== MULTISIG_BYTES : length === bytes;
}

/** Whether data that is longer than `bytes` has zeros up to its type, and that type. */
function isTyped(data: Uint8Array, bytes: number, type: number): boolean {
  if (data.length === bytes) return true;
  if (data.length < EXTENSIONS_OFFSET || data[KIND_OFFSET] !== type) return false;
  return data.subarray(bytes, KIND_OFFSET).every((byte) => byte === 0);
}
