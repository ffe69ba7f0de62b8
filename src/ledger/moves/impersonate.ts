import type { Address } from '../../solana/address.ts';
import type { LedgerState } from '../state.ts';

/** Lets transactions that are sent have the impersonated signature of an address. */
export function impersonate(state: LedgerState, address: Address): LedgerState {
  const { impersonated } = state.send;
  return impersonated.includes(address) ? state : withImpersonated(state, [...impersonated, address]);
}

export function stopImpersonating(state: LedgerState, address: Address): LedgerState {
  return withImpersonated(
    state,
    state.send.impersonated.filter((other) => other !== address),
  );
}

function withImpersonated(state: LedgerState, impersonated: readonly Address[]): LedgerState {
  return { ...state, send: { ...state.send, impersonated } };
}
