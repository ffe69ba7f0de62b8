import { U64_MAX } from '../../../codec/bigints.ts';
import { BytesError } from '../../../codec/bytes.ts';
import { isActive, NO_INVALID_FEE_PAYERS } from '../../../gates.ts';
import { acceptsV1 } from '../../../ledger/protocol.ts';
import type { NodeVersion } from '../../../nodeVersion.ts';
import { BankAccounts } from '../../../runtime/accounts/bankAccounts.ts';
import { Changes } from '../../../runtime/accounts/changes.ts';
import type { Bank } from '../../../runtime/bank.ts';
import { keepsRules } from '../../../runtime/blockRefusals.ts';
import type { CompiledMessage } from '../../../runtime/compileMessage.ts';
import { loggedFailure } from '../../../runtime/logs.ts';
import type { KeyPair } from '../../../runtime/names/namedKeys.ts';
import type { Names } from '../../../runtime/names/names.ts';
import { refuseToExecute } from '../../../runtime/names/reporting.ts';
import type { Outcome } from '../../../runtime/outcome.ts';
import type { RunnableTransaction } from '../../../runtime/runnableTransaction.ts';
import { type UnsignedTransaction, unsignedTransaction } from '../../../runtime/signTransaction.ts';
import type { Account } from '../../../solana/account.ts';
import { accountKeysOf } from '../../../solana/accountKeys.ts';
import type { Address } from '../../../solana/address.ts';
import { messageFee } from '../../../solana/fees.ts';
import { budgetError, ComputeBudgetError, readComputeBudget } from '../../../solana/messageBudget.ts';
import type { TransactionError } from '../../../solana/meta.ts';
import { durableNonceIndex } from '../../../solana/nonce.ts';
import {
  fullAccountKeys,
  type LoadedAddresses,
  type Message,
  type TransactionVersion,
} from '../../../solana/transaction.ts';
import { inFile } from '../../../syntax/hintParts.ts';
import type { Place } from '../../../syntax/values.ts';
import type { TransactionNode } from '../../format/transactions.ts';
import { compileAccountsAfter } from '../accountsAfter.ts';
import { buildInstructions } from './buildInstructions.ts';
import { missingAccountText, missingInstructionText } from './missingParts.ts';
import { planMessage, versionOf } from './planMessage.ts';
import { scriptedOutcome } from './scriptedOutcome.ts';

/** A transaction with everything that its copies have in common. */
export interface PreparedTransaction {
  readonly at: Place;
  /** places by the index of the instruction */
  readonly instructionsAt: readonly Place[];
  readonly version: TransactionVersion;
  readonly unsigned: UnsignedTransaction;
  /** static accounts */
  readonly accountKeys: readonly Address[];
  readonly loaded: LoadedAddresses;
  readonly runnable: RunnableTransaction;
  readonly outcome: Outcome;
  /** whether LiteSVM executes it, and not the runtime */
  readonly isForLiteSvm: boolean;
}

/** The names and accounts that a transaction sees when it is prepared. */
export interface PrepareContext {
  readonly names: Names;
  readonly bank: Bank;
}

