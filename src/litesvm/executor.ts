/**
 * Executes transactions for real, in LiteSVM. What is not execution stays ours: whether a node takes a transaction, its fee, its
 * balances, and what is left of it where it fails.
 *
 * Source   agave 4.1 svm transaction_processor.rs; litesvm 1.5
 * @module
 */
import { encodeBase58 } from '../codec/base58.ts';
import { BytesError } from '../codec/byteReader.ts';
import { isJsonObject } from '../codec/json.ts';
import { U64_MAX } from '../codec/u64.ts';
import { emptyAccount, sameAccount } from '../model/account.ts';
import { type Address, type Blockhash, SIGNATURE_BYTES, type Signature } from '../model/address.ts';
import type { TransactionError } from '../model/meta.ts';
import type { StandsFor } from '../model/sendRule.ts';
import { encodeTransaction } from '../model/wire.ts';
import type { Changes } from '../runtime/accounts/accounts.ts';
import { executeBy, type NotRun, type RunInstructions } from '../runtime/transactions/execute.ts';
import type { Run } from '../runtime/transactions/failure.ts';
import type { Bank, Executor, RunnableTransaction } from '../runtime/transactions/transaction.ts';
import { withAdditions } from './additions.ts';
import { transactionErrorOf } from './errors.ts';
import { Machine } from './machine.ts';
import { type LiteSvmPackage, loadPackage } from './package.ts';
import { innerOf, returnDataOf } from './results.ts';

const NO_SIGNATURE = '1'.repeat(SIGNATURE_BYTES) as Signature;
/** Errors of a transaction that was run besides those of its instructions. */
const LATE_ERRORS: readonly string[] = ['InsufficientFundsForRent', 'InstructionError'];

/** @throws LiteSvmMissingError where the package is not installed, or does not run here */
export async function loadLiteSvm(): Promise<Executor> {
  return liteSvmExecutor(await loadPackage());
}

function liteSvmExecutor(litesvm: LiteSvmPackage): Executor {
  const machine = new Machine(litesvm);
  const run: RunInstructions = (transaction, bank, changes, { additions, standsFor }) => {
    const ran = runIn(machine, litesvm, transaction, bank, changes, standsFor);
    return 'feesOnly' in ran || ran.err !== null ? ran : withAdditions(ran, additions, transaction, changes);
  };
  return (transaction, bank, outcome) => executeBy(run, transaction, bank, outcome);
}

function runIn(
  machine: Machine,
  { FailedTransactionMetadata }: LiteSvmPackage,
  transaction: RunnableTransaction,
  bank: Bank,
  changes: Changes,
  standsFor: StandsFor | undefined,
): Run | NotRun {
  const { keys, message } = transaction;
  const programs = message.instructions.map(({ programIdIndex }) => keys[programIdIndex]!);
  const isAbsent = (program: Address) =>
    program !== standsFor && bank.accounts.get(program) === undefined && !machine.brings(program);
  if (programs.some(isAbsent)) return { feesOnly: 'ProgramAccountNotFound' };
  const messageBytes = messageBytesOf(transaction, bank);
  if (messageBytes === undefined) return { feesOnly: 'SanitizeFailure' };
  const result = machine.simulate(messageBytes, transaction, bank, standsFor);
  const meta = result.meta();
  const err = result instanceof FailedTransactionMetadata ? transactionErrorOf(result.err()) : null;
  if (err !== null && !isOfRun(err)) return { feesOnly: err };
  if (!(result instanceof FailedTransactionMetadata)) takeAccounts(result.postAccounts(), machine, bank, changes);
  return {
    err,
    logs: meta.logs(),
    units: meta.computeUnitsConsumed(),
    inner: innerOf(meta, keys.length),
    returnData: returnDataOf(meta),
    assumed: [],
  };
}

/**
 * With the hash that nonces follow from: LiteSVM takes it from the message, and looks at it for nothing else. The RPC of a node
 * ignores the settings of v1. Undefined: it does not fit into a packet.
 */
function messageBytesOf({ message }: RunnableTransaction, { moment }: Bank): Uint8Array | undefined {
  const { accountKeys, addressTableLookups, header, instructions } = message;
  const recentBlockhash = encodeBase58(moment.parentHash) as Blockhash;
  const signatures = Array.from({ length: header.numRequiredSignatures }, () => NO_SIGNATURE);
  const common = { accountKeys, header, instructions, recentBlockhash };
  try {
    const wire = encodeTransaction(
      addressTableLookups === undefined
        ? { version: 'legacy', signatures, message: common }
        : { version: 0, signatures, message: { ...common, addressTableLookups } },
    );
    return wire.subarray(1 + signatures.length * SIGNATURE_BYTES);
  } catch (error) {
    if (error instanceof BytesError) return undefined;
    throw error;
  }
}

function isOfRun(err: TransactionError): boolean {
  if (isJsonObject(err)) return LATE_ERRORS.includes(Object.keys(err)[0]!);
  return err === 'UnbalancedTransaction';
}

type PostAccounts = ReturnType<Exclude<ReturnType<Machine['simulate']>, { err(): unknown }>['postAccounts']>;

/** All that could be written come back; those that were are exempt from rent by then. */
function takeAccounts(accounts: PostAccounts, machine: Machine, bank: Bank, changes: Changes): void {
  for (const { address, data, executable, lamports: balance, programAddress } of accounts) {
    const key = address as string as Address;
    const given = machine.given(key);
    if (given === undefined && machine.brings(key)) continue;
    const before = { ...(given ?? emptyAccount(key)), rentEpoch: U64_MAX };
    const owner = programAddress as string as Address;
    const after = { ...before, data: Uint8Array.from(data), executable, lamports: BigInt(balance), owner };
    if (sameAccount(before, after)) continue;
    const known = bank.accounts.get(key) ?? emptyAccount(key);
    const isStandIn = given !== undefined && !sameAccount(given, known);
    // a program that something else stands in for can be paid, and keeps its data
    const lamports = known.lamports + after.lamports - before.lamports;
    changes.set(isStandIn ? { ...known, lamports, rentEpoch: U64_MAX } : after);
  }
}
