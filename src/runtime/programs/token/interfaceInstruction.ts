import { type Decoder, tryDecode } from '../../../codec/struct.ts';
import type { Address } from '../../../solana/address.ts';
import { DISCRIMINATOR_BYTES } from '../../../solana/programs/splToken/extensionInstructions.ts';
import { readWhole } from '../../../solana/programs/splToken/extensions.ts';
import type { LoadedAccount } from '../../accounts/loadedAccounts.ts';
import type { ProgramError } from '../../programError.ts';
import { requireSignature } from './authorities.ts';
import { extensionValue } from './extensionEntries.ts';
import type { GroupErrorName, MetadataErrorName } from './interfaceErrors.ts';
import { readMintState } from './readTokenState.ts';
import { mayNot } from './sentences.ts';
import { invalidInstruction } from './tokenArguments.ts';
import type { TokenCall } from './tokenCall.ts';
import { tokenError } from './tokenErrors.ts';

/**
 * Parts that the instructions of the interfaces for metadata and groups share. Token-2022 keeps both in the mint itself.
 *
 * Source   spl-token-2022 11.0 `processor.rs`, `extension/token_metadata/processor.rs`, `extension/token_group/processor.rs`
 * @module
 */

/** Instructions by their names in jsonParsed. */
export type InterfaceInstructions = { readonly [name: string]: ((call: TokenCall) => void) | undefined };

/**
 * An instruction that reads its arguments before it logs.
 *
 * @param args all that is behind the discriminator
 */
export function interfaceInstruction<T>(
  line: string,
  args: Decoder<T>,
  carryOut: (call: TokenCall, decoded: T) => void,
): (call: TokenCall) => void {
  return (call) => {
    const decoded = tryDecode(() => readWhole(call.data.subarray(DISCRIMINATOR_BYTES), args));
    if (decoded === undefined) throw invalidInstruction();
    call.log(line);
    carryOut(call, decoded);
  };
}

/** A part of a mint that an interface describes. */
export interface InterfacePart {
  /** the name in lines of the log */
  readonly name: string;
  /** the name in messages, behind `the` */
  readonly noun: string;
  /** the extension that says where it is, and the name of that one */
  readonly pointer: number;
  readonly pointerName: string;
  readonly error: (name: MetadataErrorName & GroupErrorName, message: string, hint?: string) => ProgramError;
}

/** @param account that is to have the part */
export function requireSelf(
  call: TokenCall,
  { name, noun }: InterfacePart,
  account: LoadedAccount,
  mint: LoadedAccount,
): void {
  if (account === mint) return;
  call.log(`${name} for a mint must be initialized in the mint itself.`);
  throw tokenError('MintMismatch', `the ${noun} of ${call.show(mint)} cannot be in ${call.show(account)}`);
}

/** A mint whose authority signs, and which says where it is described. */
export function requireDescribable(
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
    throw error('IncorrectMintAuthority', ...mayNot(call, `change ${mintName}`, authority, allowed)());
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
    throw error('IncorrectUpdateAuthority', ...mayNot(call, `change ${part}`, authority, allowed)());
}