/** Prepares a transaction. Undefined: there is a mistake, which was reported. */
export function prepareTransaction(node: TransactionNode, context: PrepareContext): PreparedTransaction | undefined {
  const { bank, names } = context;
  if (!isNeverRanAllowed(node, bank)) return undefined;
  const balances = readBalances(node, names);
  const payer = names.resolve(node.payer);
  if (balances === undefined || (payer === undefined && node.payer !== undefined)) return undefined;
  const changes = changesBefore(node, context, balances);
  const built = buildInstructions(node, { names, accounts: changes, payer, isFailing: mayFail(node) });
  const isV1Accepted = acceptsV1(bank.protocol, bank.clock.slot);
  const compiled = built && planMessage(node, built.outer, names, bank.accounts, isV1Accepted);
  if (built === undefined || compiled === undefined) return undefined;
  const { loaded, message } = compiled;
  const unsigned = withSigners(node, message, names);
  const areResultsRight =
    areBalancesOfItsAccounts(node, fullAccountKeys(message, loaded), balances, names) && isErrorInRange(node, message);
  const accountsAfter = readAccountsAfter(node, changes, context);
  const outcome = scriptedOutcome(node, built, compiled, { balances, accounts: accountsAfter }, names);
  if (unsigned === undefined || outcome === undefined || !areResultsRight) return undefined;
  const runnable = runnableOf(node, compiled, bank);
  if (runnable === undefined || !areWritable(node, runnable, accountsAfter, names)) return undefined;
  return {
    at: node.at,
    instructionsAt: built.outer.map(({ at }) => at),
    version: versionOf(node),
    unsigned,
    accountKeys: message.accountKeys,
    loaded,
    runnable,
    outcome,
    isForLiteSvm: isForLiteSvm(node),
  };
}

/**
 * The form of a transaction that executors take. Undefined: LiteSVM would have to run a message that no node would run, which was reported.
 */
function runnableOf(
  node: TransactionNode,
  { loaded, message }: CompiledMessage,
  bank: Bank,
): RunnableTransaction | undefined {
  const { numRequiredSignatures } = message.header;
  const error = isForLiteSvm(node) ? messageError(message, bank.protocol.version) : undefined;
  if (error !== undefined) return refuseToExecute(node.at, error);
  return {
    message,
    ...accountKeysOf(message, loaded),
    isSigner: (index) => index < numRequiredSignatures,
    fee: node.outcome.fee ?? messageFee(message),
    nonce: nonceAddress(message),
    ...limitsOf(message),
  };
}

/** The error of an invalid message, which would crash LiteSVM and the process. */
function messageError(message: Message, version: NodeVersion): TransactionError | undefined {
  if (!keepsRules(message, message.header.numRequiredSignatures, version)) return 'SanitizeFailure';
  try {
    return budgetError(readComputeBudget(message), message);
  } catch (error) {
    if (error instanceof ComputeBudgetError) return error.err;
    throw error;
  }
}

/** The limits of units and of loaded data that a message sets, or that hold by default. */
function limitsOf(message: Message): Pick<RunnableTransaction, 'unitLimit' | 'maxLoadedBytes'> {
  try {
    const { loadedDataLimit: maxLoadedBytes, unitLimit } = readComputeBudget(message);
    return { maxLoadedBytes, unitLimit };
  } catch (error) {
    if (!(error instanceof ComputeBudgetError)) throw error;
    // a script may include it anyway, without limits
    return { maxLoadedBytes: U64_MAX, unitLimit: U64_MAX };
  }
}

/** Whether the cluster allows a transaction that never ran in a block. */
function isNeverRanAllowed({ outcome: { neverRan } }: TransactionNode, { clock, protocol }: Bank): boolean {
  if (neverRan === undefined || isActive(protocol.gates.invalidFeePayer, clock.slot)) return true;
  neverRan.at.refuse(NO_INVALID_FEE_PAYERS);
  return false;
}

function isForLiteSvm({ execute }: TransactionNode): boolean {
  return execute?.value === 'litesvm';
}

/** The balances that a script gives after a transaction, in lamports. Undefined: a name has no address, which was reported. */
function readBalances({ outcome }: TransactionNode, names: Names): ReadonlyMap<Address, bigint> | undefined {
  const balances = new Map<Address, bigint>();
  for (const { address: node, lamports } of outcome.balances) {
    const address = names.resolve(node);
    if (address === undefined) return undefined;
    balances.set(address, lamports);
  }
  return balances;
}

/** @param changes what the instructions have done */
function readAccountsAfter(
  { outcome }: TransactionNode,
  changes: Changes,
  { bank, names }: PrepareContext,
): readonly Account[] {
  if (outcome.accounts.length === 0) return [];
  const { minimumBalance, clock } = bank;
  return compileAccountsAfter(outcome.accounts, {
    accounts: new BankAccounts(changes),
    names,
    minimumBalance,
    unixTimestamp: clock.unixTimestamp,
  });
}

