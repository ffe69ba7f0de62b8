import { listOf, memberAt } from '../../codec/foreignJson.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../codec/jsonText.ts';
import { parseJson } from '../../codec/parseJson.ts';
import { DIALECTS } from '../../dialect.ts';
import type { Ordinal } from '../../ledger/history/storedHistory.ts';
import {
  type DescribedTransaction,
  describeFailure,
  describeTransaction,
  type InstructionEntry,
} from '../../rpc/encoding/describedTransaction.ts';
import { memoOf } from '../../rpc/encoding/memo.ts';
import { messageInstructions, type PlacedInstruction } from '../../rpc/encoding/recordedInstructions.ts';
import { encodeTransactionMembers } from '../../rpc/encoding/transaction.ts';
import { type Address, COMPUTE_BUDGET_PROGRAM, type Signature } from '../../solana/address.ts';
import type { LedgerTransaction, OpaqueTransaction, WireTransaction } from '../../solana/block.ts';
import type { DescribedError } from '../../solana/idl/describeError.ts';
import { computeBudgetOf } from '../../solana/messageBudget.ts';
import type { TransactionError } from '../../solana/meta.ts';
import { parseComputeBudgetInstruction } from '../../solana/programs/computeBudget.ts';
import type { Message } from '../../solana/transaction.ts';
import { decodeRecorded } from '../../solana/wire.ts';
import type { ShowContext } from './context.ts';
import { failureSentence } from './failureSentence.ts';
import { type LimitedList, newestItems } from './limitedLists.ts';
import { sendJson, sendOf, sentMembers } from './sends.ts';
import { type SlotStatus, statusOf } from './slotStatus.ts';
import { transactionSummary } from './transactionSummary.ts';

/** A line of the list of transactions. Null: a value that does not exist or was not recorded. */
export type TransactionEntry = {
  readonly slot: bigint;
  readonly status: SlotStatus;
  /** position in its block, from 0 */
  readonly index: number | null;
  readonly signature: Signature;
  readonly name: string | null;
  /** the number of the copy, from 0 */
  readonly copy: number | null;
  /** the programs that are called at the top level, each once, by name if it has one */
  readonly programs: readonly string[] | null;
  readonly memo: string | null;
  readonly err: TransactionError | null;
  /** the error of the program that failed; null: no IDL describes it */
  readonly programError: DescribedError | null;
  /** the instructions in one line; undefined: not asked for */
  readonly summary?: string | null;
  /** the error as a sentence; undefined: not asked for */
  readonly failure?: string | null;
};

function transactionEntry(transaction: LedgerTransaction, context: ShowContext): TransactionEntry {
  const { err, index, signature, slot } = transaction;
  const script = context.names.transaction(signature);
  const programError = describeFailure(transaction, context.state) ?? null;
  return {
    slot,
    status: statusOf(slot, context),
    index: index ?? null,
    signature,
    name: script?.name ?? null,
    copy: script?.copy ?? null,
    programs: programsOf(transaction)?.map((program) => context.names.get(program) ?? program) ?? null,
    memo: isWithoutInstructions(transaction) ? null : memoOf(transaction, context.view.state.protocol.version),
    err,
    programError,
    ...(context.hasSummaries && {
      summary: transactionSummary(transaction, context),
      failure: failureSentence(transaction, programError),
    }),
  };
}

/** Lists the newest transactions, in ascending order. @param ordinals descending */
export function newestTransactionEntries(
  ordinals: Iterable<Ordinal>,
  context: ShowContext,
): Promise<LimitedList<TransactionEntry>> {
  const { history } = context.state;
  return newestItems(ordinals, context, (ordinal) => transactionEntry(history.transactionAt(ordinal)!, context));
}

function isWithoutInstructions(transaction: LedgerTransaction): boolean {
  return transaction.kind === 'opaque' && instructionsOf(transaction) === undefined;
}

