import {
  EXTENSIONS_OFFSET,
  FROZEN,
  INITIALIZED,
  KIND_OFFSET,
  kindByte,
  MINT_BYTES,
  MULTISIG_BYTES,
  TOKEN_ACCOUNT_BYTES,
} from '../../../solana/programs/splToken/layout.ts';
import { inFile } from '../../../syntax/hintParts.ts';
import type { LoadedAccount } from '../../accounts/loadedAccounts.ts';
import { missingMintText } from '../../accounts/tokens.ts';
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

const MINT_KIND = kindByte('mint');

const ACCOUNT_KIND = kindByte('account');

/** @throws ProgramError InvalidAccountData, UninitializedAccount */
export function readTokenState(call: TokenCall, account: LoadedAccount): TokenState {
  const err = tokenAccountError(account, call.isToken2022);
  if (err === undefined) return new TokenState(account, call.isToken2022);
  throw missingTokenAccount(call, account, err);
}

/** The reason why an account is not a token account; undefined: it is one. */
export function tokenAccountError(
  account: Pick<LoadedAccount, 'data'>,
  isToken2022: boolean,
): InstructionError | undefined {
  if (!hasLengthFor(account.data, TOKEN_ACCOUNT_BYTES, isToken2022)) return 'InvalidAccountData';
  const state = stateByte(account);
  if (!isToken2022 && state > FROZEN) return 'InvalidAccountData';
  if (state !== INITIALIZED && state !== FROZEN) return 'UninitializedAccount';
  return hasKind(account.data, TOKEN_ACCOUNT_BYTES, ACCOUNT_KIND) ? undefined : 'InvalidAccountData';
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
  const err = mintError(account, call.isToken2022);
  if (err === undefined) return new MintState(account, call.isToken2022);
  throw new ProgramError(err, missingMintText(call.accounts, account.address));
}

/** Reads a mint for an instruction that has its own error for other accounts. @throws ProgramError InvalidMint */
export function requireMintState(call: TokenCall, account: LoadedAccount): MintState {
  if (mintError(account, call.isToken2022) === undefined) return new MintState(account, call.isToken2022);
  throw tokenError('InvalidMint', missingMintText(call.accounts, account.address));
}

/** The reason why an account is not a mint; undefined: it is one. */
export function mintError(account: Pick<LoadedAccount, 'data'>, isToken2022: boolean): InstructionError | undefined {
  if (!hasLengthFor(account.data, MINT_BYTES, isToken2022)) return 'InvalidAccountData';
  const flag = mintByte(account);
  if (flag === 0) return 'UninitializedAccount';
  if (!isToken2022 && flag > 1) return 'InvalidAccountData';
  return hasKind(account.data, MINT_BYTES, MINT_KIND) ? undefined : 'InvalidAccountData';
}

/** A token account that is still to be made. */
export function readNewTokenState(call: TokenCall, account: LoadedAccount): TokenState {
  requireLength(call, account, TOKEN_ACCOUNT_BYTES);
  const state = stateByte(account);
  if (!call.isToken2022 && state > FROZEN) throw wrongData(call, account);
  if (state === INITIALIZED || state === FROZEN) throw inUseError(call, account);
  requireUntyped(call, account, TOKEN_ACCOUNT_BYTES);
  return new TokenState(account, call.isToken2022);
}

/** A mint that is still to be made. */
export function readNewMintState(call: TokenCall, account: LoadedAccount): MintState {
  requireLength(call, account, MINT_BYTES);
  const flag = mintByte(account);
  if (!call.isToken2022 && flag > 1) throw wrongData(call, account);
  if (flag !== 0) throw inUseError(call, account);
  requireUntyped(call, account, MINT_BYTES);
  return new MintState(account, call.isToken2022);
}

function requireLength(call: TokenCall, account: LoadedAccount, bytes: number): void {
  if (!hasLengthFor(account.data, bytes, call.isToken2022)) throw wrongData(call, account);
}

function requireUntyped(call: TokenCall, account: LoadedAccount, bytes: number): void {
  if (!hasKind(account.data, bytes, NO_KIND)) throw wrongData(call, account);
}

export function wrongData(call: TokenCall, account: LoadedAccount): ProgramError {
  return new ProgramError('InvalidAccountData', `the data of ${call.show(account)} does not fit ${call.atSlot}`);
}

export function inUseError(call: TokenCall, account: LoadedAccount): ProgramError {
  return tokenError('AlreadyInUse', `${call.show(account)} is initialized already ${call.atSlot}`);
}

/**
 * Whether data may be a state of `bytes` bytes by its length. In Token-2022 extensions may follow it, and nothing with extensions is as long as a
 * multisig.
 */
function hasLengthFor({ length }: Uint8Array, bytes: number, isToken2022: boolean): boolean {
  return isToken2022 ? length >= bytes && length !== MULTISIG_BYTES : length === bytes;
}

/** Whether data has a kind of account before its extensions, and zeros up to there. Data without extensions has no kind: it passes. */
function hasKind(data: Uint8Array, bytes: number, kind: number): boolean {
  if (data.length === bytes) return true;
  if (data.length < EXTENSIONS_OFFSET || data[KIND_OFFSET] !== kind) return false;
  return data.subarray(bytes, KIND_OFFSET).every((byte) => byte === 0);
}
