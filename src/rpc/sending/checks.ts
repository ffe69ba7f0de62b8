import { decodeBase58, encodeBase58 } from '../../codec/base58.ts';
import { saturateU64 } from '../../codec/bigints.ts';
import { type FailedSimulation, type RpcError, rpcErrors } from '../../errors.ts';
import { isActive } from '../../gates.ts';
import { findBlockhash, MAX_PROCESSING_AGE } from '../../ledger/blockhashes.ts';
import { minimumBalancesOf } from '../../ledger/rent.ts';
import type { LedgerView } from '../../ledger/view.ts';
import type { Bank, MinimumBalance } from '../../runtime/bank.ts';
import type { RunnableTransaction } from '../../runtime/loadedTransaction.ts';
import { payerFault as faultOfPayer, locksFault, signsNonceAdvance } from '../../runtime/refusals.ts';
import type { Account } from '../../solana/account.ts';
import type { Address } from '../../solana/address.ts';
import type { LedgerTransaction, WireTransaction } from '../../solana/block.ts';
import { budgetFault, signatureFee } from '../../solana/fees.ts';
import { messageBytesOf } from '../../solana/messageWire.ts';
import type { TransactionError } from '../../solana/meta.ts';
import { durableNonceIndex, type Nonce, nextNonce, readNonce } from '../../solana/nonce.ts';
import type { SentTransaction } from '../../solana/sentTransaction.ts';
import { transactionErrorText } from '../../solana/transactionErrors.ts';
import type { ResolvedTransaction } from './sanitizeSent.ts';

/** The state that a transaction is checked on: a chain, and the accounts at its end. */
export interface CheckedState {
  /** for blockhashes, features and processed transactions */
  readonly view: LedgerView;
  /** undefined for one that is not there, or has no lamports */
  account(address: Address): Account | undefined;
  readonly minimumBalance: MinimumBalance;
  readonly isRentRelaxed: boolean;
  /** transactions processed in addition to those of the view */
  isProcessed?(transaction: SentTransaction): boolean;
}

/** The state at a commitment, before the next block. */
export function stateAt(view: LedgerView): CheckedState {
  const isRentRelaxed = isActive(view.state.protocol.gates.relaxedMinimumBalance, view.slot);
  return { view, account: (address) => view.account(address), minimumBalance: minimumBalancesOf(view), isRentRelaxed };
}

/** The state within a block that is made on top of a view. */
export function stateIn({ accounts, isRentRelaxed, minimumBalance }: Bank, view: LedgerView): CheckedState {
  return { view, account: (address) => accounts.get(address), isRentRelaxed, minimumBalance };
}

/**
 * Whether the chain of a view has the message of a transaction, whatever it was signed with.
 *
 * @param since the lowest slot that may have it, as it names a blockhash from before
 * Source   agave 4.1 bank/check_transactions.rs is_transaction_already_processed
 */
function isInChain(transaction: SentTransaction, view: LedgerView, since: bigint): boolean {
  const same = findBySignature(transaction, view);
  if (same !== undefined && (same.kind === 'opaque' || hasMessage(same, transaction))) return true;
  for (const other of withMessage(transaction, view, since)) if (hasMessage(other, transaction)) return true;
  return false;
}

function findBySignature({ signatures }: SentTransaction, view: LedgerView): LedgerTransaction | undefined {
  const [signature] = signatures;
  return signature === undefined ? undefined : view.transaction(signature);
}

/** Signers may sign the same message twice in two ways, so that the signature does not find it. */
function* withMessage(
  { message, messageBytes }: SentTransaction,
  view: LedgerView,
  since: bigint,
): Iterable<WireTransaction> {
  const { history } = view.state;
  const end = history.firstOrdinalAt(view.slot + 1n);
  for (const ordinal of history.ordinalsOfMessage(messageBytes, message.accountKeys[0]!, end)) {
    const transaction = history.transactionAt(ordinal)!;
    if (transaction.slot < since) return;
    if (transaction.kind === 'wire' && view.shows(transaction.slot)) yield transaction;
  }
}

/** The blockhash is compared first: that is cheap, and mostly tells them apart. */
function hasMessage(recorded: WireTransaction, { message, messageBytes }: SentTransaction): boolean {
  if (recorded.recentBlockhash !== message.recentBlockhash) return false;
  return Buffer.compare(messageBytesOf(recorded), messageBytes) === 0;
}

/**
 * A transaction names a recent blockhash or a nonce, and is processed once. A nonce is checked twice, its authority only the
 * second time.
 */
