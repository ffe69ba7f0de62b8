import type { NodeVersion } from '../nodeVersion.ts';
import type { TransactionMeta } from '../solana/meta.ts';
import type { LoadedAddresses } from '../solana/transaction.ts';
import { storedTokenBalances } from './balances.ts';
import { costUnits } from './costUnits.ts';
import type { ExecutionResult } from './executor.ts';
import type { RunnableTransaction } from './runnableTransaction.ts';

/**
 * The metadata of an executed transaction.
 *
 * Source   agave 4.1 rpc transaction_status_service.rs
 */
export function metaOf(
  execution: ExecutionResult,
  transaction: RunnableTransaction,
  loaded: LoadedAddresses,
  version: NodeVersion,
): TransactionMeta {
  const { after, before, err, inner, kind, logs, returnData, units } = execution;
  const isRun = kind === 'executed';
  return {
    err,
    fee: kind === 'neverRan' ? 0n : transaction.fee,
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
    costUnits: costUnits(transaction, execution, version),
  };
}
