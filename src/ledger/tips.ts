import { maxOf, minOf } from '../codec/bigints.ts';
import { isActive } from '../gates.ts';
import { statusWindowStart } from './blockQueries.ts';
import { chainTo, cutChain, sameChain } from './history/chain.ts';
import type { Protocol } from './protocol.ts';
import type { LedgerState } from './state.ts';

/** The slots that the three commitments have reached. */
export interface Tips {
  readonly processed: bigint;
  readonly confirmed: bigint;
  readonly finalized: bigint;
}

/** The number of slots that the other tips are behind the processed one. */
export interface CommitmentDistance {
  readonly confirmed: bigint;
  readonly finalized: bigint;
}

export function tipsOf({ chains }: LedgerState): Tips {
  return {
    processed: chains.processed.tip,
    confirmed: chains.confirmed.tip,
    finalized: chains.finalized.tip,
  };
}

/** The distance of the tips; 0 for a tip above the processed one. */
export function distanceOf(state: LedgerState): CommitmentDistance {
  const { processed, confirmed, finalized } = tipsOf(state);
  return { confirmed: subtractSlots(processed, confirmed), finalized: subtractSlots(processed, finalized) };
}

/** The tips with the processed one at a slot: the others follow at their distance, and never fall back. */
export function tipsAt(processed: bigint, distance: CommitmentDistance, before: Tips): Tips {
  const follow = (tip: bigint, behind: bigint) => maxOf(tip, subtractSlots(processed, behind));
  const confirmed = minOf(follow(before.confirmed, distance.confirmed), processed);
  return { processed, confirmed, finalized: minOf(follow(before.finalized, distance.finalized), confirmed) };
}

/** The highest slot that the ledger knows something of. */
export function lastSlot({ accounts, history, passedUpTo }: LedgerState): bigint {
  return maxOf(passedUpTo, maxOf(history.lastSlot ?? 0n, accounts.lastSlot ?? 0n));
}

/** Under Alpenglow, confirmed and finalized are one tip. Source agave 4.3 commitment_service.rs, votor root_utils.rs */
export function settledTips(tips: Tips, { alpenglowFrom }: Protocol): Tips {
  return isActive(alpenglowFrom, tips.confirmed) ? { ...tips, finalized: tips.confirmed } : tips;
}

/**
 * Moves the tips. Each tip shows the processed chain up to its slot; if neither it nor a tip above it has moved, it keeps its own chain.
 */
export function withTips(state: LedgerState, newTips: Tips): LedgerState {
  const { chains, dropped, history } = state;
  const tips = settledTips(newTips, state.protocol);
  const processed = chainTo(tips.processed, history, dropped, chains.processed);
  const keepsProcessed = sameChain(processed, chains.processed);
  const keepsConfirmed = keepsProcessed && chains.confirmed.tip === tips.confirmed;
  const confirmed = keepsConfirmed ? chains.confirmed : cutChain(processed, tips.confirmed);
  const keepsFinalized = keepsConfirmed && chains.finalized.tip === tips.finalized;
  const finalized = keepsFinalized ? chains.finalized : cutChain(confirmed, tips.finalized);
  const windowStart = statusWindowStart(history, finalized);
  return {
    ...state,
    chains: { processed, confirmed, finalized },
    passedUpTo: maxOf(state.passedUpTo, tips.processed),
    statusWindowStart: maxOf(windowStart, state.statusesExpiredBefore),
  };
}

function subtractSlots(from: bigint, to: bigint): bigint {
  return from > to ? from - to : 0n;
}

/** Whether confirmed and finalized are at their distance after a move. After a send that confirms at once they are not. */
export function tipsKeepDistance(before: LedgerState, after: LedgerState, distance: CommitmentDistance): boolean {
  const { confirmed, finalized, processed } = tipsOf(after);
  const expected = tipsAt(processed, distance, tipsOf(before));
  return confirmed === expected.confirmed && finalized === expected.finalized;
}
