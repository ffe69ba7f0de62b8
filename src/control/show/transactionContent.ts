import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../codec/jsonText.ts';
import { listOf, memberAt } from '../../codec/jsonValues.ts';
import { parseJson } from '../../codec/parseJson.ts';
import { DIALECTS } from '../../dialect.ts';
import type { Ordinal } from '../../ledger/history/heldHistory.ts';
import {
  type DescribedTransaction,
  describeFailure,
  describeTransaction,
} from '../../rpc/encoding/describedTransaction.ts';
import { memoOf } from '../../rpc/encoding/recordedForm.ts';
import { encodeTransactionMembers } from '../../rpc/encoding/transaction.ts';
import type { Address, Signature } from '../../solana/address.ts';
import type { LedgerTransaction, OpaqueTransaction, WireTransaction } from '../../solana/block.ts';
import type { DescribedError } from '../../solana/idl/describeError.ts';
import type { TransactionError } from '../../solana/meta.ts';
import { decodeRecorded } from '../../solana/wire.ts';
import { type LimitedList, newestOf } from './limitedLists.ts';
import { type Scene, type SlotStatus, statusOf } from './scene.ts';

/** A transaction on one line. Null: there is no such value, or it was not recorded. */
export type TransactionEntry = {
  readonly slot: bigint;
  readonly status: SlotStatus;
  /** position in its block, from 0 */
  readonly index: number | null;
  readonly signature: Signature;
  /** in the script, and which of its copies, from 0 */
  readonly name: string | null;
  readonly copy: number | null;
  /** called at the top level: each once, by name where it has one */
  readonly programs: readonly string[] | null;
  /** as getSignaturesForAddress shows it */
  readonly memo: string | null;
  readonly err: TransactionError | null;
  /** `err` in the words of the program that failed; null: no IDL has it */
  readonly programError: DescribedError | null;
};

function transactionEntry(transaction: LedgerTransaction, scene: Scene): TransactionEntry {
  const { err, index, signature, slot } = transaction;
  const named = scene.words.ofTransaction(signature);
  return {
    slot,
    status: statusOf(slot, scene),
    index: index ?? null,
    signature,
    name: named?.name ?? null,
    copy: named?.copy ?? null,
    programs: programsOf(transaction)?.map((program) => scene.words.of(program) ?? program) ?? null,
    memo: isWithoutInstructions(transaction) ? null : memoOf(transaction, scene.view.state.protocol.version),
    err,
    programError: describeFailure(transaction, scene.state) ?? null,
  };
}

/** Lists the newest transactions, in ascending order. @param ordinals descending */
export function transactionEntriesDown(
  ordinals: Iterable<Ordinal>,
  scene: Scene,
): Promise<LimitedList<TransactionEntry>> {
  const { history } = scene.state;
  return newestOf(ordinals, scene, (ordinal) => transactionEntry(history.transactionAt(ordinal)!, scene));
}

function isWithoutInstructions(transaction: LedgerTransaction): boolean {
  return transaction.kind === 'opaque' && instructionsOf(transaction) === undefined;
}

function instructionsOf({ form, json }: OpaqueTransaction) {
  const instructions = form === 'jsonParsed' ? memberAt(json, 'message', 'instructions') : undefined;
  return isJsonArray(instructions) ? instructions : undefined;
}

/** Undefined: it was recorded without its instructions. */
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
    // the contract names the program of what is not parsed by its index
    return (instruction.programId as Address) ?? transaction.accountKeys[Number(instruction.programIdIndex)] ?? [];
  });
}

/** An account of a transaction, with its lamports before and after. Null: it was not recorded. */
export type BalanceEntry = {
  readonly address: string;
  readonly name: string | null;
  readonly signer: boolean | null;
  readonly writable: boolean | null;
  readonly before: JsonValue;
  readonly after: JsonValue;
};

/** What a token account holds before and after a transaction, in the smallest units of its mint; null: there was no such account. */
export type TokenBalanceEntry = {
  readonly account: string | null;
  readonly mint: JsonValue;
  readonly owner: JsonValue;
  readonly decimals: JsonValue;
  readonly before: string | null;
  readonly after: string | null;
};

/** @param keys of the message: addresses, or with their rights */
function balancesOf(keys: readonly JsonValue[], meta: JsonValue, { words }: Scene): readonly BalanceEntry[] {
  const [before, after] = [listOf(memberAt(meta, 'preBalances')), listOf(memberAt(meta, 'postBalances'))];
  return keys.map((key, i) => {
    const address = addressOf(key);
    return {
      address,
      name: words.of(address as Address),
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
      account: key === undefined ? null : addressOf(key),
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

function addressOf(key: JsonValue): string {
  return isJsonObject(key) ? `${key.pubkey}` : `${key}`;
}

/** In the form of docs/show.md. Null: it was not recorded. */
export type TransactionDetails = TransactionEntry & {
  /** Unix seconds */
  readonly blockTime: bigint | null;
  readonly version: JsonValue;
  readonly balances: readonly BalanceEntry[];
  readonly tokenBalances: readonly TokenBalanceEntry[];
  /** of programs with an IDL */
  readonly instructions: DescribedTransaction['instructions'];
  readonly events: DescribedTransaction['events'];
  /** as getTransaction shows them with jsonParsed */
  readonly transaction: JsonValue;
  readonly meta: JsonValue;
};

/** Every version that there is. */
const NEWEST_VERSION = 1;

export function transactionDetails(transaction: LedgerTransaction, scene: Scene): TransactionDetails {
  const { meta, transaction: body } = membersOf(transaction, scene);
  const keys = listOf(memberAt(body, 'message', 'accountKeys') ?? memberAt(body, 'accountKeys'));
  return {
    ...transactionEntry(transaction, scene),
    ...describeTransaction(transaction, scene.state),
    blockTime: transaction.blockTimeSeconds,
    version: transaction.version,
    balances: balancesOf(keys, meta, scene),
    tokenBalances: tokenBalancesOf(keys, meta),
    transaction: body,
    meta,
  };
}

function membersOf(
  transaction: LedgerTransaction,
  { parsing }: Scene,
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

/** Without the addresses that lookup tables brought in, its instructions cannot be parsed. */
function isComplete(transaction: WireTransaction): boolean {
  const loaded = transaction.meta?.loadedAddresses;
  if (transaction.version !== 0 || (loaded && loaded.writable.length + loaded.readonly.length > 0)) return true;
  return (decodeRecorded(transaction).message.addressTableLookups ?? []).length === 0;
}
