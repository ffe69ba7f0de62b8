import type { LedgerView } from '../../../ledger/view.ts';
import type { Account } from '../../../solana/account.ts';
import { fewOf } from './reasonSink.ts';

/** Sentences about accounts that upstream was asked for. @module */

/** The end of a sentence about accounts of which the ledger has only those that upstream was asked for. */
export const ONLY_ASKED = ' besides those that upstream was asked for';

/** Whether the ledger has some accounts only because upstream was asked for them. */
export function areAllAsked(accounts: readonly Account[], { state }: LedgerView): boolean {
  const { askedAccounts } = state.accounts;
  return accounts.every(({ address }) => askedAccounts.has(address));
}

/** The sentence about accounts that upstream does not have. */
export function absentUpstreamText(names: readonly string[]): string {
  return `the upstream has no account${names.length === 1 ? '' : 's'} ${fewOf(names)}`;
}
