/**
 * Extensions of mints, which are added before the mint is initialized.
 *
 * Source   spl-token-2022 10.0 `processor.rs`, `extension/default_account_state/processor.rs`, `extension/pausable/processor.rs`,
 *          `extension/scaled_ui_amount/processor.rs`, `extension/permissioned_burn/processor.rs`
 * @module
 */
import { ADDRESS_BYTES } from '../../../model/address.ts';
import { EXTENSION } from '../../accounts/extensions.ts';
import type { LoadedAccount } from '../../accounts/loadedAccounts.ts';
import { requireAuthority } from './authority.ts';
import type { TokenCall } from './call.ts';
import { extensionAddress } from './extensionChecks.ts';
import { addExtension, checkFirstExtension, editExtension, requireExtension } from './extensionEntries.ts';
import {
  invalidData,
  invalidInstruction,
  readAddressArgument,
  readOptionalAddressArgument,
} from './instructionData.ts';
import { MINT_TYPE, readMintState, readNewMintState } from './reading.ts';
import { mayNot } from './sentences.ts';
import { setExtensionAddress } from './setExtensionAuthority.ts';
import { FROZEN } from './state.ts';
import { SUB_ARGUMENTS } from './subInstructions.ts';
import { tokenError } from './tokenErrors.ts';

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
