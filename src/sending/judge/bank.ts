import { minimumBalances } from '../../ledger/rent.ts';
import type { LedgerView } from '../../ledger/view.ts';
import type { Account } from '../../model/account.ts';
import type { Address } from '../../model/address.ts';
import type { SentTransaction } from '../../model/sentTransaction.ts';
import type { MinimumBalance } from '../../runtime/transactions/rent.ts';

/** What a transaction is judged by: a chain, and the accounts at its end. */
export interface Bank {
  /** for blockhashes, features, and what was processed before */
  readonly view: LedgerView;
  /** undefined for one that is not there, or has no lamports */
  account(address: Address): Account | undefined;
  readonly minimumBalance: MinimumBalance;
  /** what was processed besides the transactions of the view */
  isProcessed?(transaction: SentTransaction): boolean;
}

/** The bank of a commitment, as preflights and simulations see it. */
export function bankOf(view: LedgerView): Bank {
  return { view, account: (address) => view.account(address), minimumBalance: minimumBalances(view) };
}
