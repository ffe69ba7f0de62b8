import type { TransactionMeta } from '../../model/meta.ts';
import type { LoadedAddresses } from '../../model/transaction.ts';
import { storedTokenBalances } from '../balances.ts';
import type { Execution } from './transaction.ts';

/**
 * What a block records of an executed transaction.
 *
 * @param fee lamports
 * Source   agave 4.1 rpc transaction_status_service.rs
 */
export function metaOf(execution: Execution, fee: bigint, loaded: LoadedAddresses): TransactionMeta {
  const { after, before, err, inner, kind, logs, returnData, units } = execution;
  const isRun = kind === 'executed';
  return {
    err,
    fee,
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
  };
}
