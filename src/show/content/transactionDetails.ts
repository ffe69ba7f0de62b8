import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../codec/json.ts';
import { parseJson } from '../../codec/parseJson.ts';
import { DIALECTS } from '../../dialect.ts';
import { encodeTransactionMembers } from '../../encoding/transaction.ts';
import type { LedgerTransaction, WireTransaction } from '../../model/block.ts';
import { decodeRecorded } from '../../model/wire.ts';
import { type BalanceEntry, balancesOf, type TokenBalanceEntry, tokenBalancesOf } from './balances.ts';
import type { Scene } from './scene.ts';
import { type TransactionEntry, transactionEntry } from './transactions.ts';

/** All that there is to say of a transaction. Null: it was not recorded. */
export interface TransactionDetails {
  readonly entry: TransactionEntry;
  /** Unix seconds */
  readonly blockTime: bigint | null;
  readonly version: JsonValue;
  readonly balances: readonly BalanceEntry[];
  readonly tokenBalances: readonly TokenBalanceEntry[];
  /** as getTransaction shows them with jsonParsed */
  readonly transaction: JsonValue;
  readonly meta: JsonValue;
}

/** Every version that there is. */
const NEWEST_VERSION = 1;

export function transactionDetails(transaction: LedgerTransaction, scene: Scene): TransactionDetails {
  const { meta, transaction: body } = membersOf(transaction, scene);
  const keys = isJsonObject(body) ? accountKeysOf(body) : [];
  return {
    entry: transactionEntry(transaction, scene),
    blockTime: transaction.blockTimeSeconds,
    version: transaction.version,
    balances: balancesOf(keys, meta, scene),
    tokenBalances: tokenBalancesOf(keys, meta),
    transaction: body,
    meta,
  };
}

interface Members {
  readonly transaction: JsonValue;
  readonly meta: JsonValue;
}

function membersOf(transaction: LedgerTransaction, { parsing }: Scene): Members {
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

/** Empty where the recording has none. */
function accountKeysOf({ accountKeys, message }: JsonObject): readonly JsonValue[] {
  const keys = isJsonObject(message) ? message.accountKeys : accountKeys;
  return isJsonArray(keys) ? keys : [];
}

/** In the form of docs/show.md. */
export function transactionJson(details: TransactionDetails): JsonObject {
  const { balances, blockTime, entry, meta, tokenBalances, transaction, version } = details;
  return { ...entry, blockTime, version, balances, tokenBalances, transaction, meta };
}
