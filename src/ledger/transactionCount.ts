import type { Chain } from './history/chain.ts';
import type { History } from './history/history.ts';
import type { LedgerView } from './view.ts';

/** Transactions up to a view's tip: those of its chain, and those that the ledger only knows the number of. */
export function transactionCount({ chain, state }: LedgerView): bigint {
  return state.counted.before + transactionsOn(chain, state.history, state.counted.from);
}

/** Transactions of a history on a chain, in slots from `first` on. */
export function transactionsOn({ offChain, tip }: Chain, history: History, first = 0n): bigint {
  let count = history.firstOrdinalAt(tip + 1n) - history.firstOrdinalAt(first);
  for (const range of offChain.between(first, tip))
    count -= history.firstOrdinalAt(range.last + 1n) - history.firstOrdinalAt(range.first);
  return BigInt(Math.max(count, 0));
}
