import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../codec/jsonText.ts';
import type { Dialect } from '../../dialect.ts';
import { RpcError, rpcErrors } from '../../errors.ts';
import type { NodeVersion } from '../../nodeVersion.ts';
import { type CommitmentWord, readCommitment } from './accountConfig.ts';
import { readMembersInOrder } from './keyParams.ts';
import {
  optional,
  type Param,
  readBoolean,
  readStruct,
  readU8,
  readU64,
  readVariant,
  required,
} from './paramValues.ts';

export const TRANSACTION_ENCODINGS = ['binary', 'base64', 'base58', 'json', 'jsonParsed'] as const;
export type TransactionEncoding = (typeof TRANSACTION_ENCODINGS)[number];
const CONTRACT_ENCODINGS = TRANSACTION_ENCODINGS.filter((encoding) => encoding !== 'binary');

const DETAILS = ['full', 'signatures', 'none', 'accounts'] as const;
export type TransactionDetails = (typeof DETAILS)[number];

const MAX_VERSION = 255n;

/** What a client asks of transactions it is shown. */
export interface TransactionConfig {
  readonly encoding: TransactionEncoding;
  readonly commitment: CommitmentWord;
  /** 0 to 255; undefined: legacy transactions only, and no `version` in the answer */
  readonly maxSupportedTransactionVersion: number | undefined;
}

export interface SingleTransactionConfig extends TransactionConfig {
  /** undefined: not in the request, or the version of the node ignores it */
  readonly minContextSlot: bigint | undefined;
}

export interface BlockConfig extends TransactionConfig {
  readonly transactionDetails: TransactionDetails;
  /** undefined: not in the request */
  readonly rewards: boolean | undefined;
}

/**
 * The configuration of getBlock and getTransaction: an object, or just an encoding where the dialect takes one.
 * Whatever does not decode gives one and the same message, as the node's untagged union does.
 *
 * Source   agave 4.1 RpcEncodingConfigWrapper, RpcBlockConfig, RpcTransactionConfig
 */
export function readBlockConfig(value: Param, dialect: Dialect): BlockConfig {
  return readWrapped(value, dialect, (config) => ({
    transactionDetails: optional(config.transactionDetails, (details) => readVariant(details, DETAILS)) ?? 'full',
    rewards: optional(config.rewards, readBoolean),
  }));
}

export function readTransactionConfig(
  value: Param,
  dialect: Dialect,
  { historyHasMinContext }: NodeVersion,
): SingleTransactionConfig {
  return readWrapped(value, dialect, ({ minContextSlot }) => ({
    minContextSlot: historyHasMinContext ? optional(minContextSlot, readU64) : undefined,
  }));
}

/** What a subscription to blocks shows of them. */
export interface SubscribedBlockConfig {
  readonly encoding: TransactionEncoding;
  readonly maxSupportedTransactionVersion: number | undefined;
  readonly showRewards: boolean;
  readonly transactionDetails: TransactionDetails;
}

/** Source   agave 4.1 RpcBlockSubscribeConfig; members decode in alphabetical order, the first error wins */
export function readSubscribedBlockConfig(config: JsonObject): SubscribedBlockConfig {
  const encoding =
    optional(config.encoding, (value) => readVariant<TransactionEncoding>(value, TRANSACTION_ENCODINGS)) ?? 'base64';
  const maxSupportedTransactionVersion = optional(config.maxSupportedTransactionVersion, readU8);
  const showRewards = optional(config.showRewards, readBoolean) ?? false;
  const transactionDetails = optional(config.transactionDetails, (value) => readVariant(value, DETAILS)) ?? 'full';
  return { encoding, maxSupportedTransactionVersion, showRewards, transactionDetails };
}

function readWrapped<T>(value: Param, dialect: Dialect, readOwn: (config: JsonObject) => T): TransactionConfig & T {
  try {
    const legacy = value === undefined ? undefined : readBareEncoding(value, dialect);
    const config = legacy === undefined ? readObject(value ?? {}) : { encoding: legacy };
    return { ...readShared(config, dialect), ...readOwn(config) };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    throw rpcErrors.invalidParams('data did not match any variant of untagged enum RpcEncodingConfigWrapper');
  }
}

/** An encoding in the place of the object: `"base64"`, or as enums may also be written, `{"base64": null}`. */
function readBareEncoding(value: JsonValue, dialect: Dialect): TransactionEncoding | undefined {
  if (!dialect.acceptsLegacyEncodings) return undefined;
  try {
    return readVariant(value, TRANSACTION_ENCODINGS);
  } catch {
    return undefined;
  }
}

function readObject(value: JsonValue): JsonObject {
  if (!isJsonObject(value)) throw rpcErrors.invalidParams('not an object');
  return value;
}

function readShared(config: JsonObject, dialect: Dialect): TransactionConfig {
  const encodings = dialect.acceptsLegacyEncodings ? TRANSACTION_ENCODINGS : CONTRACT_ENCODINGS;
  return {
    encoding: optional(config.encoding, (value) => readVariant<TransactionEncoding>(value, encodings)) ?? 'json',
    commitment: readCommitment(config) ?? dialect.defaultHistoryCommitment,
    maxSupportedTransactionVersion: optional(config.maxSupportedTransactionVersion, readVersion),
  };
}

function readVersion(value: JsonValue): number {
  const version = readU64(value);
  if (version > MAX_VERSION) throw rpcErrors.invalidParams('not a u8');
  return Number(version);
}

/** Both ends inclusive. */
export interface SlotRange {
  readonly firstSlot: bigint;
  /** undefined: the tip */
  readonly lastSlot: bigint | undefined;
}

const RANGE = 'RpcBlockProductionConfigRange';

/** `{firstSlot, lastSlot}`, or the same two in an array. Source agave 4.1 RpcBlockProductionConfigRange */
export function readSlotRange(value: JsonValue): SlotRange {
  if (isJsonArray(value))
    return readMembersInOrder(value, `struct ${RANGE} with 2 elements`, (next) => ({
      firstSlot: readU64(next()),
      lastSlot: optional(next(), readU64),
    }));
  const range = readStruct(value, RANGE);
  const firstSlot = range.firstSlot === undefined ? undefined : readU64(range.firstSlot);
  const lastSlot = optional(range.lastSlot, readU64);
  return { firstSlot: firstSlot ?? readU64(required(range, 'firstSlot')), lastSlot };
}
