import { requireAuthority } from './authority.ts';
import type { TokenCall } from './call.ts';
import { guarded, isGuarded } from './extensionChecks.ts';
import { readAmount, readCheckedAmount } from './instructionData.ts';
import { readMintState, readTokenState } from './reading.ts';
import { notOwner, requireDecimals, requireFrozenNot, requireMint } from './sentences.ts';

export function approve(call: TokenCall): void {
  delegate(call, readAmount(call));
}

export function approveChecked(call: TokenCall): void {
  const { amount, decimals } = readCheckedAmount(call);
  delegate(call, amount, decimals);
}

function delegate(call: TokenCall, amount: bigint, decimals?: number): void {
  const from = call.next();
  call.requireOwnedFirst(from);
  const mint = decimals === undefined ? undefined : call.next();
  const to = call.next();
  const authority = call.next();
  const state = readTokenState(call, from);
  requireFrozenNot(call, state, 'approve a delegate');
  if (mint !== undefined) {
    call.requireOwnedFirst(mint);
    requireMint(call, state, mint.address);
    call.requireOther(from, mint);
    requireDecimals(call, readMintState(call, mint), decimals!);
  }
  requireAuthority(call, state.owner, authority, notOwner(call, state, authority));
  if (call.isExtended && isGuarded(call, from)) throw guarded(call, from, 'CpiGuardApproveBlocked');
  state.delegateTo(to.address, amount);
}

export function revoke(call: TokenCall): void {
  const from = call.next();
  const early = call.isExtended ? call.next() : undefined;
  call.requireOwnedFirst(from);
  const state = readTokenState(call, from);
  const authority = early ?? call.next();
  requireFrozenNot(call, state, 'revoke its delegate');
  const expected = state.delegate === authority.address ? authority.address : state.owner;
  requireAuthority(call, expected, authority, notOwner(call, state, authority));
  state.delegateTo(null, 0n);
}
