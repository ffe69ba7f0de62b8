import { decodeBase58, encodeBase58 } from '../../codec/base58.ts';
import { findBlockhash } from '../../ledger/blockhashes.ts';
import { type Nonce, readNonce } from '../../ledger/nonces.ts';
import type { LedgerView } from '../../ledger/view.ts';
import type { Address } from '../../model/address.ts';
import { durableNonceIndex, nextNonce } from '../../model/durableNonce.ts';
import type { TransactionError } from '../../model/meta.ts';
import type { Bank } from './bank.ts';
import { isInChain } from './processed.ts';
import type { ResolvedTransaction } from './sanitize.ts';

/**
 * A transaction names a recent blockhash or a nonce, and is processed once. A nonce is looked at twice, and only the second time
 * at who may use it.
 */
export function lifetimeFault(
  transaction: ResolvedTransaction,
  bank: Bank,
  maxAge: bigint,
): TransactionError | undefined {
  const known = findBlockhash(bank.view, transaction.message.recentBlockhash);
  if (known !== undefined && known.age <= maxAge)
    return isProcessed(transaction, bank, known.usedFrom) ? 'AlreadyProcessed' : undefined;
  const nonce = usableNonce(transaction, bank);
  if (nonce === undefined) return 'BlockhashNotFound';
  if (isProcessed(transaction, bank, bank.view.state.statusWindowStart)) return 'AlreadyProcessed';
  return isSignedBy(nonce.authority, transaction) ? undefined : 'BlockhashNotFound';
}

function isProcessed(transaction: ResolvedTransaction, bank: Bank, since: bigint): boolean {
  return bank.isProcessed?.(transaction) === true || isInChain(transaction, bank.view, since);
}

/** The nonce account in place of a recent blockhash, of a transaction that has passed `lifetimeFault`. */
export function livesByNonce(transaction: ResolvedTransaction, { view }: Bank, maxAge: bigint): Address | undefined {
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
function usableNonce(transaction: ResolvedTransaction, bank: Bank): Nonce | undefined {
  const address = nonceAddressOf(transaction);
  const nonce = address && readNonce(bank.account(address));
  const { recentBlockhash } = transaction.message;
  return nonce?.value === recentBlockhash && recentBlockhash !== nextNonceOf(bank.view) ? nonce : undefined;
}

function nextNonceOf({ newestBlock }: LedgerView): string | undefined {
  return newestBlock && encodeBase58(nextNonce(decodeBase58(newestBlock.blockhash)));
}

/** As an account of the first instruction, which advances the nonce. */
function isSignedBy(authority: Address, { isSigner, keys, message }: ResolvedTransaction): boolean {
  const [advance] = message.instructions;
  return advance!.accounts.some((index) => isSigner(index) && keys[index] === authority);
}
