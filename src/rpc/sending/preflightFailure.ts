import { type FailedSimulation, type RpcError, rpcErrors } from '../../errors.ts';
import type { TransactionError } from '../../solana/meta.ts';
import { transactionErrorText } from '../../solana/transactionErrors.ts';

/** Facts of a failed simulation besides its error. */
export type SimulationFacts = Pick<
  FailedSimulation,
  'fee' | 'loadedAccountsDataSize' | 'logs' | 'returnData' | 'unitsConsumed'
>;

/** The facts of a simulation that failed before a fee was charged. */
const NOT_PROCESSED: SimulationFacts = {
  fee: null,
  loadedAccountsDataSize: 0,
  logs: [],
  returnData: null,
  unitsConsumed: 0,
};

/**
 * The error of a failed preflight.
 *
 * @param hint what to do about an error that only this node has
 * Source   agave 4.1 rpc.rs send_transaction
 */
export function preflightFailure(err: TransactionError, simulated = NOT_PROCESSED, hint?: string): RpcError {
  const text = transactionErrorText(err);
  return rpcErrors.preflightFailure(hint === undefined ? text : `${text}: ${hint}`, {
    accounts: null,
    err,
    fee: simulated.fee,
    innerInstructions: null,
    loadedAccountsDataSize: simulated.loadedAccountsDataSize,
    loadedAddresses: null,
    logs: simulated.logs,
    postBalances: null,
    postTokenBalances: null,
    preBalances: null,
    preTokenBalances: null,
    replacementBlockhash: null,
    returnData: simulated.returnData,
    unitsConsumed: simulated.unitsConsumed,
  });
}
