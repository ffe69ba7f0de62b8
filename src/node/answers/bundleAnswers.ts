import type { Account, DataOf } from './accountAnswers.ts';
import type { SimulationOf } from './simulationAnswers.ts';
import type { Status } from './transactionAnswers.ts';

/** The results of the methods of bundles. */

/** A bundle that has landed. */
export interface BundleStatus {
  bundle_id: string;
  transactions: string[];
  slot: number;
  confirmation_status: 'processed' | 'confirmed' | 'finalized';
  err: Status;
}

/** The state of a bundle of the last five minutes. */
export interface InflightBundleStatus {
  bundle_id: string;
  status: 'Invalid' | 'Pending' | 'Failed' | 'Landed';
  landed_slot: number | null;
}

type AccountsOf = Account<DataOf<'base64'>>[];

type SimulatedTransaction = Omit<SimulationOf<unknown>, 'accounts' | 'innerInstructions'> & {
  preExecutionAccounts: AccountsOf;
  postExecutionAccounts: AccountsOf;
};

/** The result of simulateBundle; a failed transaction is the last one. */
export interface BundleSimulation {
  summary:
    | 'succeeded'
    | { failed: { error: { TransactionFailure: [signature: number[], text: string] }; tx_signature: string } };
  transactionResults: SimulatedTransaction[];
}
