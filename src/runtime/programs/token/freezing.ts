import { FROZEN, INITIALIZED } from '../../../solana/programs/splToken/layout.ts';
import { requireAuthority } from './authorities.ts';
import { readMintState, readTokenState } from './readTokenState.ts';
import type { TokenCall } from './tokenCall.ts';
import { actionRefusal, requireSameMint } from './tokenChecks.ts';
import { tokenError } from './tokenErrors.ts';

/** Freezes an account, or thaws it. */
export function setFrozen(call: TokenCall, freezes: boolean): void {
  const account = call.next();
  const mint = call.next();
  const authority = call.next();
  call.requireOwnedIfToken2022(account);
  call.requireOwnedIfToken2022(mint);
  const state = readTokenState(call, account);
  if (state.isFrozen === freezes)
    throw tokenError(
      'InvalidState',
      `${call.show(account)} is ${freezes ? 'frozen already' : 'not frozen'} ${call.atSlot}`,
    );
  if (state.isNative) throw tokenError('NativeNotSupported', `${call.show(account)} holds SOL, which is not frozen`);
  requireSameMint(call, state, mint.address);
  const allowed = readMintState(call, mint).freezeAuthority;
  if (allowed === null) throw tokenError('MintCannotFreeze', `${call.show(mint)} has no freeze authority`);
  const action = `${freezes ? 'freeze' : 'thaw'} accounts of ${call.show(mint)}`;
  requireAuthority(call, allowed, authority, actionRefusal(call, action, authority, allowed));
  state.state = freezes ? FROZEN : INITIALIZED;
}
