import { epochOf, epochScheduleOf } from '../../ledger/epochs.ts';
import { AddressLookupError, loadAddresses } from '../../ledger/lookupTables.ts';
import type { LedgerState } from '../../ledger/state.ts';
import { type LedgerView, processedView } from '../../ledger/view.ts';
import { BankAccounts } from '../../runtime/accounts/bankAccounts.ts';
import { type KnownTokens, knownTokens } from '../../runtime/accounts/knownTokens.ts';
import { type AccountKeys, accountKeysOf } from '../../solana/accountKeys.ts';
import type { LedgerTransaction } from '../../solana/block.ts';
import type { SentTransaction } from '../../solana/sentTransaction.ts';
import {
  type CompiledInstruction,
  fullAccountKeys,
  type LoadedAddresses,
  type Message,
} from '../../solana/transaction.ts';
import type { MatchedSend } from './sendMatch.ts';

/**
 * The accounts and instructions of a transaction that was sent, as far as its lookup tables are known.
 * @module
 */

/** A transaction that is sent now, for a match: with the token accounts of the ledger at its processed tip. */
export function matchedNow(
  { keys, message, signatures }: MatchedSend,
  state: LedgerState,
): MatchedSend & { readonly tokens: KnownTokens } {
  const { accounts, slot } = processedView(state);
  const epoch = epochOf(epochScheduleOf(state), slot);
  return { keys, message, signatures, tokens: knownTokens(keys, new BankAccounts(accounts), epoch) };
}

/**
 * A transaction that was sent, for a match. If its lookup tables are unknown, it has only the accounts of the message, and only the
 * instructions that need no other.
 */
export function matchedSendOf({ message, signatures }: SentTransaction, view: LedgerView): MatchedSend {
  const landed = signatures[0] && view.transaction(signatures[0]);
  const loaded = loadedOf(message, landed, view);
  const keys = loaded === undefined ? message.accountKeys : fullAccountKeys(message, loaded);
  const instructions = message.instructions.filter((instruction) => areWithin(instruction, keys.length));
  return { keys, message: { ...message, instructions }, signatures };
}

/** The accounts of a transaction that was sent, and which of them it may write; accounts of unknown lookup tables are absent. */
export function sentAccountsOf({ message, signatures }: SentTransaction, view: LedgerView): AccountKeys {
  const landed = signatures[0] && view.transaction(signatures[0]);
  return accountKeysOf(message, loadedOf(message, landed, view));
}

/** Whether the program and the accounts of an instruction are among this many keys. */
export function areWithin({ accounts, programIdIndex }: CompiledInstruction, count: number): boolean {
  return programIdIndex < count && accounts.every((index) => index < count);
}

/** The loaded addresses of the landed transaction, or by the current lookup tables. Undefined: a table is not known. */
export function loadedOf(
  { addressTableLookups }: Message,
  landed: LedgerTransaction | undefined,
  view: LedgerView,
): LoadedAddresses | undefined {
  const recorded = landed?.kind === 'wire' ? landed.meta?.loadedAddresses : undefined;
  return recorded ?? loadNow(addressTableLookups ?? [], view);
}

function loadNow(lookups: Parameters<typeof loadAddresses>[1], view: LedgerView): LoadedAddresses | undefined {
  try {
    return loadAddresses(view, lookups);
  } catch (error) {
    if (error instanceof AddressLookupError) return undefined;
    throw error;
  }
}
