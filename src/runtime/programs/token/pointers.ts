/**
 * Extensions of mints that are an authority and an address, which it may change.
 *
 * Source   spl-token-2022 10.0 `extension/transfer_hook/processor.rs`, `extension/metadata_pointer/processor.rs`,
 *          `extension/group_pointer/processor.rs`, `extension/group_member_pointer/processor.rs`
 * @module
 */
import { ADDRESS_BYTES, TOKEN_2022_PROGRAM } from '../../../model/address.ts';
import { isZero } from '../../../programs/splToken/pod.ts';
import { EXTENSION } from '../../accounts/extensions.ts';
import { ProgramError } from '../../programError.ts';
import { requireAuthority } from './authority.ts';
import type { TokenCall, TokenInstruction } from './call.ts';
import { extensionAddress } from './extensionChecks.ts';
import { addExtension, editExtension, requireExtension } from './extensionEntries.ts';
import { invalidData, invalidInstruction } from './instructionData.ts';
import { nextNewMint } from './mintExtensions.ts';
import { readMintState } from './reading.ts';
import { mayNot } from './sentences.ts';
import { bySubTag, SUB_ARGUMENTS } from './subInstructions.ts';
import { tokenError } from './tokenErrors.ts';

interface Pointer {
  readonly extension: number;
  /** what instructions are logged with */
  readonly name: string;
  /** logged where neither of the two is given */
  readonly noneGiven: string;
  /** whether that is looked at before there is found to be no room */
  readonly looksFirst: boolean;
}

const needs = (what: string, address: string): string =>
  `The ${what} extension requires at least an authority or ${address} for initialization, neither was provided`;

const HOOK: Pointer = {
  extension: EXTENSION.transferHook,
  name: 'TransferHookInstruction',
  noneGiven: needs('transfer hook', 'a program id'),
  looksFirst: false,
};
const METADATA: Pointer = {
  extension: EXTENSION.metadataPointer,
  name: 'MetadataPointerInstruction',
  noneGiven: needs('metadata pointer', 'an address'),
  looksFirst: false,
};
const GROUP: Pointer = {
  extension: EXTENSION.groupPointer,
  name: 'GroupPointerInstruction',
  noneGiven: needs('group pointer', 'an address'),
  looksFirst: true,
};
const MEMBER: Pointer = {
  extension: EXTENSION.groupMemberPointer,
  name: 'GroupMemberPointerInstruction',
  noneGiven: needs('group member pointer', 'an address'),
  looksFirst: true,
};

export const transferHook: TokenInstruction = instructionsOf(HOOK);
export const metadataPointer: TokenInstruction = instructionsOf(METADATA);
export const groupPointer: TokenInstruction = instructionsOf(GROUP);
export const groupMemberPointer: TokenInstruction = instructionsOf(MEMBER);

function instructionsOf(pointer: Pointer): TokenInstruction {
  return bySubTag([
    [`${pointer.name}::Initialize`, (call) => initialize(call, pointer)],
    [`${pointer.name}::Update`, (call) => update(call, pointer)],
  ]);
}

function initialize(call: TokenCall, pointer: Pointer): void {
  const given = argumentsOf(call, 2 * ADDRESS_BYTES);
  const mint = nextNewMint(call);
  if (pointer.looksFirst) requireSome(call, given, pointer);
  const value = addExtension(call, mint, pointer.extension);
  if (pointer === HOOK) refuseOwn(given.subarray(ADDRESS_BYTES));
  requireSome(call, given, pointer);
  value.set(given);
}

function argumentsOf({ data }: TokenCall, bytes: number): Uint8Array {
  if (data.length !== SUB_ARGUMENTS + bytes) throw invalidData();
  return data.subarray(SUB_ARGUMENTS);
}

function requireSome(call: TokenCall, given: Uint8Array, { noneGiven }: Pointer): void {
  if (!isZero(given)) return;
  call.log(noneGiven);
  throw invalidInstruction();
}

/** A token program cannot be its own hook. */
function refuseOwn(program: Uint8Array): void {
  if (extensionAddress(program, 0) === TOKEN_2022_PROGRAM)
    throw new ProgramError('IncorrectProgramId', 'Token-2022 cannot be the hook of its own transfers');
}

function update(call: TokenCall, pointer: Pointer): void {
  const given = argumentsOf(call, ADDRESS_BYTES);
  const mint = call.next();
  const authority = call.next();
  call.requireOwned(mint);
  readMintState(call, mint);
  const allowed = extensionAddress(requireExtension(call, mint, pointer.extension), 0);
  if (allowed === null) throw tokenError('NoAuthorityExists', `nobody may change ${call.show(mint)} any more`);
  requireAuthority(call, allowed, authority, mayNot(call, `change ${call.show(mint)}`, authority, allowed));
  if (pointer === HOOK) refuseOwn(given);
  editExtension(mint, pointer.extension)!.set(given, ADDRESS_BYTES);
}
