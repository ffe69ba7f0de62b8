import type { TransactionMeta } from '../../model/meta.ts';
import type { LoadedAddresses } from '../../model/transaction.ts';
import { storedTokenBalances } from '../balances.ts';
import { costUnits } from './costUnits.ts';
import type { Execution, RunnableTransaction } from './transaction.ts';

/**
 * What a block records of an executed transaction.
 *
 * Source   agave 4.1 rpc transaction_status_service.rs
 */
export function metaOf(
  execution: Execution,
  transaction: RunnableTransaction,
  loaded: LoadedAddresses,
): TransactionMeta {
  const { after, before, err, inner, kind, logs, returnData, units } = execution;
  const isRun = kind === 'executed';
  return {
    err,
    fee: transaction.fee,
    preBalances: before.lamports,
    postBalances: after.lamports,
    innerInstructions: isRun ? inner : null,
    logMessages: isRun ? logs : null,
    preTokenBalances: storedTokenBalances(before.tokens),
    postTokenBalances: storedTokenBalances(after.tokens),
    rewards: [],
    loadedAddresses: loaded,
    ...(returnData !== undefined && returnData.data.length > 0 && { returnData }),
    computeUnitsConsumed: units,
    costUnits: costUnits(transaction, execution),
  };
}
