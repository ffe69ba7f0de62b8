import { type RpcError, rpcErrors } from '../../errors.ts';
import { AddressLookupError, loadAddresses } from '../../ledger/lookupTables.ts';
import type { LedgerView } from '../../ledger/view.ts';
import { keepsRules } from '../../runtime/blockRefusals.ts';
import { type AccountKeys, accountKeysOf } from '../../solana/accountKeys.ts';
import { ComputeBudgetError, type RequestedBudget, readComputeBudget } from '../../solana/messageBudget.ts';
import type { TransactionError } from '../../solana/meta.ts';
import type { SentTransaction } from '../../solana/sentTransaction.ts';
import type { LoadedAddresses } from '../../solana/transaction.ts';
import { transactionErrorText } from '../../solana/transactionErrors.ts';

/**
 * Checks of a transaction that need no account but lookup tables.
 *
 * Source   agave 4.1 rpc.rs sanitize_transaction; runtime-transaction try_create
 * @module
 */

/** A transaction that keeps the rules, with every account that it names. */
export interface ResolvedTransaction extends SentTransaction, AccountKeys {
  readonly loaded: LoadedAddresses;
  readonly isSigner: (index: number) => boolean;
  readonly budget: RequestedBudget;
}

/**
 * @param view the ledger whose lookup tables the next block would see
 * @throws RpcError invalidTransaction
 */
export function sanitize(transaction: SentTransaction, view: LedgerView): ResolvedTransaction {
  const { message, signatures } = transaction;
  const { version } = view.state.protocol;
  const { refusesRepeatedKeys } = version;
  if (!keepsRules(message, signatures.length, version)) throw refusal('SanitizeFailure');
  try {
    const budget = readComputeBudget(message);
    const loaded = loadAddresses(view, message.addressTableLookups ?? []);
    const isSigner = (index: number) => index < message.header.numRequiredSignatures;
    const { isWritable, keys } = accountKeysOf(message, loaded);
    if (refusesRepeatedKeys && new Set(keys).size < keys.length) throw refusal('AccountLoadedTwice');
    return { ...transaction, keys, isSigner, isWritable, loaded, budget };
  } catch (error) {
    if (error instanceof ComputeBudgetError || error instanceof AddressLookupError) throw refusal(error.err);
    throw error;
  }
}

function refusal(err: TransactionError): RpcError {
  return rpcErrors.invalidTransaction(transactionErrorText(err));
}
