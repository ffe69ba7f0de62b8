import type { SimulationOutcome } from '../../rpc/openrpc/resultTypes.ts';
import type { Account, DataOf } from './accountAnswers.ts';

/** The result of simulateBundle. */

type AccountsOf = Account<DataOf<'base64'>>[];

interface SimulatedTransaction extends SimulationOutcome {
  preExecutionAccounts: AccountsOf;
  postExecutionAccounts: AccountsOf;
}

/** The result of simulateBundle; a failed transaction is the last one. */
export interface BundleSimulation {
  summary:
    | 'succeeded'
    | { failed: { error: { TransactionFailure: [signature: number[], text: string] }; tx_signature: string } };
  transactionResults: SimulatedTransaction[];
}
