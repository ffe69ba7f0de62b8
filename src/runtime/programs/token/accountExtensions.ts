import type { LoadedAccount } from '../../accounts/loadedAccounts.ts';
import { EXTENSION } from '../../accounts/tokenLayouts.ts';
import { requireAuthority } from './authorities.ts';
import { addExtension, editExtension } from './extensionEntries.ts';
import type { ExtensionInstruction } from './mintExtensions.ts';
import { readTokenState } from './readTokenState.ts';
import { notOwner } from './sentences.ts';
import type { TokenCall } from './tokenCall.ts';
import { tokenError } from './tokenErrors.ts';

/**
 * Owners' conditions for the use of their accounts.
 *
 * Source   spl-token-2022 10.0 `extension/memo_transfer/processor.rs`, `extension/cpi_guard/processor.rs`
 * @module
 */

/** Lists both sub tags; ignores later data. */
function switches(name: string, type: number, refuse: Refusal = () => undefined): readonly ExtensionInstruction[] {
  return [
    { line: `${name}::Enable`, carryOut: (call) => switchFlag(call, type, 1, refuse) },
    { line: `${name}::Disable`, carryOut: (call) => switchFlag(call, type, 0, refuse) },
  ];
}

type Refusal = (call: TokenCall, account: LoadedAccount) => void;

function switchFlag(call: TokenCall, type: number, flag: number, refuse: Refusal): void {
  const account = call.next();
  const authority = call.next();
  call.requireOwned(account);
  const state = readTokenState(call, account);
  requireAuthority(call, state.owner, authority, notOwner(call, state, authority));
  refuse(call, account);
  const value = editExtension(account, type) ?? addExtension(call, account, type);
  value[0] = flag;
}

export const MEMO_TRANSFER: readonly ExtensionInstruction[] = switches(
  'RequiredMemoTransfersInstruction',
  EXTENSION.memoTransfer,
);

export const CPI_GUARD: readonly ExtensionInstruction[] = switches(
  'CpiGuardInstruction',
  EXTENSION.cpiGuard,
  (call, account) => {
    if (call.isCalled)
      throw tokenError('CpiGuardSettingsLocked', `${call.show(account)} is not guarded against programs by a program`);
  },
);
