import type { SMALL_EXTENSION_ROWS } from '../../../solana/programs/splToken/extensionInstructions.ts';
import { EXTENSION } from '../../../solana/programs/splToken/extensionTable.ts';
import { requireAuthority } from './authorities.ts';
import type { ExtensionEffects } from './extensionEffects.ts';
import { addExtension, editExtension } from './extensionEntries.ts';
import { readTokenState } from './readTokenState.ts';
import type { TokenCall } from './tokenCall.ts';
import { ownerRefusal } from './tokenChecks.ts';
import { tokenError } from './tokenErrors.ts';

/**
 * Extensions by which owners restrict the use of their accounts: required memos, and a guard against programs.
 *
 * Source   spl-token-2022 10.0 `extension/memo_transfer/processor.rs`, `extension/cpi_guard/processor.rs`
 * @module
 */

function switchFlag(call: TokenCall, type: number, flag: number): void {
  const account = call.next();
  const authority = call.next();
  call.requireOwned(account);
  const state = readTokenState(call, account);
  requireAuthority(call, state.owner, authority, ownerRefusal(call, state, authority));
  if (type === EXTENSION.cpiGuard && call.isCalled)
    throw tokenError('CpiGuardSettingsLocked', `${call.show(account)} is not guarded against programs by a program`);
  const value = editExtension(account, type) ?? addExtension(call, account, type);
  value[0] = flag;
}

type EffectsOf<T extends 30 | 34> = ExtensionEffects<(typeof SMALL_EXTENSION_ROWS)[T][number]>;

export const MEMO_TRANSFER: EffectsOf<30> = {
  enableRequiredMemoTransfers: [
    'RequiredMemoTransfersInstruction::Enable',
    (call) => switchFlag(call, EXTENSION.memoTransfer, 1),
  ],
  disableRequiredMemoTransfers: [
    'RequiredMemoTransfersInstruction::Disable',
    (call) => switchFlag(call, EXTENSION.memoTransfer, 0),
  ],
};

export const CPI_GUARD: EffectsOf<34> = {
  enableCpiGuard: ['CpiGuardInstruction::Enable', (call) => switchFlag(call, EXTENSION.cpiGuard, 1)],
  disableCpiGuard: ['CpiGuardInstruction::Disable', (call) => switchFlag(call, EXTENSION.cpiGuard, 0)],
};
