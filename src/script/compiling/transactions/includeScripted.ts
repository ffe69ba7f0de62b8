import { decodeBase58, encodeBase58 } from '../../../codec/base58.ts';
import { sha256 } from '../../../codec/bytes.ts';
import { formatSol } from '../../../codec/decimalUnits.ts';
import type { Bank } from '../../../runtime/bank.ts';
import type { BlockMaker } from '../../../runtime/block.ts';
import {
  locksError,
  payerError,
  signsNonceAdvance,
  type TargetBlock,
  versionError,
} from '../../../runtime/blockRefusals.ts';
import { executeTransaction } from '../../../runtime/execute.ts';
import type { ExecutionResult, Executor } from '../../../runtime/executor.ts';
import type { Names } from '../../../runtime/names/names.ts';
import { refuseToExecute, reportErrors } from '../../../runtime/names/reporting.ts';
import { nonceOf } from '../../../runtime/programs/system/nonceInstructions.ts';
import type { RunnableTransaction } from '../../../runtime/runnableTransaction.ts';
import { changesOn } from '../../../runtime/transactionChanges.ts';
import type { Address, Blockhash, Signature } from '../../../solana/address.ts';
import { isFeesOnlyError } from '../../../solana/errorEffects.ts';
import type { TransactionError, TransactionMeta } from '../../../solana/meta.ts';
import { nextNonce, readNonce } from '../../../solana/nonce.ts';
import { transactionErrorText } from '../../../solana/transactionErrors.ts';
import type { PreparedTransaction } from './prepare.ts';

/** The block that takes a scripted transaction. */
export interface ScriptedBlock {
  readonly maker: BlockMaker;
  readonly names: Names;
  readonly lifetimes: Lifetimes;
  /** executor of transactions that ask for LiteSVM */
  readonly litesvm: Executor | undefined;
  readonly warnings: Warnings;
}

/**
 * Executes a copy of a transaction and adds it to its block. Undefined: that is impossible, which was reported; nothing has changed.
 */
export function includeScripted(prepared: PreparedTransaction, block: ScriptedBlock): Signature | undefined {
  const { accountKeys, loaded, runnable, unsigned, version } = prepared;
  const { litesvm, maker, names, warnings } = block;
  const { bank } = maker;
  const lifetime = lifetimeOf(prepared, block);
  if (lifetime === undefined) return undefined;
  const execution = prepared.isForLiteSvm
    ? executeWithLiteSvm(prepared, bank, litesvm)
    : executeWithRuntime(prepared, bank);
  if (execution === undefined) return undefined;
  const signed = unsigned.sign(lifetime);
  const recentBlockhash = encodeBase58(lifetime) as Blockhash;
  const meta = maker.add({ ...signed, version, accountKeys, recentBlockhash }, runnable, execution, loaded);
  if (prepared.isForLiteSvm) warnings.warnOfMissingProgram(prepared, meta);
  else warnings.warnOfRent(prepared, bank, names, meta);
  return signed.signature;
}

/**
 * The recent blockhashes of the transactions of a block: that of the block before. A message that a block
 * repeats gets another one, because otherwise its signatures would be the same.
 */
export class Lifetimes {
  readonly #parentHash: Uint8Array;
  readonly #copies = new Map<string, number>();

  constructor(parentHash: Uint8Array) {
    this.#parentHash = parentHash;
  }

