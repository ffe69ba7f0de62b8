import { encodeBase58 } from '../../../codec/base58.ts';
import { readNonce } from '../../../ledger/nonces.ts';
import { nextNonce } from '../../../model/durableNonce.ts';
import { transactionErrorText } from '../../../model/errorTexts.ts';
import type { TransactionError, TransactionMeta } from '../../../model/meta.ts';
import type { LoadedAddresses } from '../../../model/transaction.ts';
import { metaOf } from '../../../runtime/transactions/meta.ts';
import { locksFault, payerFault } from '../../../runtime/transactions/refusals.ts';
import type { Bank, Executor, RunnableTransaction } from '../../../runtime/transactions/transaction.ts';
import type { Place } from '../../format/types.ts';
import { refuse } from './runnable.ts';

/** What transactions are executed by for real, and on. */
export interface RealScene {
  readonly execute: Executor;
  readonly bank: Bank;
}

/** What stops a transaction that pays its fee before any of its programs runs. */
const FEES_ONLY: readonly TransactionError[] = [
  'InvalidProgramForExecution',
  'MaxLoadedAccountsDataSizeExceeded',
  'ProgramAccountNotFound',
];

/** Runs the programs of a transaction. Undefined: no node would run them, which was reported; then nothing has changed. */
export function executeReally(
  transaction: RunnableTransaction,
  loaded: LoadedAddresses,
  { bank, execute }: RealScene,
  at: Place,
): TransactionMeta | undefined {
  const fault = faultOf(transaction, bank);
  if (fault !== undefined) return refuse(at, fault);
  const execution = execute(transaction, bank, { kind: 'succeeded' });
  const { changes, err, kind } = execution;
  if (kind === 'feesOnly' && err !== null && !FEES_ONLY.includes(err))
    return at.refuse(`LiteSVM does not run this transaction: ${transactionErrorText(err)}`);
  changes.commit();
  return metaOf(execution, transaction, loaded);
}

function faultOf(transaction: RunnableTransaction, bank: Bank): TransactionError | undefined {
  const { fee, keys } = transaction;
  const view = { account: (address: (typeof keys)[number]) => bank.accounts.get(address), slot: bank.moment.slot };
  return (
    locksFault(keys, view) ??
    nonceFault(transaction, bank) ??
    payerFault(bank.accounts.get(keys[0]!), fee, bank.minimumBalance)
  );
}

/** A nonce is used once, in a later block than it was set in, and by who may advance it. */
function nonceFault(
  { isSigner, isWritable, keys, message, nonce: address }: RunnableTransaction,
  { accounts, moment }: Bank,
): TransactionError | undefined {
  if (address === undefined) return undefined;
  const nonce = readNonce(accounts.get(address));
  const isUsable =
    nonce !== undefined &&
    nonce.value !== encodeBase58(nextNonce(moment.parentHash)) &&
    isWritable(keys.indexOf(address)) &&
    message.instructions[0]!.accounts.some((index) => isSigner(index) && keys[index] === nonce.authority);
  return isUsable ? undefined : 'BlockhashNotFound';
}
