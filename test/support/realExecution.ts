/** Transactions that are executed on a ledger by an executor, without being sent. */
import type { TransactionInstruction } from '@solana/web3.js';
import { LedgerView } from '../../src/ledger/view.ts';
import { loadLiteSvm } from '../../src/litesvm/executor.ts';
import type { Account } from '../../src/model/account.ts';
import type { Executor, Execution } from '../../src/runtime/transactions/transaction.ts';
import { bankAt, type SendBank } from '../../src/sending/bank.ts';
import { MAX_LANDING_AGE } from '../../src/sending/judge/check.ts';
import { sanitize } from '../../src/sending/judge/sanitize.ts';
import { runnable } from '../../src/sending/runnable.ts';
import type { SentTransaction } from '../../src/model/sentTransaction.ts';
import { keyOf, type Signing, sentLegacy, sentV0 } from './sentTransactions.ts';
import { type AccountSpec, type LedgerSpec, testLedger } from './testNode.ts';
import { namedBlockhash } from './transactions.ts';

/** One for all tests of a file, as a node has it. */
export const execute: Executor = await loadLiteSvm();

/** alice has 100 SOL. */
export const ALICE: AccountSpec = { address: keyOf('alice'), lamports: 100_000_000_000n };

/** The bank of block 8, on top of blocks 6 and 7. */
export function bankOn(accounts: readonly AccountSpec[], spec: Omit<LedgerSpec, 'accounts'> = {}): SendBank {
  const state = testLedger({ blocks: [{ slot: 6 }, { slot: 7 }], ...spec, accounts: [ALICE, ...accounts] });
  const view = new LedgerView(state, 'processed', { keepOrphan: false });
  return bankAt(view, view.slot + 1n);
}

export const BLOCKHASH = namedBlockhash('7');

export function executeSent(transaction: SentTransaction, bank: SendBank, by: Executor = execute): Execution {
  const runs = runnable(sanitize(transaction, bank.view), bank, MAX_LANDING_AGE);
  return by(runs, bank, { kind: 'succeeded' });
}

export function executeV0(
  bank: SendBank,
  instructions: readonly TransactionInstruction[],
  signing: Signing = {},
  by: Executor = execute,
): Execution {
  return executeSent(sentV0(BLOCKHASH, instructions, signing), bank, by);
}

export function executeLegacy(bank: SendBank, instructions: readonly TransactionInstruction[], signing: Signing = {}): Execution {
  return executeSent(sentLegacy(BLOCKHASH, instructions, signing), bank);
}

/** `address lamports owner hex`, of each account that was changed. */
export function changedBy({ changes }: Execution): readonly string[] {
  return [...changes.changed()].map(shown).sort();
}

export function shown({ address, data, executable, lamports, owner, rentEpoch }: Account): string {
  const bytes = data.length > 200 ? `${data.length} bytes` : Buffer.from(data).toString('hex');
  return `${address} ${lamports} ${owner} ${bytes} ${executable} ${rentEpoch}`;
}
