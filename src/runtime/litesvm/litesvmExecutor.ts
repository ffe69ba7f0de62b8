import { encodeBase58 } from '../../codec/base58.ts';
import { U64_MAX } from '../../codec/bigints.ts';
import { BytesError } from '../../codec/bytes.ts';
import { isJsonObject } from '../../codec/jsonText.ts';
import { emptyAccount, sameAccount } from '../../solana/account.ts';
import type { Address, Blockhash } from '../../solana/address.ts';
import { messageBytesOf as wireMessageBytes } from '../../solana/messageWire.ts';
import type { TransactionError } from '../../solana/meta.ts';
import type { Transaction } from '../../solana/transaction.ts';
import { encodeTransaction } from '../../solana/wire.ts';
import type { Changes } from '../accounts/changes.ts';
import type { Bank } from '../bank.ts';
import { executeBy } from '../execute.ts';
import type { Executor, FeesOnly, InstructionsResult, RunInstructions } from '../executor.ts';
import type { StandsFor } from '../outcome.ts';
import { programsOf, type RunnableTransaction } from '../runnableTransaction.ts';
import { NO_SIGNATURE } from '../signTransaction.ts';
import { withAdditions } from './addedEffects.ts';
import { BankFeatures } from './bankFeatures.ts';
import { transactionErrorOf } from './litesvmErrors.ts';
import { type LiteSvmPackage, loadPackage } from './litesvmPackage.ts';
import { innerOf, returnDataOf } from './litesvmResult.ts';
import { Machine } from './machine.ts';
import { withUncachedLines } from './uncachedPrograms.ts';

/**
 * Executes transactions in LiteSVM. Everything else is done here: the checks before execution, the fee, the balances, and the
 * rollback of a failed transaction.
 *
 * Source   agave 4.1 svm transaction_processor.rs; litesvm 1.5
 * @module
 */

/** names of errors that are objects and occur after instructions have run */
const ERRORS_AFTER_RUN: readonly string[] = ['InsufficientFundsForRent', 'InstructionError'];

/** @throws LiteSvmMissingError where the package is not installed, or does not run here */
export async function loadLiteSvm(): Promise<Executor> {
  return liteSvmExecutor(await loadPackage());
}

function liteSvmExecutor(litesvm: LiteSvmPackage): Executor {
  const machines = new Machines(litesvm);
  const run: RunInstructions = (transaction, bank, changes, { additions, standsFor }) => {
    const ran = runOnMachine(machines.machineOf(bank), litesvm, transaction, bank, changes, standsFor);
    return 'feesOnly' in ran || ran.err !== null ? ran : withAdditions(ran, additions, transaction, changes, standsFor);
  };
  return (transaction, bank, outcome) => executeBy(run, transaction, bank, outcome);
}

/** one before a gate and one after it: the two are in use if the gate is between two commitments */
const MAX_MACHINES = 2;

/** Machines by the features that are active in the block of a transaction. */
class Machines {
  readonly #package: LiteSvmPackage;
  readonly #byFeatures = new Map<string, Machine>();
  readonly #features: BankFeatures;

  constructor(litesvm: LiteSvmPackage) {
    this.#package = litesvm;
    this.#features = new BankFeatures(litesvm);
  }

