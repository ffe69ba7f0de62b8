import { type FailedSimulation, type RpcError, rpcErrors } from '../../errors.ts';
import { transactionErrorText } from '../../model/errorTexts.ts';
import type { TransactionError } from '../../model/meta.ts';

/** What is known of a transaction that failed, beyond its error. */
export type Simulated = Pick<
  FailedSimulation,
  'fee' | 'loadedAccountsDataSize' | 'logs' | 'returnData' | 'unitsConsumed'
>;

/** It failed before a fee was charged. */
const NOT_PROCESSED: Simulated = { fee: null, loadedAccountsDataSize: 0, logs: [], returnData: null, unitsConsumed: 0 };

/** What a preflight answers that fails. Source agave 4.1 rpc.rs send_transaction */
export function preflightFailure(err: TransactionError, simulated?: Simulated): RpcError {
  return rpcErrors.preflightFailure(transactionErrorText(err), failedSimulation(err, simulated));
}

/** The `data` of that answer. */
export function failedSimulation(err: TransactionError, simulated: Simulated = NOT_PROCESSED): FailedSimulation {
  const { fee, loadedAccountsDataSize, logs, returnData, unitsConsumed } = simulated;
  return {
    accounts: null,
    err,
    fee,
    innerInstructions: null,
    loadedAccountsDataSize,
    loadedAddresses: null,
    logs,
    postBalances: null,
    postTokenBalances: null,
    preBalances: null,
    preTokenBalances: null,
    replacementBlockhash: null,
    returnData,
    unitsConsumed,
  };
}
