import { isJsonObject, type JsonValue } from '../../codec/jsonText.ts';
import { RpcError, rpcErrors } from '../../errors.ts';
import { TRANSACTION_DETAILS, TRANSACTION_ENCODINGS, type TransactionEncoding } from '../../solana/rpcWords.ts';
import { anyOf, wordOf } from '../openrpc/schema.ts';
import { dialectWords, type NodeRules, type OptionalType, optional, since, withDefault, words } from './paramType.ts';
import { orDefaults, type StructType, struct } from './structType.ts';
import { boolean, confirmedCommitment, u8, u64 } from './usualTypes.ts';

/**
 * The configurations of getBlock and getTransaction: an object, or just an encoding where the dialect takes one.
 *
 * Source   agave 4.1 RpcEncodingConfigWrapper, RpcBlockConfig, RpcTransactionConfig
 */

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
    minContextSlot: since('historyHasMinContext', optional(u64)),
  }),
);

/** A configuration or an encoding. Everything else has one message, that of the node's untagged union. */
function encodingOr<T extends { readonly encoding: TransactionEncoding }>(type: StructType<T>): OptionalType<T> {
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
