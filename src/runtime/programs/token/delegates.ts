import { requireAuthority } from './authorities.ts';
import { guardError, isGuarded } from './extensionRules.ts';
import { readMintState, readTokenState } from './readTokenState.ts';
import type { Amount } from './tokenArguments.ts';
import type { TokenCall } from './tokenCall.ts';
import { assertNotFrozen, ownerRefusal, requireDecimals, requireSameMint } from './tokenChecks.ts';

/** Lets a delegate spend tokens of an account, in place of the delegate before. */
export function approve(call: TokenCall, { amount, decimals }: Amount): void {
  const from = call.next();
  call.requireOwnedIfToken2022(from);
  const mint = decimals === undefined ? undefined : call.next();
  const to = call.next();
  const authority = call.next();
  const state = readTokenState(call, from);
  assertNotFrozen(call, state, 'approve a delegate');
  if (mint !== undefined) {
    call.requireOwnedIfToken2022(mint);
    requireSameMint(call, state, mint.address);
    call.requireOther(from, mint);
    requireDecimals(call, readMintState(call, mint), decimals!);
  }
  requireAuthority(call, state.owner, authority, ownerRefusal(call, state, authority));
  if (call.isToken2022 && isGuarded(call, from)) throw guardError(call, from, 'CpiGuardApproveBlocked');
  state.delegateTo(to.address, amount);
}

/** Removes the delegate of an account. */
export function revoke(call: TokenCall): void {
  const from = call.next();
  const firstAuthority = call.isToken2022 ? call.next() : undefined;
  call.requireOwnedIfToken2022(from);
  const state = readTokenState(call, from);
  const authority = firstAuthority ?? call.next();
  assertNotFrozen(call, state, 'revoke its delegate');
  const expected = state.delegate === authority.address ? authority.address : state.owner;
  requireAuthority(call, expected, authority, ownerRefusal(call, state, authority));
  state.delegateTo(null, 0n);
}
