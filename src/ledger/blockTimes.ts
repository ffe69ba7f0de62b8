import type { LedgerState } from './state.ts';

/** Unix seconds of a slot, by its block or by a transaction of it; undefined where the ledger holds neither. */
export function blockTimeAt({ blocks, transactions }: LedgerState, slot: bigint): bigint | null | undefined {
  const block = blocks.get(slot) ?? transactions.find((transaction) => transaction.slot === slot);
  return block?.blockTimeSeconds;
}
