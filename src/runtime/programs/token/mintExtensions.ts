import { ADDRESS_BYTES, TOKEN_2022_PROGRAM } from '../../../solana/address.ts';
import { isZero } from '../../../solana/programs/splToken/layout.ts';
import type { LoadedAccount } from '../../accounts/loadedAccounts.ts';
import { EXTENSION } from '../../accounts/tokenLayouts.ts';
import { NotModelledError } from '../../notModelled.ts';
import { ProgramError } from '../../programError.ts';
import { requireAuthority, setExtensionAddress } from './authorities.ts';
import {
  addExtension,
  checkFirstExtension,
  editExtension,
  extensionAddress,
  requireExtension,
} from './extensionEntries.ts';
import { mayNot } from './sentences.ts';
import {
  invalidData,
  invalidInstruction,
  readAddressArgument,
  readOptionalAddressArgument,
  type TokenCall,
  type TokenInstruction,
} from './tokenCall.ts';
import { tokenError } from './tokenErrors.ts';
import { FROZEN, MINT_TYPE, readMintState, readNewMintState } from './tokenState.ts';

/** Where the arguments of an instruction of an extension begin: behind its tag and its sub tag. */
export const SUB_ARGUMENTS = 2;

/** By sub tag: what is logged, and what is done; null: it is not modelled. */
export type SubInstructions = readonly (readonly [log: string, run: TokenInstruction] | null)[];

/** An instruction whose second byte says which one of an extension it is. */
export function bySubTag(rows: SubInstructions): TokenInstruction {
  return (call: TokenCall) => {
    const sub = call.data[1];
    if (sub === undefined) throw invalidData();
    const row = rows[sub];
    if (row === undefined) throw invalidInstruction();
    if (row === null) throw new NotModelledError(call.instruction);
    call.log(row[0]);
    row[1](call);
  };
}

/**
 * Extensions of mints, which are added before the mint is initialized.
 *
 * Source   spl-token-2022 10.0 `processor.rs`, `extension/default_account_state/processor.rs`, `extension/pausable/processor.rs`,
 *          `extension/scaled_ui_amount/processor.rs`, `extension/permissioned_burn/processor.rs`
 * @module
 */

/** The mint that an extension is added to. */
export function nextNewMint(call: TokenCall): LoadedAccount {
  const mint = call.next();
  call.requireOwned(mint);
  readNewMintState(call, mint);
  checkFirstExtension(call, mint, MINT_TYPE);
  return mint;
}

export function initializeMintCloseAuthority(call: TokenCall): void {
  const to = readOptionalAddressArgument(call, 1);
  const mint = nextNewMint(call);
  addExtension(call, mint, EXTENSION.mintCloseAuthority);
  setExtensionAddress(call, mint, EXTENSION.mintCloseAuthority, 0, to);
}

export function initializeNonTransferableMint(call: TokenCall): void {
  addExtension(call, nextNewMint(call), EXTENSION.nonTransferable);
}

export function initializePermanentDelegate(call: TokenCall): void {
  addAddress(call, EXTENSION.permanentDelegate, 1);
}

export function initializePausable(call: TokenCall): void {
  addAddress(call, EXTENSION.pausable, SUB_ARGUMENTS);
}

export function initializePermissionedBurn(call: TokenCall): void {
  addAddress(call, EXTENSION.permissionedBurn, SUB_ARGUMENTS);
}

/** An extension that begins with an address, which is not nobody. */
function addAddress(call: TokenCall, extension: number, start: number): void {
  const address = readAddressArgument(call, start);
  const mint = nextNewMint(call);
  addExtension(call, mint, extension);
  setExtensionAddress(call, mint, extension, 0, address);
}

const CONFIDENTIAL_MINT_BYTES = 65;

/** Authority, flag and key of the auditor, as they are stored. */
export function initializeConfidentialTransferMint(call: TokenCall): void {
  const { data } = call;
  if (data.length !== SUB_ARGUMENTS + CONFIDENTIAL_MINT_BYTES) throw invalidData();
  addExtension(call, nextNewMint(call), EXTENSION.confidentialTransferMint).set(data.subarray(SUB_ARGUMENTS));
}

const MULTIPLIER_BYTES = 8;
const NEW_MULTIPLIER = 48;

export function initializeScaledUiAmount(call: TokenCall): void {
  const { data } = call;
  if (data.length !== SUB_ARGUMENTS + ADDRESS_BYTES + MULTIPLIER_BYTES) throw invalidData();
  const value = addExtension(call, nextNewMint(call), EXTENSION.scaledUiAmount);
  const multiplier = data.subarray(SUB_ARGUMENTS + ADDRESS_BYTES);
  const number = Buffer.from(multiplier).readDoubleLE();
  if (!(number >= SMALLEST_NORMAL && number < Infinity))
    throw tokenError('InvalidScale', `${number} is no multiplier of amounts`);
  value.set(data.subarray(SUB_ARGUMENTS));
  value.set(multiplier, NEW_MULTIPLIER);
}

const SMALLEST_NORMAL = 2 ** -1022;

export function initializeDefaultAccountState(call: TokenCall): void {
  const state = readDefaultState(call);
  addExtension(call, nextNewMint(call), EXTENSION.defaultAccountState)[0] = state;
}

export function updateDefaultAccountState(call: TokenCall): void {
  const state = readDefaultState(call);
  const mint = call.next();
  const authority = call.next();
  call.requireOwned(mint);
  const allowed = readMintState(call, mint).freezeAuthority;
  if (allowed === null) throw tokenError('NoAuthorityExists', `${call.show(mint)} has no freeze authority`);
  requireAuthority(call, allowed, authority, mayNot(call, `freeze accounts of ${call.show(mint)}`, authority, allowed));
  mint.edit();
  requireExtension(call, mint, EXTENSION.defaultAccountState)[0] = state;
}

function readDefaultState({ data }: TokenCall): number {
  const state = data[SUB_ARGUMENTS]!;
  if (state === 0) throw tokenError('InvalidState', 'accounts cannot start uninitialized');
  return state;
}

/** Unlike other instructions of extensions, these are read before they are logged. */
export function requireDefaultState({ data }: TokenCall): void {
  if (data.length !== SUB_ARGUMENTS + 1 || data[1]! > 1 || data[SUB_ARGUMENTS]! > FROZEN) throw invalidInstruction();
}

export function pause(call: TokenCall): void {
  setPaused(call, 1);
}

export function resume(call: TokenCall): void {
  setPaused(call, 0);
}

function setPaused(call: TokenCall, flag: number): void {
  const mint = call.next();
  const authority = call.next();
  call.requireOwned(mint);
  readMintState(call, mint);
  const allowed = extensionAddress(requireExtension(call, mint, EXTENSION.pausable), 0);
  if (allowed === null) throw tokenError('AuthorityTypeNotSupported', `${call.show(mint)} cannot be paused any more`);
  requireAuthority(call, allowed, authority, mayNot(call, `pause ${call.show(mint)}`, authority, allowed));
  editExtension(mint, EXTENSION.pausable)![ADDRESS_BYTES] = flag;
}

/**
 * Extensions of mints that are an authority and an address, which it may change.
 *
 * Source   spl-token-2022 10.0 `extension/transfer_hook/processor.rs`, `extension/metadata_pointer/processor.rs`,
 *          `extension/group_pointer/processor.rs`, `extension/group_member_pointer/processor.rs`
 * @module
 */

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
