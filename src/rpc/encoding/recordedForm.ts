import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonText,
  type JsonValue,
  stringifyJson,
} from '../../codec/jsonText.ts';
import type { OpaqueTransaction } from '../../solana/block.ts';
import { META_MEMBERS, type MetaMember, type MetaOptions } from '../../solana/metadata/metaMembers.ts';
import { type ShapeName, statusText } from '../../solana/metadata/metaShapes.ts';

/**
 * Transactions that were recorded without their bytes: what was recorded, in the form of the dialect.
 *
 * Source   rows 4, 5, 6, 12 and 19 of docs/dialects.md
 * @module
 */

export type RecordedFormOptions = Pick<MetaOptions, 'dialect' | 'rewards'>;

/** The member `transaction` of a transaction that was recorded as jsonParsed. */
export function encodeRecordedMessage(transaction: OpaqueTransaction, options: RecordedFormOptions): JsonText {
  const json = transaction.json ?? {};
  const { message } = json;
  if (!isJsonObject(message)) return stringifyJson(json);
  const instructions = instructionsOf(message, transaction, options, options.dialect.topLevelStackHeight);
  const accountKeys = annotatedKeys(transaction, message);
  const { addressTableLookups, ...others } = message;
  // nodes before 1.11 wrote null
  const lookups = isJsonArray(addressTableLookups) ? { addressTableLookups } : {};
  return stringifyJson({ ...json, message: { ...others, ...lookups, accountKeys, instructions } });
}

/**
 * The annotated keys that `holder` has; some nodes list loaded ones in the metadata only. Keys have had a `source` since Agave 1.11: one without
 * it is of the transaction, unless the metadata has it as loaded.
 */
export function annotatedKeys({ accountKeys, meta }: OpaqueTransaction, holder: JsonObject): readonly JsonValue[] {
  const loaded = isJsonObject(meta) && isJsonObject(meta.loadedAddresses) ? meta.loadedAddresses : {};
  const writable = new Set(isJsonArray(loaded.writable) ? loaded.writable : []);
  const readonly = new Set(isJsonArray(loaded.readonly) ? loaded.readonly : []);
  const listed = (isJsonArray(holder.accountKeys) ? holder.accountKeys : []).map((key) => {
    if (!isJsonObject(key) || typeof key.pubkey !== 'string') return key;
    const isLoaded = writable.has(key.pubkey) || readonly.has(key.pubkey);
    return { source: isLoaded ? 'lookupTable' : 'transaction', ...key };
  });
  const loadedKeys = accountKeys.slice(listed.length).map((pubkey) => {
    return { pubkey, signer: false, source: 'lookupTable', writable: writable.has(pubkey) };
  });
  return [...listed, ...loadedKeys];
}

/** The member `meta` of a transaction that was recorded as jsonParsed. */
export function encodeRecordedMeta(transaction: OpaqueTransaction, options: RecordedFormOptions): JsonText {
  if (!isJsonObject(transaction.meta)) return 'null';
  const members = META_MEMBERS.flatMap((member) => {
    const text = recordedMember(member, transaction, options);
    return text === undefined ? [] : [`${member.key}${text}`];
  });
  return `{${members.join(',')}}`;
}

const NULL_IF_NOT_RECORDED: readonly ShapeName[] = ['innerInstructions', 'texts', 'tokenBalances', 'rewards'];

/** One member of its metadata; undefined: it is absent. */
export function recordedMember(
  member: MetaMember,
  transaction: OpaqueTransaction,
  options: RecordedFormOptions,
): JsonText | undefined {
  const text = recordedText(member, transaction, options);
  if (text === undefined || member.show === undefined) return text;
  return member.show(text, { ...options, showLoadedAddresses: false, encodeInstruction: undefined });
}

function recordedText(
  { name, shape }: MetaMember,
  transaction: OpaqueTransaction,
  options: RecordedFormOptions,
): JsonText | undefined {
  const { err, meta } = transaction;
  // a recording may have only one of the two
  if (name === 'err') return stringifyJson(err);
  if (name === 'status') return statusText(err);
  const value = (isJsonObject(meta) ? meta[name] : undefined) ?? null;
  if (value === null) return NULL_IF_NOT_RECORDED.includes(shape) ? 'null' : undefined;
  return stringifyJson(name === 'innerInstructions' ? innerInstructions(value, transaction, options) : value);
}

function innerInstructions(value: JsonValue, transaction: OpaqueTransaction, options: RecordedFormOptions): JsonValue {
  if (!isJsonArray(value)) return value;
  return value.map((group) =>
    isJsonObject(group) ? { ...group, instructions: instructionsOf(group, transaction, options) } : group,
  );
}

/** @param stackHeight of all of them; undefined: the recorded ones */
function instructionsOf(
  { instructions }: JsonObject,
  { accountKeys }: OpaqueTransaction,
  { dialect }: RecordedFormOptions,
  stackHeight?: number | null,
): JsonValue | undefined {
  if (!isJsonArray(instructions)) return instructions;
  const indexOf = indexByKey(accountKeys);
  return instructions.map((instruction) => {
    if (!isJsonObject(instruction)) return instruction;
    const indexes = dialect.unparsedInstruction === 'compiled' ? asIndexes(instruction, indexOf) : undefined;
    const height = stackHeight === undefined ? (instruction.stackHeight ?? null) : stackHeight;
    return { ...instruction, ...indexes, stackHeight: height };
  });
}

/** Maps keys to first indexes. */
function indexByKey(keys: readonly JsonValue[]): ReadonlyMap<JsonValue, number> {
  return new Map(keys.map((key, index) => [key, index] as const).toReversed());
}

/**
 * An instruction that no parser took, with indexes; undefined if it names no account, or an account that the transaction lacks.
 */
function asIndexes(
  { accounts, parsed, programId }: JsonObject,
  indexOf: ReadonlyMap<JsonValue, number>,
): JsonObject | undefined {
  if (parsed !== undefined || programId === undefined || !isJsonArray(accounts)) return undefined;
  const [programIdIndex, ...indexes] = [programId, ...accounts].map((address) => indexOf.get(address) ?? -1);
  if (programIdIndex === -1 || indexes.includes(-1)) return undefined;
  return { accounts: indexes, programId: undefined, programIdIndex };
}
