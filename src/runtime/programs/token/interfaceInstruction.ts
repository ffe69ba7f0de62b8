import { exactly, type TypeOf, tryDecode } from '../../../codec/struct.ts';
import type { Address } from '../../../solana/address.ts';
import { DISCRIMINATOR_BYTES, type interfaceRow } from '../../../solana/programs/splToken/extensionInstructions.ts';
import type { LoadedAccount } from '../../accounts/loadedAccounts.ts';
import type { ProgramError } from '../../programError.ts';
import { requireSignature } from './authorities.ts';
import { extensionValue } from './extensionEntries.ts';
import type { GroupErrorName, MetadataErrorName } from './interfaceErrors.ts';
import { readMintState } from './readTokenState.ts';
import { TextReader } from './textMemory.ts';
import { invalidInstruction } from './tokenArguments.ts';
import type { TokenCall } from './tokenCall.ts';
import { actionRefusal } from './tokenChecks.ts';
import { tokenError } from './tokenErrors.ts';

/**
 * Parts that the instructions of the interfaces for metadata and groups share. Token-2022 keeps both in the mint itself.
 *
 * Source   spl-token-2022 11.0 `processor.rs`, `extension/token_metadata/processor.rs`, `extension/token_group/processor.rs`
 * @module
 */

type InterfaceRow = NonNullable<ReturnType<typeof interfaceRow>>;

/** The line that an instruction logs once its arguments are read, and what it does. */
type InterfaceEffect<T> = readonly [line: string, carryOut: (call: TokenCall, args: T) => void];

/** The instructions of some interfaces, by the type of their row. */
export type InterfaceEffects<K extends string = string> = {
  readonly [R in InterfaceRow as Extract<R['type'], K>]: InterfaceEffect<TypeOf<R['args']>>;
};

/** @throws ProgramError where the bytes are not of the row */
export function runInterfaceRow(call: TokenCall, effects: InterfaceEffects, row: InterfaceRow): void {
  const [line, carryOut] = effects[row.type];
  const args = readInterfaceArguments(call, row);
  call.log(line);
  carryOut(call, args as never);
}

function readInterfaceArguments({ data }: TokenCall, { args }: InterfaceRow): unknown {
  const reader = new TextReader(data, DISCRIMINATOR_BYTES);
  const values = tryDecode(() => exactly<unknown>(args).read(reader));
  if (values === undefined) throw invalidInstruction();
  return values;
}

/** A part of a mint that an interface describes. */
export interface InterfacePart {
  /** the name in lines of the log */
  readonly name: string;
  /** the name in messages, behind `the` */
  readonly noun: string;
  /** the extension that points to the part, and the name of that extension */
  readonly pointer: number;
  readonly pointerName: string;
  readonly error: (name: MetadataErrorName & GroupErrorName, message: string, hint?: string) => ProgramError;
}

/** Requires that a part is put into the mint itself. @param account that would have the part */
export function requireInMint(
  call: TokenCall,
  { name, noun }: InterfacePart,
  account: LoadedAccount,
  mint: LoadedAccount,
): void {
  if (account === mint) return;
  call.log(`${name} for a mint must be initialized in the mint itself.`);
  throw tokenError('MintMismatch', `the ${noun} of ${call.show(mint)} cannot be in ${call.show(account)}`);
}

/** Requires that the authority of a mint signs, and that the mint has the pointer extension of the part. */
export function requireMintWithPointer(
  call: TokenCall,
  { error, name, pointer, pointerName }: InterfacePart,
  mint: LoadedAccount,
  authority: LoadedAccount,
): void {
  call.requireOwned(mint);
  const { authority: allowed } = readMintState(call, mint);
  const mintName = call.show(mint);
  requireSignature(call, authority);
  if (allowed === null) throw error('IncorrectMintAuthority', `${mintName} has no mint authority any more`);
  if (allowed !== authority.address)
    throw error('IncorrectMintAuthority', ...actionRefusal(call, `change ${mintName}`, authority, allowed)());
  if (extensionValue(mint, pointer) !== undefined) return;
  call.log(`A mint with ${name.toLowerCase()} must have the ${pointerName} extension initialized`);
  throw tokenError('InvalidExtensionCombination', `${mintName} does not have the ${pointerName} extension`);
}

interface Update {
  readonly mint: LoadedAccount;
  readonly authority: LoadedAccount;
  /** the address that changes the part; null: none does */
  readonly allowed: Address | null;
}

export function requireUpdateAuthority(
  call: TokenCall,
  { error, noun }: InterfacePart,
  { mint, authority, allowed }: Update,
): void {
  const part = `the ${noun} of ${call.show(mint)}`;
  requireSignature(call, authority);
  if (allowed === null) throw error('Immutable', `${part} has no update authority any more`);
  if (allowed !== authority.address)
    throw error('IncorrectUpdateAuthority', ...actionRefusal(call, `change ${part}`, authority, allowed)());
}
