import { accountKeysOf } from '../../../model/accountKeys.ts';
import type { Address } from '../../../model/address.ts';
import { budgetFault, ComputeBudgetError, readComputeBudget } from '../../../model/computeBudget.ts';
import { transactionErrorText } from '../../../model/errorTexts.ts';
import type { TransactionError } from '../../../model/meta.ts';
import { inFile } from '../../../runtime/hints.ts';
import { keepsRules } from '../../../runtime/transactions/refusals.ts';
import type { RunnableTransaction } from '../../../runtime/transactions/transaction.ts';
import type { Place } from '../../format/types.ts';
import type { CompiledMessage } from './compileMessage.ts';

/**
 * A transaction for an executor. Undefined: no node would run it, which was reported.
 *
 * @param fee lamports
 */
export function runnableOf(
  { loaded, message }: CompiledMessage,
  fee: bigint,
  nonce: Address | undefined,
  at: Place,
): RunnableTransaction | undefined {
  // what breaks a rule ends the process of a virtual machine that it reaches
  if (!keepsRules(message, message.header.numRequiredSignatures)) return refuse(at, 'SanitizeFailure');
  try {
    const budget = readComputeBudget(message);
    const fault = budgetFault(budget);
    if (fault !== undefined) return refuse(at, fault);
    const isSigner = (index: number) => index < message.header.numRequiredSignatures;
    const { loadedDataLimit: maxLoadedBytes, unitLimit } = budget;
    return { message, ...accountKeysOf(message, loaded), isSigner, fee, nonce, unitLimit, maxLoadedBytes };
  } catch (error) {
    if (error instanceof ComputeBudgetError) return refuse(at, error.err);
    throw error;
  }
}

/** Reports what a node would not run. */
export function refuse(at: Place, err: TransactionError): undefined {
  return at.refuse(
    `this transaction cannot be executed: ${transactionErrorText(err)}`,
    `a node would have it in no block: ${inFile('notExecuted')} to have it there nevertheless`,
  );
}
