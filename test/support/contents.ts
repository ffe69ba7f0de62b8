import type { AccountsAt } from '../../src/ledger/accounts/accountsAt.ts';
import type { Ordinal } from '../../src/ledger/history/storedHistory.ts';
import { accountsAt, type LedgerState } from '../../src/ledger/state.ts';
import type { Account } from '../../src/solana/account.ts';
import type { Address, Signature } from '../../src/solana/address.ts';
import type { Block, LedgerTransaction } from '../../src/solana/block.ts';
import { fullAccountKeys } from '../../src/solana/transaction.ts';

/** What a ledger holds, as lists and maps. */

/** By slot, ascending. */
export function blocksOf({ history }: LedgerState): ReadonlyMap<bigint, Block> {
  return new Map(Array.from(history.blocks(), (block) => [block.slot, block]));
}

/** Of blocks and of transactions without a block, ascending. */
export function slotsOf({ history }: LedgerState): readonly bigint[] {
  return [...history.slotsFrom(0n)];
}

export function transactionsOf({ history }: LedgerState): readonly LedgerTransaction[] {
  return [...history.transactions()];
}

export function signaturesOf(state: LedgerState): readonly Signature[] {
  return [...new Set(transactionsOf(state).map(({ signature }) => signature))];
}

/** Of all addresses that transactions name, in the order of their first one. */
export function ordinalsByAddress(state: LedgerState): ReadonlyMap<Address, readonly Ordinal[]> {
  const { history } = state;
  const addresses = new Set(transactionsOf(state).flatMap(keysOf));
  const ordinals = (address: Address) => [...history.ordinalsDown(address, history.transactionCount)].reverse();
  return new Map(Array.from(addresses, (address) => [address, ordinals(address)]));
}

function keysOf(transaction: LedgerTransaction): readonly Address[] {
  if (transaction.kind === 'opaque') return transaction.accountKeys;
  return fullAccountKeys(transaction, transaction.meta?.loadedAddresses);
}

export function accountsAtProcessed(state: LedgerState): AccountsAt {
  return accountsAt(state, state.chains.processed);
}

/** As of the processed tip. */
export function accountsOf(state: LedgerState): readonly Account[] {
  return [...accountsAtProcessed(state).values()];
}

/** The accounts that some commitment sees, each as the surest one sees it. */
export function accountsAtAnyTip(state: LedgerState): readonly Account[] {
  const { processed, confirmed, finalized } = state.chains;
  const all = [processed, confirmed, finalized].flatMap((chain) => [...accountsAt(state, chain).values()]);
  return [...new Map(all.map((account) => [account.address, account])).values()];
}
