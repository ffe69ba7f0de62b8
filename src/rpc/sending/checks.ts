import { decodeBase58, encodeBase58 } from '../../codec/base58.ts';
import { saturateU64 } from '../../codec/bigints.ts';
import { findBlockhash, MAX_PROCESSING_AGE } from '../../ledger/blockhashes.ts';
import type { LedgerView } from '../../ledger/view.ts';
import type { Bank, RentRules } from '../../runtime/bank.ts';
import {
  locksError,
  payerError,
  signsNonceAdvance,
  type TargetBlock,
  versionError,
} from '../../runtime/blockRefusals.ts';
import type { RunnableTransaction } from '../../runtime/runnableTransaction.ts';
import type { Address } from '../../solana/address.ts';
import type { WireTransaction } from '../../solana/block.ts';
import { signatureFee } from '../../solana/fees.ts';
import { budgetError } from '../../solana/messageBudget.ts';
import { messageBytesOf } from '../../solana/messageWire.ts';
import type { TransactionError } from '../../solana/meta.ts';
import { durableNonceIndex, NONCE_BYTES, type Nonce, nextNonce, readNonce } from '../../solana/nonce.ts';
import type { SentTransaction } from '../../solana/sentTransaction.ts';
import type { ResolvedTransaction } from './sanitizeSent.ts';

/**
 * Checks of a transaction before the accounts of its instructions are loaded. A transaction that fails here is in no
 * block and pays no fee.
 *
 * Source   agave 4.1 bank/check_transactions.rs; svm transaction_processor.rs
 * @module
 */

/** The largest age of a blockhash, in blocks, for the next block. */
export const MAX_LANDING_AGE: bigint = MAX_PROCESSING_AGE;

/**
 * The largest age of a blockhash for a simulation: a transaction takes a while to reach a leader.
 *
 * Source   solana clock 3.0 MAX_TRANSACTION_FORWARDING_DELAY
 */
export const MAX_PREFLIGHT_AGE: bigint = MAX_PROCESSING_AGE - 6n;

/** The next block on top of a view. */
export function targetBlockOn(view: LedgerView): TargetBlock {
  return {
    slot: view.slot + 1n,
    protocol: view.state.protocol,
    account: (address) => view.account(address),
  };
}

/** The chain below a block that is being made, and the accounts in that block so far; those without lamports are absent. */
export interface CheckedState extends TargetBlock, RentRules {
  /** the ledger with the blockhashes and processed transactions */
  readonly view: LedgerView;
}

/** The state within a block that is made on top of a view. */
export function checkedState(
  { accounts, isRentRelaxed, minimumBalance, clock: { slot }, protocol }: Bank,
  view: LedgerView,
): CheckedState {
  return { view, slot, protocol, account: (address) => accounts.get(address), isRentRelaxed, minimumBalance };
}

/**
 * Whether the chain of a view has the message of a transaction, whatever it was signed with.
 *
 * @param since the lowest slot that is searched by message: the first one that can use the blockhash or, with a nonce, the start of
 * the status window
 * Source   agave 4.1 bank/check_transactions.rs is_transaction_already_processed
 */
function isProcessed(transaction: SentTransaction, view: LedgerView, since: bigint): boolean {
  const { message, messageBytes, signatures } = transaction;
  const same = signatures[0] && view.transaction(signatures[0]);
  if (same && (same.kind === 'opaque' || hasMessage(same, transaction))) return true;
  // signers may sign the same message twice in two ways, so that the signature does not find it
  const { history } = view.state;
  const end = history.firstOrdinalAt(view.slot + 1n);
  for (const ordinal of history.ordinalsOfMessage(messageBytes, message.accountKeys[0]!, end)) {
    const other = history.transactionAt(ordinal)!;
    if (other.slot < since) return false;
    if (other.kind === 'wire' && view.shows(other.slot) && hasMessage(other, transaction)) return true;
  }
  return false;
}

/** Whether two transactions have the same message. Their blockhashes are compared first, which is cheap and mostly enough. */
function hasMessage(recorded: WireTransaction, { message, messageBytes }: SentTransaction): boolean {
  if (recorded.recentBlockhash !== message.recentBlockhash) return false;
  return Buffer.compare(messageBytesOf(recorded), messageBytes) === 0;
}

