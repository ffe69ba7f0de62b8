import { DISCRIMINATOR_BYTES, INTERFACE_ROWS } from '../../../solana/programs/splToken/extensionInstructions.ts';
import { EXTENSION } from '../../accounts/tokenLayouts.ts';
import { requireAuthority } from './authorities.ts';
import { addExtension, editExtension } from './extensionEntries.ts';
import { createNativeMint } from './initialize.ts';
import {
  bySubTag,
  groupMemberPointer,
  groupPointer,
  initializeConfidentialTransferMint,
  initializeDefaultAccountState,
  initializeMintCloseAuthority,
  initializeNonTransferableMint,
  initializePausable,
  initializePermanentDelegate,
  initializePermissionedBurn,
  initializeScaledUiAmount,
  metadataPointer,
  pause,
  requireDefaultState,
  resume,
  type SubInstructions,
  transferHook,
  updateDefaultAccountState,
} from './mintExtensions.ts';
import { notOwner } from './sentences.ts';
import { permissionedBurn, permissionedBurnChecked } from './supply.ts';
import type { TokenCall, TokenInstruction } from './tokenCall.ts';
import { tokenError } from './tokenErrors.ts';
import { readTokenState } from './tokenState.ts';
import { transferFee } from './transferFees.ts';

/**
 * What owners ask of what is done with their accounts.
 *
 * Source   spl-token-2022 10.0 `extension/memo_transfer/processor.rs`, `extension/cpi_guard/processor.rs`
 * @module
 */

const memoTransfer = bySubTag([
  ['RequiredMemoTransfersInstruction::Enable', (call) => setFlag(call, EXTENSION.memoTransfer, 1)],
  ['RequiredMemoTransfersInstruction::Disable', (call) => setFlag(call, EXTENSION.memoTransfer, 0)],
]);

const cpiGuard = bySubTag([
  ['CpiGuardInstruction::Enable', (call) => setFlag(call, EXTENSION.cpiGuard, 1)],
  ['CpiGuardInstruction::Disable', (call) => setFlag(call, EXTENSION.cpiGuard, 0)],
]);

function setFlag(call: TokenCall, extension: number, flag: number): void {
  const account = call.next();
  const authority = call.next();
  call.requireOwned(account);
  const state = readTokenState(call, account);
  requireAuthority(call, state.owner, authority, notOwner(call, state, authority));
  if (extension === EXTENSION.cpiGuard && call.isCalled)
    throw tokenError('CpiGuardSettingsLocked', `${call.show(account)} is not guarded against programs by a program`);
  const value = editExtension(account, extension) ?? addExtension(call, account, extension);
  value[0] = flag;
}

const DEFAULT_STATE: SubInstructions = [
  ['DefaultAccountStateInstruction::Initialize', initializeDefaultAccountState],
  ['DefaultAccountStateInstruction::Update', updateDefaultAccountState],
];

function defaultAccountState(call: TokenCall): void {
  requireDefaultState(call);
  bySubTag(DEFAULT_STATE)(call);
}

const NOT_MODELLED = null;
const confidentialTransfer = bySubTag([
  ['ConfidentialTransferInstruction::InitializeMint', initializeConfidentialTransferMint],
  ...Array.from({ length: 14 }, () => NOT_MODELLED),
]);
const scaledUiAmount = bySubTag([
  ['ScaledUiAmountMintInstruction::Initialize', initializeScaledUiAmount],
  NOT_MODELLED,
]);
const pausable = bySubTag([
  ['PausableInstruction::Initialize', initializePausable],
  ['PausableInstruction::Pause', pause],
  ['PausableInstruction::Resume', resume],
]);
const permissioned = bySubTag([
  ['PermissionedBurnInstruction::Initialize', initializePermissionedBurn],
  ['PermissionedBurnInstruction::Burn', permissionedBurn],
  ['PermissionedBurnInstruction::BurnChecked', permissionedBurnChecked],
  NOT_MODELLED,
]);

/** Instructions that only Token-2022 has, by tag, with the name that it logs; some log no name of their own. */
export const EXTENSION_INSTRUCTIONS: {
  readonly [tag: number]: readonly [name: string | null, run: TokenInstruction] | undefined;
} = {
  25: ['InitializeMintCloseAuthority', initializeMintCloseAuthority],
  26: [null, transferFee],
  27: [null, confidentialTransfer],
  28: [null, defaultAccountState],
  30: [null, memoTransfer],
  31: ['CreateNativeMint', createNativeMint],
  32: ['InitializeNonTransferableMint', initializeNonTransferableMint],
  34: [null, cpiGuard],
  35: ['InitializePermanentDelegate', initializePermanentDelegate],
  36: [null, transferHook],
  39: [null, metadataPointer],
  40: [null, groupPointer],
  41: [null, groupMemberPointer],
  43: ['ScaledUiAmountExtension', scaledUiAmount],
  44: ['PausableExtension', pausable],
  46: ['PermissionedBurnExtension', permissioned],
};

/** Reallocate, interest, confidential fees, confidential minting. */
const OTHER_TAGS: ReadonlySet<number | undefined> = new Set([29, 33, 37, 42]);

/** Whether it is an instruction of Token-2022 that is not modelled, as those of metadata and groups are not. */
export function isNotModelled({ data }: TokenCall): boolean {
  const discriminator = Buffer.from(data.subarray(0, DISCRIMINATOR_BYTES)).toString('hex');
  return OTHER_TAGS.has(data[0]) || INTERFACE_ROWS.has(discriminator);
}
