import type { LedgerState } from './state.ts';

/** The slots that the three commitments have reached. */
export interface Tips {
  readonly processed: bigint;
  readonly confirmed: bigint;
  readonly finalized: bigint;
}

/** How many slots the other tips are behind the processed one. */
export interface Lag {
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

/** A tip above the processed one has no lag. */
export function lagOf(state: LedgerState): Lag {
  const { processed, confirmed, finalized } = tipsOf(state);
  return { confirmed: distance(processed, confirmed), finalized: distance(processed, finalized) };
}

function distance(from: bigint, to: bigint): bigint {
  return from > to ? from - to : 0n;
}