  /** @param key identifies the message */
  next(key: string): Uint8Array {
    const copy = this.#copies.get(key) ?? 0;
    this.#copies.set(key, copy + 1);
    if (copy === 0) return this.#parentHash;
    return sha256(this.#parentHash, `stillnode copy ${copy}`);
  }
}

/** The recent blockhash of a transaction, or the value of its nonce. Undefined: the nonce account is missing, which was reported. */
function lifetimeOf(
  { at, outcome, runnable: { nonce }, unsigned }: PreparedTransaction,
  { lifetimes, maker }: ScriptedBlock,
): Uint8Array | undefined {
  if (nonce === undefined) return lifetimes.next(unsigned.key);
  return reportErrors(at, () => decodeBase58(nonceOf(changesOn(maker.bank, outcome.script), nonce).value));
}

/** Executes the modelled programs. A failure that the script does not give is a mistake. */
function executeWithRuntime(
  { at, instructionsAt, outcome, runnable }: PreparedTransaction,
  bank: Bank,
): ExecutionResult | undefined {
  const execution = reportErrors(at, () => executeTransaction(runnable, bank, outcome));
  const failure = execution?.failure;
  if (failure === undefined) return execution;
  return (instructionsAt[failure.index] ?? at).refuse(failure.error.message, failure.error.hint);
}

/** Executes a transaction in LiteSVM. Undefined: no validator would include it, which was reported. */
function executeWithLiteSvm({ at, runnable }: PreparedTransaction, bank: Bank, litesvm: Executor | undefined) {
  if (litesvm === undefined) throw new TypeError('LiteSVM was not loaded, and a transaction needs it');
  const error = inclusionError(runnable, bank);
  if (error !== undefined) return refuseToExecute(at, error);
  const execution = litesvm(runnable, bank, { kind: 'succeed' });
  const { err, kind } = execution;
  if (kind === 'feesOnly' && err !== null && !isFeesOnlyError(err))
    return at.refuse(`LiteSVM does not run this transaction: ${transactionErrorText(err)}`);
  return execution;
}

/** The error for which no validator would include a transaction; undefined: there is none. */
function inclusionError(transaction: RunnableTransaction, bank: Bank): TransactionError | undefined {
  const { fee, keys, message } = transaction;
  const block = targetBlock(bank);
  return (
    locksError(keys, block) ??
    versionError(message, block) ??
    nonceError(transaction, bank) ??
    payerError(bank.accounts.get(keys[0]!), fee, bank)
  );
}

/** The block that a bank belongs to, for the rules of validators. */
function targetBlock({ accounts, clock: { slot }, protocol }: Bank): TargetBlock {
  return { slot, protocol, account: (address) => accounts.get(address) };
}

/** The error of a nonce that cannot be used: it is usable once, after the block that set it, by its authority. */
function nonceError(transaction: RunnableTransaction, { accounts, clock }: Bank): TransactionError | undefined {
  const { isWritable, keys, nonce: address } = transaction;
  if (address === undefined) return undefined;
  const nonce = readNonce(accounts.get(address));
  const isUsable =
    nonce !== undefined &&
    nonce.value !== encodeBase58(nextNonce(clock.parentHash)) &&
    isWritable(keys.indexOf(address)) &&
    signsNonceAdvance(nonce.authority, transaction);
  return isUsable ? undefined : 'BlockhashNotFound';
}

/** Warnings of a script, once for each transaction or account. */
export class Warnings {
  readonly #transactions = new Set<PreparedTransaction>();
  readonly #accounts = new Set<Address>();

  /** Warns of a program that is called and missing: it was probably forgotten. */
  warnOfMissingProgram(prepared: PreparedTransaction, { err }: TransactionMeta): void {
    if (err !== 'ProgramAccountNotFound' || this.#transactions.has(prepared)) return;
    this.#transactions.add(prepared);
    prepared.at.warn(
      'ProgramAccountNotFound: a program that it calls is neither in the ledger nor in LiteSVM, so it pays its fee and does nothing',
      'load the account of the program with its code as a fixture, or give it with --program',
    );
  }

  /** Warns of accounts that a transaction leaves with fewer lamports than their rent exemption. */
  warnOfRent(
    { at, outcome, runnable: { keys } }: PreparedTransaction,
    { accounts, minimumBalance, clock }: Bank,
    names: Names,
    { preBalances, postBalances }: TransactionMeta,
  ): void {
    keys.forEach((key, i) => {
      const before = preBalances[i]!;
      const after = postBalances[i]!;
      if (before === after || after === 0 || this.#accounts.has(key) || outcome.script?.balances.has(key)) return;
      const needed = minimumBalance(accounts.get(key)?.data.length ?? 0);
      if (after >= needed || (before > 0 && before < needed)) return;
      this.#accounts.add(key);
      at.warn(
        `${names.show(key)} is left with ${formatSol(BigInt(after))} SOL at slot ${clock.slot}, less than its rent exemption of ${formatSol(needed)}`,
        'a node would refuse the transaction: InsufficientFundsForRent',
      );
    });
  }
}
