import type { LedgerView } from './view.ts';

/**
 * Transactions on the chain up to a view's tip. Where the ledger gives the count up to the processed tip, those that
 * it holds above the view's tip are subtracted; otherwise those that the view shows are counted.
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