function lifetimeFault(
  transaction: ResolvedTransaction,
  bank: CheckedState,
  maxAge: bigint,
): TransactionError | undefined {
  const known = findBlockhash(bank.view, transaction.message.recentBlockhash);
  if (known !== undefined && known.age <= maxAge)
    return isProcessed(transaction, bank, known.usedFrom) ? 'AlreadyProcessed' : undefined;
  const nonce = usableNonce(transaction, bank);
  if (nonce === undefined) return 'BlockhashNotFound';
  if (isProcessed(transaction, bank, bank.view.state.statusWindowStart)) return 'AlreadyProcessed';
  return signsNonceAdvance(nonce.authority, transaction) ? undefined : 'BlockhashNotFound';
}

function isProcessed(transaction: ResolvedTransaction, bank: CheckedState, since: bigint): boolean {
  return bank.isProcessed?.(transaction) === true || isInChain(transaction, bank.view, since);
}

/** The nonce account in place of a recent blockhash, of a transaction that has passed `lifetimeFault`. */
function livesByNonce(transaction: ResolvedTransaction, { view }: CheckedState, maxAge: bigint): Address | undefined {
  const nonce = nonceAddressOf(transaction);
  if (nonce === undefined) return undefined;
  const known = findBlockhash(view, transaction.message.recentBlockhash);
  return known !== undefined && known.age <= maxAge ? undefined : nonce;
}

/** The address of the nonce account that a transaction lives by, if it does not live by its blockhash; it need not be there. */
export function nonceAddressOf({ isWritable, message }: ResolvedTransaction): Address | undefined {
  const index = durableNonceIndex(message);
  return index === undefined || !isWritable(index) ? undefined : message.accountKeys[index];
}

/** One that the account still holds, and that would not be the same in the next block. */
function usableNonce(transaction: ResolvedTransaction, bank: CheckedState): Nonce | undefined {
  const address = nonceAddressOf(transaction);
  const nonce = address && readNonce(bank.account(address));
  const { recentBlockhash } = transaction.message;
  return nonce?.value === recentBlockhash && recentBlockhash !== nextNonceOf(bank.view) ? nonce : undefined;
}

function nextNonceOf({ newestBlock }: LedgerView): string | undefined {
  return newestBlock && encodeBase58(nextNonce(decodeBase58(newestBlock.blockhash)));
}

/** Lamports. */
export function feeOf({ budget, message }: ResolvedTransaction): bigint {
  return saturateU64(signatureFee(message) + budget.priorityFee);
}

/** Why the fee payer cannot pay; undefined where it can. */
function payerFault(transaction: ResolvedTransaction, state: CheckedState): TransactionError | undefined {
  return faultOfPayer(state.account(transaction.keys[0]!), feeOf(transaction), state);
}

/**
 * What a node checks of a transaction before it loads the accounts that the instructions use. A transaction that fails here is
 * in no block and pays nothing.
 *
 * Source   agave 4.1 bank/check_transactions.rs; svm transaction_processor.rs
 * @module
 */

/** The cluster takes v1 transactions once it has their gate. Source agave 4.2 bank/check_transactions.rs */
function versionFault({ version }: ResolvedTransaction, { view }: CheckedState): TransactionError | undefined {
  const isTaken = version !== 1 || isActive(view.state.protocol.gates.txV1, view.slot);
  return isTaken ? undefined : 'UnsupportedVersion';
}

/** How old a blockhash may be, in blocks, to go into the next block. */
export const MAX_LANDING_AGE: bigint = MAX_PROCESSING_AGE;

/**
 * The same where a transaction is only looked at: it takes a while to reach a leader.
 *
 * Source   solana clock 3.0 MAX_TRANSACTION_FORWARDING_DELAY
 */
export const MAX_PREFLIGHT_AGE: bigint = MAX_PROCESSING_AGE - 6n;

/**
 * The first thing that is wrong with a transaction; undefined where nothing is. Signatures are checked apart from this.
 *
 * @param maxAge how old its blockhash may be, in blocks
 */
export function check(
  transaction: ResolvedTransaction,
  bank: CheckedState,
  maxAge: bigint,
): TransactionError | undefined {
  return (
    locksFault(transaction.keys, bank.view) ??
    versionFault(transaction, bank) ??
    budgetFault(transaction.budget, transaction.message) ??
    lifetimeFault(transaction, bank, maxAge) ??
    payerFault(transaction, bank)
  );
}

/** Facts of a failed simulation besides its error. */
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

/** A transaction that has passed the checks, for the runtime. */
export function runnable(transaction: ResolvedTransaction, state: CheckedState, maxAge: bigint): RunnableTransaction {
  const { budget, isSigner, isWritable, keys, message } = transaction;
  return {
    message,
    keys,
    isSigner,
    isWritable,
    fee: feeOf(transaction),
    nonce: livesByNonce(transaction, state, maxAge),
    unitLimit: budget.unitLimit,
    maxLoadedBytes: budget.loadedDataLimit,
  };
}
