import type { LedgerState } from './state.ts';

/** Unix seconds of a slot, by its block or by a transaction of it; undefined where the ledger holds neither. */
export function blockTimeAt({ history }: LedgerState, slot: bigint): bigint | null | undefined {
  const block = history.block(slot) ?? history.transactionAt(history.firstOrdinalAt(slot));
  return block?.slot === slot ? block.blockTimeSeconds : undefined;
}
