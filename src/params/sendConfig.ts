import { isJsonArray, type JsonValue } from '../codec/json.ts';
import { COMMITMENTS, type CommitmentWord } from './commitment.ts';
import { TRANSACTION_ENCODINGS, type TransactionEncoding } from './historyConfig.ts';
import { readMembersInOrder } from './sequence.ts';
import { optional, type Param, readBoolean, readStruct, readU64, readVariant } from './values.ts';

export interface SendConfig {
  readonly encoding: TransactionEncoding;
  /** how often the node sends it again; undefined: until its blockhash is too old */
  readonly maxRetries: bigint | undefined;
  readonly minContextSlot: bigint | undefined;
  /** undefined: finalized */
  readonly preflightCommitment: CommitmentWord | undefined;
  readonly skipPreflight: boolean;
}

/**
 * The optional configuration of sendTransaction. Unlike in other methods, what is no commitment is refused.
 *
 * Source   agave 4.1 RpcSendTransactionConfig; members decode in alphabetical order, the first error wins
 */
export function readSendConfig(param: Param): SendConfig {
  if (isJsonArray(param)) return readInOrder(param);
  const config = readStruct(param ?? {}, 'RpcSendTransactionConfig');
  return {
    encoding: readEncoding(config.encoding),
    maxRetries: readMaxRetries(config.maxRetries),
    minContextSlot: optional(config.minContextSlot, readU64),
    preflightCommitment: readPreflightCommitment(config.preflightCommitment),
    skipPreflight: readFlag(config.skipPreflight),
  };
}

/** The members as they are declared; the first one has a default, so that an empty list lacks the second one. */
function readInOrder(values: readonly JsonValue[]): SendConfig {
  const members = values.length === 0 ? [false] : values;
  return readMembersInOrder(members, 'struct RpcSendTransactionConfig with 5 elements', (next) => {
    const skipPreflight = readFlag(next());
    const preflightCommitment = readPreflightCommitment(next());
    const encoding = readEncoding(next());
    const maxRetries = readMaxRetries(next());
    const minContextSlot = optional(next(), readU64);
    return { encoding, maxRetries, minContextSlot, preflightCommitment, skipPreflight };
  });
}

/** Of a transaction that is sent or simulated. */
export function readEncoding(value: Param): TransactionEncoding {
  return optional(value, (word) => readVariant(word, TRANSACTION_ENCODINGS)) ?? 'base58';
}

/** False where it is absent, and refused where it is null. */
export function readFlag(value: Param): boolean {
  return value === undefined ? false : readBoolean(value);
}

function readMaxRetries(value: Param): bigint | undefined {
  return optional(value, (count) => readU64(count, 'usize'));
}

function readPreflightCommitment(value: Param): CommitmentWord | undefined {
  return optional(value, (word) => readVariant(word, COMMITMENTS));
}
