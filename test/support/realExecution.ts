import { LedgerView } from '../../src/ledger/view.ts';
import { DEFAULT_VERSION } from '../../src/nodeVersion.ts';
import { checkedState, createRunnable, MAX_LANDING_AGE } from '../../src/rpc/sending/checks.ts';
import { sanitize } from '../../src/rpc/sending/sanitizeSent.ts';
import { type Bank, bankAt } from '../../src/runtime/bank.ts';
import { compileMessage } from '../../src/runtime/compileMessage.ts';
import type { ExecutionResult, Executor } from '../../src/runtime/executor.ts';
import { loadLiteSvm } from '../../src/runtime/litesvm/litesvmExecutor.ts';
import type { Outcome } from '../../src/runtime/outcome.ts';
import { type Account, sameAccount } from '../../src/solana/account.ts';
import type { Address, Blockhash } from '../../src/solana/address.ts';
import type { Instruction, InstructionAccount } from '../../src/solana/instruction.ts';
import { decodeSentTransaction, type SentTransaction } from '../../src/solana/sentTransaction.ts';
import type { TransactionConfig } from '../../src/solana/transaction.ts';
import { encodeTransaction } from '../../src/solana/wire.ts';
import { keyOf } from './sentTransactions.ts';
import { type AccountSpec, type LedgerSpec, testLedger } from './testNode.ts';
import { namedBlockhash, namedSignature } from './transactions.ts';

/** Transactions that are executed on a ledger by an executor, without being sent. */

/** One for all tests of a file, as a node has one. */
export const execute: Executor = await loadLiteSvm();

export const ALICE: Address = keyOf('alice');
export const BLOCKHASH: Blockhash = namedBlockhash('7');

export interface TestBank extends Bank {
  /** the chain below it */
  readonly view: LedgerView;
}

/** The bank of block 8, on top of blocks 6 and 7; alice has 100 SOL. */
export function bankOn(accounts: readonly AccountSpec[], spec: Omit<LedgerSpec, 'accounts'> = {}): TestBank {
  const all = [{ address: ALICE, lamports: 100_000_000_000n }, ...accounts];
  const state = testLedger({ blocks: [{ slot: 6 }, { slot: 7 }], ...spec, accounts: all });
  const view = new LedgerView(state, 'processed', { keepOrphan: false });
  return Object.assign(bankAt(view, view.slot + 1n), { view });
}

export function executeSent(
  transaction: SentTransaction,
  bank: TestBank,
  by: Executor = execute,
  outcome: Outcome = { kind: 'succeed' },
): ExecutionResult {
  const state = checkedState(bank, bank.view);
  return by(createRunnable(sanitize(transaction, bank.view), state, MAX_LANDING_AGE), bank, outcome);
}

/**
 * A transaction that alice pays for.
 *
 * @param config of a v1 message; default: a v0 message
 */
export function sent(
  instructions: readonly Instruction[],
  recentBlockhash: Blockhash = BLOCKHASH,
  config?: TransactionConfig,
): SentTransaction {
  const version = config === undefined ? 0 : 1;
  const plan = { version, payer: ALICE, instructions, signers: [], tables: [], config } as const;
  const message = { ...compileMessage(plan).message, recentBlockhash };
  const signatures = Array.from({ length: message.header.numRequiredSignatures }, (_, i) => namedSignature(`${i}`));
  return decodeSentTransaction(encodeTransaction({ version, message, signatures }), DEFAULT_VERSION);
}

export function executeAll(
  bank: TestBank,
  instructions: readonly Instruction[],
  by: Executor = execute,
  outcome?: Outcome,
): ExecutionResult {
  return executeSent(sent(instructions), bank, by, outcome);
}

/** `w` writable, `s` a signer. */
export function meta(address: Address, rights: '' | 'w' | 's' | 'ws' = ''): InstructionAccount {
  return { address, isSigner: rights.includes('s'), isWritable: rights.includes('w') };
}

/** `address lamports owner hex`, of each account that is another than before. */
export function changedBy({ changes }: ExecutionResult, { accounts }: Bank): readonly string[] {
  const changed = [...changes.changed()].filter((account) => {
    const before = accounts.get(account.address);
    // what came and went within the transaction was never there
    return before === undefined ? account.lamports > 0n : !sameAccount(before, account);
  });
  return changed.map(shown).sort();
}

function shown({ address, data, executable, lamports, owner, rentEpoch }: Account): string {
  const bytes = data.length > 200 ? `${data.length} bytes` : Buffer.from(data).toString('hex');
  return `${address} ${lamports} ${owner} ${bytes} ${executable} ${rentEpoch}`;
}