  machineOf(bank: Bank): Machine {
    const active = this.#features.featuresOf(bank);
    const key = active.join();
    const existing = this.#byFeatures.get(key);
    if (existing !== undefined) return existing;
    const [oldest] = this.#byFeatures.keys();
    if (oldest !== undefined && this.#byFeatures.size === MAX_MACHINES) this.#byFeatures.delete(oldest);
    const machine = new Machine(this.#package, active);
    this.#byFeatures.set(key, machine);
    return machine;
  }
}

/** Runs the instructions of a transaction on a machine, and takes over the accounts that they wrote. */
function runOnMachine(
  machine: Machine,
  { FailedTransactionMetadata }: LiteSvmPackage,
  transaction: RunnableTransaction,
  bank: Bank,
  changes: Changes,
  standsFor: StandsFor | undefined,
): InstructionsResult | FeesOnly {
  const isAbsent = (program: Address) =>
    program !== standsFor && bank.accounts.get(program) === undefined && !machine.hasBuiltin(program);
  if (programsOf(transaction).some(isAbsent)) return { feesOnly: 'ProgramAccountNotFound' };
  const messageBytes = messageBytesOf(transaction, bank);
  if (messageBytes === undefined) return { feesOnly: 'SanitizeFailure' };
  const result = machine.simulate(messageBytes, transaction, bank, standsFor);
  const meta = result.meta();
  const err = result instanceof FailedTransactionMetadata ? transactionErrorOf(result.err()) : null;
  if (err !== null && !isRunError(err)) return { feesOnly: err };
  if (!(result instanceof FailedTransactionMetadata))
    takeWrittenAccounts(result.postAccounts(), machine, bank, changes);
  return {
    err,
    logs: withUncachedLines(meta.logs(), bank),
    units: meta.computeUnitsConsumed(),
    inner: innerOf(meta, transaction.keys.length),
    returnData: returnDataOf(meta),
    assumed: [],
  };
}

/**
 * The message with the hash that nonces follow from: LiteSVM takes it from the message, for nothing else. Undefined: it
 * does not fit into a packet.
 */
function messageBytesOf({ message }: RunnableTransaction, { clock }: Bank): Uint8Array | undefined {
  const { accountKeys, addressTableLookups, header, instructions, transactionConfig } = message;
  const recentBlockhash = encodeBase58(clock.parentHash) as Blockhash;
  const signatures = Array.from({ length: header.numRequiredSignatures }, () => NO_SIGNATURE);
  const common = { accountKeys, header, instructions, recentBlockhash };
  try {
    if (transactionConfig !== undefined)
      return wireMessageOf({ version: 1, signatures, message: { ...common, transactionConfig } });
    if (addressTableLookups === undefined) return wireMessageOf({ version: 'legacy', signatures, message: common });
    return wireMessageOf({ version: 0, signatures, message: { ...common, addressTableLookups } });
  } catch (error) {
    if (error instanceof BytesError) return undefined;
    throw error;
  }
}

function wireMessageOf(transaction: Transaction): Uint8Array {
  return wireMessageBytes({ version: transaction.version, wire: encodeTransaction(transaction) });
}

function isRunError(err: TransactionError): boolean {
  if (isJsonObject(err)) return ERRORS_AFTER_RUN.includes(Object.keys(err)[0]!);
  return err === 'UnbalancedTransaction';
}

type PostAccounts = ReturnType<Exclude<ReturnType<Machine['simulate']>, { err(): unknown }>['postAccounts']>;

/**
 * Takes over the accounts that were written. LiteSVM returns all writable ones; a written one is marked as exempt from rent.
 */
function takeWrittenAccounts(accounts: PostAccounts, machine: Machine, bank: Bank, changes: Changes): void {
  for (const { address, data, executable, lamports: balance, programAddress } of accounts) {
    const key = address as string as Address;
    const initial = machine.accountOf(key);
    if (initial === undefined && machine.hasBuiltin(key)) continue;
    const before = { ...(initial ?? emptyAccount(key)), rentEpoch: U64_MAX };
    const owner = programAddress as string as Address;
    const after = { ...before, data: Uint8Array.from(data), executable, lamports: BigInt(balance), owner };
    if (sameAccount(before, after)) continue;
    const current = bank.accounts.get(key) ?? emptyAccount(key);
    const isReplaced = initial !== undefined && !sameAccount(initial, current);
    // a replaced program can receive lamports, and keeps its data
    const lamports = current.lamports + after.lamports - before.lamports;
    changes.set(isReplaced ? { ...current, lamports, rentEpoch: U64_MAX } : after);
  }
}
