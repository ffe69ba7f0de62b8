import { decodeBase58 } from '../codec/base58.ts';
import { unknownBlockhash } from '../ledger/emptyBlocks.ts';
import { epochOf, epochScheduleOf } from '../ledger/epochs.ts';
import { minimumBalance } from '../ledger/rent.ts';
import type { LedgerState } from '../ledger/state.ts';
import { LedgerView } from '../ledger/view.ts';
import { Accounts } from '../runtime/accounts/accounts.ts';
import type { Bank as RuntimeBank } from '../runtime/transactions/transaction.ts';
import type { Bank as JudgeBank } from './judge/bank.ts';

/** What transactions are judged by and executed on: a chain, and the accounts at its end. */
export interface SendBank extends JudgeBank, RuntimeBank {}

/**
 * @param slot of the block that is made, or of the newest one where a transaction is only looked at
 */
export function bankAt(view: LedgerView, slot: bigint): SendBank {
  const { state } = view;
  const accounts = new Accounts({ get: (address) => view.account(address) });
  const parentHash = decodeBase58(view.newestBlock?.blockhash ?? unknownBlockhash(view.slot));
  return {
    view,
    account: (address) => accounts.get(address),
    accounts,
    moment: { slot, epoch: epochOf(epochScheduleOf(state), slot), parentHash },
    minimumBalance: (bytes) => minimumBalance(BigInt(bytes), view),
    isStrict: state.send.isStrict,
  };
}

/** The end of the processed chain, on which the next block is put. */
export function processedView(state: LedgerState): LedgerView {
  return new LedgerView(state, 'processed', { keepOrphan: false });
}
