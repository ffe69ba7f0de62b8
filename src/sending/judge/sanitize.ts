/**
 * What a node checks of a transaction before it looks at any account but lookup tables.
 *
 * Source   agave 4.1 rpc.rs sanitize_transaction; runtime-transaction try_create
 * @module
 */
import { type RpcError, rpcErrors } from '../../errors.ts';
import { AddressLookupError, loadAddresses } from '../../ledger/lookupTables.ts';
import type { LedgerView } from '../../ledger/view.ts';
import { type AccountKeys, accountKeysOf } from '../../model/accountKeys.ts';
import { ComputeBudgetError, type RequestedBudget, readComputeBudget } from '../../model/computeBudget.ts';
import { transactionErrorText } from '../../model/errorTexts.ts';
import type { TransactionError } from '../../model/meta.ts';
import type { SentTransaction } from '../../model/sentTransaction.ts';
import type { LoadedAddresses } from '../../model/transaction.ts';
import { keepsRules } from '../../runtime/transactions/refusals.ts';

/** A transaction that keeps the rules, with every account that it names. */
export interface ResolvedTransaction extends SentTransaction, AccountKeys {
  readonly loaded: LoadedAddresses;
  readonly isSigner: (index: number) => boolean;
  readonly budget: RequestedBudget;
}

/**
 * @param view whose lookup tables count, as they are in the block that would come next
 * @throws RpcError invalidTransaction
 */
export function sanitize(transaction: SentTransaction, view: LedgerView): ResolvedTransaction {
  const { message, signatures } = transaction;
  if (!keepsRules(message, signatures.length)) throw refusal('SanitizeFailure');
  try {
    const budget = readComputeBudget(message);
    const loaded = loadAddresses(view, message.addressTableLookups ?? [], view.slot + 1n);
    const isSigner = (index: number) => index < message.header.numRequiredSignatures;
    const { isWritable, keys } = accountKeysOf(message, loaded);
    return { ...transaction, keys, isSigner, isWritable, loaded, budget };
  } catch (error) {
    if (error instanceof ComputeBudgetError || error instanceof AddressLookupError) throw refusal(error.err);
    throw error;
  }
}

function refusal(err: TransactionError): RpcError {
  return rpcErrors.invalidTransaction(transactionErrorText(err));
}
