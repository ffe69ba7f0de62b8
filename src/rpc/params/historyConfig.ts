import { isJsonObject, type JsonValue } from '../../codec/jsonText.ts';
import { RpcError, rpcErrors } from '../../errors.ts';
import { TRANSACTION_DETAILS, TRANSACTION_ENCODINGS, type TransactionEncoding } from '../../solana/rpcWords.ts';
import { anyOf, wordOf } from '../openrpc/schema.ts';
import {
  dialectWords,
  type LaterRule,
  type NodeRules,
  type OptionalType,
  optional,
  since,
  withDefault,
  words,
} from './paramType.ts';
import { orDefaults, type StructType, struct } from './structType.ts';
import { boolean, confirmedCommitment, u8, u64 } from './usualTypes.ts';

/**
 * The configurations of getBlock and getTransaction: an object, or just an encoding where the dialect takes one.
 *
 * Source   agave 4.1 RpcEncodingConfigWrapper, RpcBlockConfig, RpcTransactionConfig
 * @module
 */

/** Whether statuses and transactions are read with a minimum of the context slot. */
export const hasMinContext: LaterRule = ({ dialect, version }) =>
  dialect.hasLaterHistoryRules && version.historyHasMinContext;

const refusesBase58OfV1: LaterRule = ({ dialect, version }) =>
  dialect.hasLaterHistoryRules && version.refusesBase58OfV1;

/**
 * The encoding of transactions whose version the client takes: base58 is only for versions before 1.
 *
 * Source   agave 4.3.2 rpc.rs validate_max_supported_transaction_version_for_encoding
 * @throws RpcError -32602
 */
export function assertEncoding(
  { encoding, maxSupportedTransactionVersion = 0 }: EncodedVersions,
  node: NodeRules,
): void {
  const isBase58 = encoding === 'base58' || encoding === 'binary';
  if (isBase58 && maxSupportedTransactionVersion >= 1 && refusesBase58OfV1(node)) throw rpcErrors.base58OfV1();
}

interface EncodedVersions {
  readonly encoding: TransactionEncoding;
  readonly maxSupportedTransactionVersion: number | undefined;
}

const encoding = withDefault(dialectWords(TRANSACTION_ENCODINGS, 'binary'), 'json');

export const transactionDetails = withDefault(words(TRANSACTION_DETAILS), 'full');

export const blockConfig = encodingOr(
  struct('RpcBlockConfig', {
    encoding,
    transactionDetails,
    rewards: optional(boolean),
    commitment: confirmedCommitment,
    maxSupportedTransactionVersion: optional(u8),
  }),
);

export const transactionConfig = encodingOr(
  struct('RpcTransactionConfig', {
    encoding,
    commitment: confirmedCommitment,
    maxSupportedTransactionVersion: optional(u8),
    minContextSlot: since(hasMinContext, optional(u64)),
  }),
);

/** A configuration or an encoding. Everything else has one message, that of the node's untagged union. */
function encodingOr<T extends EncodedVersions>(type: StructType<T>): OptionalType<T> {
  const { absent, ...whole } = orDefaults(type);
  const bareWord = { ...wordOf(...TRANSACTION_ENCODINGS), description: 'In the agave dialect only, as is `binary`.' };
  return {
    ...whole,
    absent,
    schema: anyOf(type.schema, bareWord),
    decode(value, node) {
      const bare = bareEncoding(value, node);
      if (bare !== undefined) return { ...absent, encoding: bare };
      try {
        return type.decode(value, node);
      } catch (error) {
        if (!(error instanceof RpcError)) throw error;
        throw rpcErrors.invalidParams('data did not match any variant of untagged enum RpcEncodingConfigWrapper');
      }
    },
    check(decoded, node) {
      const config = type.check(decoded, node);
      assertEncoding(config, node);
      return config;
    },
  };
}

/** `"base64"`, or as enums may also be written, `{"base64": null}`. */
function bareEncoding(value: JsonValue, { dialect }: NodeRules): TransactionEncoding | undefined {
  if (!dialect.acceptsLegacyEncodings) return undefined;
  const name = isJsonObject(value) && Object.keys(value).length === 1 ? unitIn(value) : value;
  return TRANSACTION_ENCODINGS.find((encoding) => encoding === name);
}

/** The name of the only member, which is null. */
function unitIn(value: Readonly<Record<string, JsonValue | undefined>>): string | undefined {
  return Object.keys(value).find((name) => value[name] === null);
}
