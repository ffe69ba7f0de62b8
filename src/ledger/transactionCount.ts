import type { LedgerView } from './view.ts';

/**
 * Transactions on the chain up to a view's tip. The ledger says how many there are up to the processed tip, and those that
 * it holds above the view's are taken off; where it says nothing, those that the view gives out are counted.
 */
export function transactionCount(view: LedgerView): bigint {
  const { chains, cluster, transactions } = view.state;
  if (cluster.transactionCount === undefined) return BigInt(transactions.filter(({ slot }) => view.shows(slot)).length);
  const { tip, offChain } = chains.processed;
  let above = 0n;
  for (let i = transactions.length - 1; i >= 0 && transactions[i]!.slot > view.slot; i--) {
    const { slot } = transactions[i]!;
    if (slot <= tip && !offChain.has(slot)) above++;
  }
  return cluster.transactionCount - above;
}
