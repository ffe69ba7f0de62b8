import { requireAuthority } from './authority.ts';
import type { TokenCall } from './call.ts';
import { readMintState, readTokenState } from './reading.ts';
import { mayNot, requireMint } from './sentences.ts';
import { FROZEN, INITIALIZED } from './state.ts';
import { tokenError } from './tokenErrors.ts';

export function freezeAccount(call: TokenCall): void {
  setFrozen(call, true);
}

export function thawAccount(call: TokenCall): void {
  setFrozen(call, false);
}

function setFrozen(call: TokenCall, freezes: boolean): void {
  const account = call.next();
  const mint = call.next();
  const authority = call.next();
  call.requireOwnedFirst(account);
  call.requireOwnedFirst(mint);
  const state = readTokenState(call, account);
  if (state.isFrozen === freezes)
    throw tokenError(
      'InvalidState',
      `${call.show(account)} is ${freezes ? 'frozen already' : 'not frozen'} ${call.atSlot}`,
    );
  if (state.isNative) throw tokenError('NativeNotSupported', `${call.show(account)} holds SOL, which is not frozen`);
  requireMint(call, state, mint.address);
  const allowed = readMintState(call, mint).freezeAuthority;
  if (allowed === null) throw tokenError('MintCannotFreeze', `${call.show(mint)} has no freeze authority`);
  const what = `${freezes ? 'freeze' : 'thaw'} accounts of ${call.show(mint)}`;
  requireAuthority(call, allowed, authority, mayNot(call, what, authority, allowed));
  state.state = freezes ? FROZEN : INITIALIZED;
}