/** A transaction changes only accounts that it names as writable. */
function areWritable(
  { at, outcome }: TransactionNode,
  { isWritable, keys }: RunnableTransaction,
  writtenAccounts: readonly Account[],
  names: Names,
): boolean {
  const wrong = writtenAccounts.find(({ address }) => !keys.includes(address) || !isWritable(keys.indexOf(address)));
  if (wrong === undefined) return true;
  const { address } = wrong;
  const node = outcome.accounts.find((after) => names.resolve(after.address) === address);
  const place = node?.at ?? at;
  if (keys.includes(address)) place.refuse(`${names.show(address)} is not writable in this transaction`, MAKE_WRITABLE);
  else place.refuse(missingAccountText(names, address), MAKE_WRITABLE);
  return false;
}

const MAKE_WRITABLE = 'an instruction has to name it as writable';

/** The addresses of accounts whose balances are not checked: all. */
const ALL_ADDRESSES = { has: () => true };

/** Whether a transaction fails, or may fail: in LiteSVM it may, in other ways than the script says. */
function mayFail(node: TransactionNode): boolean {
  const { err, neverRan } = node.outcome;
  return err !== undefined || neverRan !== undefined || isForLiteSvm(node);
}

/** A temporary copy of the accounts, which building the instructions changes. */
function changesBefore(
  node: TransactionNode,
  { bank, names }: PrepareContext,
  balances: ReadonlyMap<Address, bigint>,
): Changes {
  const unchecked = mayFail(node) ? ALL_ADDRESSES : balances;
  return new Changes(bank.accounts, bank.clock, names, unchecked, bank.minimumBalance);
}

/** A message with the keys of its signers. Undefined: one of them is not known, which was reported. */
function withSigners(node: TransactionNode, message: Message, names: Names): UnsignedTransaction | undefined {
  const pairs: KeyPair[] = [];
  for (const signer of message.accountKeys.slice(0, message.header.numRequiredSignatures)) {
    const pair = names.signer(signer);
    if (pair !== undefined) pairs.push(pair);
    else node.at.refuse(`cannot sign for ${names.show(signer)}`, `only its address is known: ${inFile('seed')}`);
  }
  if (pairs.length < message.header.numRequiredSignatures) return undefined;
  try {
    return unsignedTransaction(versionOf(node), message, pairs);
  } catch (error) {
    if (!(error instanceof BytesError)) throw error;
    return node.at.refuse(error.message);
  }
}

/** Whether each balance that a script gives is that of an account of the transaction; if not, it is reported. */
function areBalancesOfItsAccounts(
  node: TransactionNode,
  keys: readonly Address[],
  balances: ReadonlyMap<Address, bigint>,
  names: Names,
): boolean {
  const unnamed = [...balances.keys()].find((address) => !keys.includes(address));
  if (unnamed === undefined) return true;
  const at = node.outcome.balances.find(({ address }) => names.resolve(address) === unnamed)?.address.at ?? node.at;
  at.refuse(missingAccountText(names, unnamed));
  return false;
}

/** Whether the error that a script gives is that of an instruction of the message; if not, it is reported. */
function isErrorInRange({ outcome: { err } }: TransactionNode, { instructions }: Message): boolean {
  // an error that is named finds its instruction when it is compiled
  const failure = err?.value.kind === 'known' ? loggedFailure(err.value.err) : undefined;
  if (failure === undefined || failure.index < instructions.length) return true;
  err?.at.refuse(missingInstructionText(failure.index, instructions.length));
  return false;
}

function nonceAddress(message: Message): Address | undefined {
  const index = durableNonceIndex(message);
  return index === undefined ? undefined : message.accountKeys[index];
}
