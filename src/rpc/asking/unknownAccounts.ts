import { unlessThrown } from '../../codec/unlessThrown.ts';
import { AddressLookupError, loadAddresses } from '../../ledger/lookupTables.ts';
import { isAbsentUpstream, type LedgerView } from '../../ledger/view.ts';
import { builtinAccount } from '../../runtime/accounts/builtinAccounts.ts';
import { tokenAccountOf } from '../../runtime/accounts/tokens.ts';
import { locksError } from '../../runtime/blockRefusals.ts';
import { CORE_PROGRAMS } from '../../runtime/cluster/clusterPrograms.ts';
import { PROGRAMS } from '../../runtime/programs/index.ts';
import { formWithoutBytes, UnknownBytesError } from '../../solana/account.ts';
import { accountKeysOf, isReserved } from '../../solana/accountKeys.ts';
import { type Address, isAddressText, PRECOMPILES } from '../../solana/address.ts';
import { codeAddressOf } from '../../solana/programs/loaders.ts';
import type { SentTransaction } from '../../solana/sentTransaction.ts';
import { targetBlockOn } from '../sending/checks.ts';

/** The transactions that a method is about to send or to simulate, whose accounts it needs. */
export interface AccountNeeds {
  readonly transactions: readonly SentTransaction[];
  /** accounts besides those of the transactions */
  readonly addresses?: readonly Address[];
}

/** Transactions with accounts that are shown after them; without transactions none is shown. @param texts addresses, or other texts */
export function needsWith(transactions: readonly SentTransaction[], texts: readonly string[]): AccountNeeds {
  if (transactions.length === 0) return { transactions };
  return { transactions, addresses: texts.filter(isAddressText) as Address[] };
}

/**
 * The accounts that have to be known before some transactions are checked, and that the ledger does not know: first lookup tables, then the
 * accounts that transactions name, then those that these name: the code of programs, and the mints of token accounts. The list is empty when the
 * ledger knows them all, or when the transactions fail without the others.
 *
 * @param runsPrograms whether programs are run, so that those of the cluster are needed
 */
export function unknownAccounts(needs: AccountNeeds, view: LedgerView, runsPrograms: boolean): readonly Address[] {
  const isUnknown = (address: Address) => !isOfThisNode(address, runsPrograms) && !isKnown(address, view);
  const tables = new Set(needs.transactions.flatMap(tablesOf).filter(isUnknown));
  if (tables.size > 0) return [...tables];
  const named = namedAccounts(needs, view);
  return [...new Set([...named, ...named.flatMap((address) => furtherAccounts(address, view))])].filter(isUnknown);
}

/** The accounts that transactions name, by their lookup tables too. A transaction with too many accounts, or whose lookup table is not known, is left out. */
function namedAccounts({ addresses = [], transactions }: AccountNeeds, view: LedgerView): readonly Address[] {
  return [...addresses, ...transactions.flatMap((transaction) => keysOf(transaction, view))];
}

/** The accounts that transactions need and that upstream does not have: tables, accounts, and what these name. */
export function absentAccounts(needs: AccountNeeds, view: LedgerView): readonly Address[] {
  const named = namedAccounts(needs, view);
  const further = named.flatMap((address) => furtherAccounts(address, view));
  const all = new Set([...needs.transactions.flatMap(tablesOf), ...named, ...further]);
  return [...all].filter((address) => isAbsentUpstream(address, view));
}

function tablesOf({ message }: SentTransaction): readonly Address[] {
  return (message.addressTableLookups ?? []).map(({ accountKey }) => accountKey);
}

function keysOf({ message }: SentTransaction, view: LedgerView): readonly Address[] {
  const loaded = unlessThrown([AddressLookupError], () => loadAddresses(view, message.addressTableLookups ?? []));
  if (loaded === undefined) return [];
  const { keys } = accountKeysOf(message, loaded);
  return locksError(keys, targetBlockOn(view)) === undefined ? keys : [];
}

const PRECOMPILED: ReadonlySet<Address> = new Set(Object.values(PRECOMPILES));

const CORE: ReadonlySet<Address> = new Set(CORE_PROGRAMS.map(({ program }) => program));

/** Whether this node itself has an account, so that upstream is not asked for it: sysvars, builtin programs, programs that are carried out here. */
function isOfThisNode(address: Address, runsPrograms: boolean): boolean {
  if (builtinAccount(address) !== undefined || PRECOMPILED.has(address)) return true;
  return runsPrograms
    ? isReserved(address) && !CORE.has(address)
    : isReserved(address) || Object.hasOwn(PROGRAMS, address);
}

function isKnown(address: Address, view: LedgerView): boolean {
  if (isWithoutBytes(address, view)) return view.state.accounts.askedAccounts.has(address);
  return view.state.accounts.knows(address) || view.account(address) !== undefined;
}

/** Whether an account was recorded without its bytes, which another node may have. */
export function isWithoutBytes(address: Address, view: LedgerView): boolean {
  const account = view.account(address);
  return account !== undefined && formWithoutBytes(account) !== undefined;
}

/** The account with the code of a program, and the mint of a token account. */
function furtherAccounts(address: Address, view: LedgerView): readonly Address[] {
  return (
    unlessThrown([UnknownBytesError], () => {
      const account = view.account(address);
      return [account && codeAddressOf(account), tokenAccountOf(account)?.mint].filter(
        (further) => further !== undefined,
      );
    }) ?? []
  );
}