/**
 * The error of a lifetime: a transaction has to name a recent blockhash or a nonce, and is processed once. The authority of a nonce is
 * checked last.
 */
export function lifetimeError(
  transaction: ResolvedTransaction,
  state: CheckedState,
  maxAge: bigint,
): TransactionError | undefined {
  const { view } = state;
  const recent = recentBlockhash(transaction, view, maxAge);
  if (recent !== undefined) return isProcessed(transaction, view, recent.usedFrom) ? 'AlreadyProcessed' : undefined;
  const nonce = usableNonce(transaction, state);
  if (nonce === undefined) return 'BlockhashNotFound';
  // a nonce account of another size keeps a transaction out of blocks, but not out of simulations. Source agave 4.1.2 check_transactions.rs
  const isLanding = maxAge === MAX_LANDING_AGE;
  if (isLanding && state.account(nonceAddressOf(transaction)!)?.data.length !== NONCE_BYTES) return 'BlockhashNotFound';
  if (isProcessed(transaction, view, view.state.statusWindowStart)) return 'AlreadyProcessed';
  return signsNonceAdvance(nonce.authority, transaction) ? undefined : 'BlockhashNotFound';
}

/**
 * Whether a transaction fails by its lifetime whatever the accounts are: it is processed already, or its blockhash is dead and it names no
 * nonce account.
 */
export function isDead(transaction: SentTransaction, view: LedgerView, maxAge: bigint): boolean {
  const recent = recentBlockhash(transaction, view, maxAge);
  if (recent !== undefined) return isProcessed(transaction, view, recent.usedFrom);
  return durableNonceIndex(transaction.message) === undefined;
}

function recentBlockhash({ message }: SentTransaction, view: LedgerView, maxAge: bigint) {
  const blockhash = findBlockhash(view, message.recentBlockhash);
  return blockhash !== undefined && blockhash.age <= maxAge ? blockhash : undefined;
}

/** The address of the nonce account that a transaction names in place of a blockhash; the account need not exist. */
export function nonceAddressOf({ isWritable, message }: ResolvedTransaction): Address | undefined {
  const index = durableNonceIndex(message);
  return index === undefined || !isWritable(index) ? undefined : message.accountKeys[index];
}

/** The nonce of a transaction, if its account holds this value, and was not already advanced in the newest block. */
function usableNonce(transaction: ResolvedTransaction, { account, view }: CheckedState): Nonce | undefined {
  const address = nonceAddressOf(transaction);
  const nonce = address && readNonce(account(address));
  const { newestBlock } = view;
  const next = newestBlock && encodeBase58(nextNonce(decodeBase58(newestBlock.blockhash)));
  const { recentBlockhash } = transaction.message;
  return nonce?.value === recentBlockhash && recentBlockhash !== next ? nonce : undefined;
}

/** The fee in lamports. */
export function feeOf({ budget, message }: ResolvedTransaction): bigint {
  return saturateU64(signatureFee(message) + budget.priorityFee);
}

/**
 * The first error of a transaction; undefined: it has none. Signatures are checked separately.
 *
 * @param maxAge largest age of its blockhash, in blocks
 */
export function firstError(
  transaction: ResolvedTransaction,
  state: CheckedState,
  maxAge: bigint,
): TransactionError | undefined {
  const { budget, keys } = transaction;
  return (
    locksError(keys, state) ??
    versionError(transaction.message, state) ??
    budgetError(budget, transaction.message) ??
    lifetimeError(transaction, state, maxAge) ??
    payerError(state.account(keys[0]!), feeOf(transaction), state)
  );
}

/** A transaction that has passed the checks, for the runtime. */
export function createRunnable(
  transaction: ResolvedTransaction,
  state: CheckedState,
  maxAge: bigint,
): RunnableTransaction {
  const { budget, isSigner, isWritable, keys, message } = transaction;
  const livesByBlockhash = recentBlockhash(transaction, state.view, maxAge) !== undefined;
  return {
    message,
    keys,
    isSigner,
    isWritable,
    fee: feeOf(transaction),
    nonce: livesByBlockhash ? undefined : nonceAddressOf(transaction),
    unitLimit: budget.unitLimit,
    maxLoadedBytes: budget.loadedDataLimit,
  };
}
