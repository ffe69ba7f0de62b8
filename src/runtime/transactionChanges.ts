import type { Address } from '../solana/address.ts';
import { writeNonce } from '../solana/nonce.ts';
import { NO_ACCOUNT_NAMES } from './accountNames.ts';
import { Changes } from './accounts/changes.ts';
import type { Bank } from './bank.ts';
import type { ScriptedEffects } from './outcome.ts';
import { currentNonce, nonceOf } from './programs/system/nonceInstructions.ts';
import type { RunnableTransaction } from './runnableTransaction.ts';
import { withExemptRentEpoch } from './storedAccounts.ts';

/** Accounts whose final balance is given, and which are not checked: none. */
const NO_GIVEN_BALANCES: ReadonlySet<Address> = new Set();

/** No changes yet to the accounts of a bank. @param script has the names of accounts for messages, and the accounts that may be overdrawn */
export function changesOn({ accounts, minimumBalance, clock }: Bank, script: ScriptedEffects | undefined): Changes {
  const { balances = NO_GIVEN_BALANCES, names = NO_ACCOUNT_NAMES } = script ?? {};
  return new Changes(accounts, clock, names, balances, minimumBalance);
}

/** Takes the fee from the payer. @throws ProgramError where the payer cannot pay, which nothing has checked before in a script */
export function charge({ fee, keys }: RunnableTransaction, changes: Changes): Changes {
  changes.debit(keys[0]!, fee, 'pay the fee of');
  return changes;
}

/** The effects of a failed transaction: the fee is paid and the nonce advances. Without a nonce the payer keeps its rent epoch. */
export function rolledBack(transaction: RunnableTransaction, bank: Bank, script: ScriptedEffects | undefined): Changes {
  const { keys, nonce } = transaction;
  const changes = changesOn(bank, script);
  if (nonce === undefined) return charge(transaction, changes);
  const payer = bank.accounts.get(keys[0]!);
  if (payer !== undefined) changes.set(withExemptRentEpoch(payer, bank));
  charge(transaction, changes);
  advanceNonceOfFailedTransaction(nonce, changes);
  return changes;
}

/** The nonce of a transaction advances even where the transaction fails. Source agave 4.1 svm rollback_accounts.rs */
function advanceNonceOfFailedTransaction(address: Address, accounts: Changes): void {
  const { authority } = nonceOf(accounts, address);
  accounts.set({ ...accounts.get(address)!, data: writeNonce(currentNonce(accounts, authority)) });
}

/** Sets the final balances that a script gives. */
export function setBalances(changes: Changes, script: ScriptedEffects | undefined): void {
  for (const [address, lamports] of script?.balances ?? []) changes.setLamports(address, lamports);
}