function instructionsOf({ form, json }: OpaqueTransaction) {
  const instructions = form === 'jsonParsed' ? memberAt(json, 'message', 'instructions') : undefined;
  return isJsonArray(instructions) ? instructions : undefined;
}

/** The programs of a transaction; undefined: it was recorded without its instructions. */
function programsOf(transaction: LedgerTransaction): readonly Address[] | undefined {
  const programs = transaction.kind === 'opaque' ? programsOfOpaque(transaction) : programsOfWire(transaction);
  return programs && [...new Set(programs)];
}

function programsOfWire(transaction: Extract<LedgerTransaction, { kind: 'wire' }>): readonly Address[] {
  // a program is never among the keys of a lookup table
  return decodeRecorded(transaction).message.instructions.map(
    ({ programIdIndex }) => transaction.accountKeys[programIdIndex]!,
  );
}

function programsOfOpaque(transaction: OpaqueTransaction): readonly Address[] | undefined {
  return instructionsOf(transaction)?.flatMap((instruction) => {
    if (!isJsonObject(instruction)) return [];
    // in the contract dialect, an instruction that is not parsed has the index of its program
    return (instruction.programId as Address) ?? transaction.accountKeys[Number(instruction.programIdIndex)] ?? [];
  });
}

/** An account of a transaction, with its lamports before and after. Null: a value was not recorded. */
export type BalanceEntry = {
  readonly address: string;
  readonly name: string | null;
  readonly signer: boolean | null;
  readonly writable: boolean | null;
  readonly before: JsonValue;
  readonly after: JsonValue;
};

/** A token account with its amount before and after a transaction, in the smallest units of its mint; null: it did not exist. */
export type TokenBalanceEntry = {
  readonly account: string | null;
  readonly mint: JsonValue;
  readonly owner: JsonValue;
  readonly decimals: JsonValue;
  readonly before: string | null;
  readonly after: string | null;
};

/** @param keys the account keys of the message: addresses, or objects with their rights */
export function balancesOf(
  keys: readonly JsonValue[],
  meta: JsonValue,
  { names }: ShowContext,
): readonly BalanceEntry[] {
  const [before, after] = [listOf(memberAt(meta, 'preBalances')), listOf(memberAt(meta, 'postBalances'))];
  return keys.map((key, i) => {
    const address = keyAddress(key);
    return {
      address,
      name: names.get(address as Address),
      signer: isJsonObject(key) ? key.signer === true : null,
      writable: isJsonObject(key) ? key.writable === true : null,
      before: before[i] ?? null,
      after: after[i] ?? null,
    };
  });
}

function tokenBalancesOf(keys: readonly JsonValue[], meta: JsonValue): readonly TokenBalanceEntry[] {
  const [before, after] = [listOf(memberAt(meta, 'preTokenBalances')), listOf(memberAt(meta, 'postTokenBalances'))].map(
    byIndex,
  );
  const indexes = [...new Set([...before!.keys(), ...after!.keys()])].sort((a, b) => a - b);
  return indexes.map((index) => {
    const balance = (after!.get(index) ?? before!.get(index))!;
    const key = keys[index];
    return {
      account: key === undefined ? null : keyAddress(key),
      mint: balance.mint ?? null,
      owner: balance.owner ?? null,
      decimals: memberAt(balance.uiTokenAmount, 'decimals') ?? null,
      before: amountOf(before!.get(index)),
      after: amountOf(after!.get(index)),
    };
  });
}

function byIndex(balances: readonly JsonValue[]): ReadonlyMap<number, JsonObject> {
  return new Map(balances.filter(isJsonObject).map((balance) => [Number(balance.accountIndex), balance]));
}

function amountOf(balance: JsonObject | undefined): string | null {
  const amount = memberAt(balance?.uiTokenAmount, 'amount');
  return typeof amount === 'string' ? amount : null;
}

function keyAddress(key: JsonValue): string {
  return isJsonObject(key) ? `${key.pubkey}` : `${key}`;
}

