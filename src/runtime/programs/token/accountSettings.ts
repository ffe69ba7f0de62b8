/**
 * What owners ask of what is done with their accounts.
 *
 * Source   spl-token-2022 10.0 `extension/memo_transfer/processor.rs`, `extension/cpi_guard/processor.rs`
 * @module
 */
import { EXTENSION } from '../../accounts/extensions.ts';
import { requireAuthority } from './authority.ts';
import type { TokenCall } from './call.ts';
import { addExtension, editExtension } from './extensionEntries.ts';
import { readTokenState } from './reading.ts';
import { notOwner } from './sentences.ts';
import { bySubTag } from './subInstructions.ts';
import { tokenError } from './tokenErrors.ts';

export const memoTransfer = bySubTag([
  ['RequiredMemoTransfersInstruction::Enable', (call) => setFlag(call, EXTENSION.memoTransfer, 1)],
  ['RequiredMemoTransfersInstruction::Disable', (call) => setFlag(call, EXTENSION.memoTransfer, 0)],
]);

export const cpiGuard = bySubTag([
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