/** A transaction in the form of docs/show.md. Null: a value was not recorded. */
export type TransactionDetails = TransactionEntry & {
  readonly blockTime: bigint | null;
  readonly version: JsonValue;
  /** lamports that it pays beside those for its signatures */
  readonly priorityFee: bigint | null;
  readonly balances: readonly BalanceEntry[];
  readonly tokenBalances: readonly TokenBalanceEntry[];
  /** instructions of programs with an IDL, and of the compute budget */
  readonly instructions: DescribedTransaction['instructions'];
  readonly events: DescribedTransaction['events'];
  /** the transaction in getTransaction with jsonParsed */
  readonly transaction: JsonValue;
  readonly meta: JsonValue;
  /** the fate of the send; null: the transaction was not sent */
  readonly fate: JsonValue;
  /** the outcome of the send, as stillnode_sent has it; null: the transaction was not sent */
  readonly sent: JsonObject | null;
};

const NEWEST_VERSION = 1;

export function transactionDetails(transaction: LedgerTransaction, context: ShowContext): TransactionDetails {
  const { meta, transaction: body } = membersOf(transaction, context);
  const { instructions, ...described } = describeTransaction(transaction, context.state);
  const record = sendOf(transaction.signature, context);
  const send = record && sendJson(record, context);
  const keys = listOf(memberAt(body, 'message', 'accountKeys') ?? memberAt(body, 'accountKeys'));
  return {
    ...transactionEntry(transaction, context),
    ...described,
    instructions: [...budgetEntries(messageInstructions(transaction)), ...instructions],
    blockTime: transaction.blockTimeSeconds,
    version: transaction.version,
    priorityFee: transaction.kind === 'opaque' ? null : priorityFeeOf(decodeRecorded(transaction).message),
    balances: balancesOf(keys, meta, context),
    tokenBalances: tokenBalancesOf(keys, meta),
    transaction: body,
    meta,
    fate: send?.fate ?? null,
    sent: send === undefined ? null : sentMembers(send),
  };
}

/** Null: its requests to the compute budget are invalid. */
export function priorityFeeOf(message: Message): bigint | null {
  return computeBudgetOf(message)?.priorityFee ?? null;
}

/** The instructions of the compute budget, as an IDL would describe them. */
export function budgetEntries(instructions: readonly PlacedInstruction[]): readonly InstructionEntry[] {
  return instructions.flatMap((placed) => {
    if (placed.programId !== COMPUTE_BUDGET_PROGRAM) return [];
    const parsed = parseComputeBudgetInstruction(placed)?.parsed;
    if (!isJsonObject(parsed)) return [];
    const { index, innerIndex } = placed;
    const [instruction, args] = [String(parsed.type), parsed.info as JsonObject];
    return [{ index, innerIndex, program: 'computeBudget', instruction, args, accounts: {} }];
  });
}

function membersOf(
  transaction: LedgerTransaction,
  { parsing }: ShowContext,
): Pick<TransactionDetails, 'transaction' | 'meta'> {
  if (transaction.kind === 'opaque') return { transaction: transaction.json, meta: transaction.meta };
  const text = encodeTransactionMembers(transaction, {
    encoding: isComplete(transaction) ? 'jsonParsed' : 'json',
    maxSupportedTransactionVersion: NEWEST_VERSION,
    rewards: undefined,
    dialect: DIALECTS.agave,
    parsers: parsing.parsers,
  });
  const members = parseJson(`{${text}}`) as JsonObject;
  return { transaction: members.transaction ?? null, meta: members.meta ?? null };
}

/** Whether all addresses are known. Without those of lookup tables, instructions cannot be parsed. */
function isComplete(transaction: WireTransaction): boolean {
  const loaded = transaction.meta?.loadedAddresses;
  if (transaction.version !== 0 || (loaded && loaded.writable.length + loaded.readonly.length > 0)) return true;
  return (decodeRecorded(transaction).message.addressTableLookups ?? []).length === 0;
}
