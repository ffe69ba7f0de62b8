import { isJsonArray, type JsonObject, type JsonValue } from '../codec/json.ts';
import type { Dialect } from '../dialect.ts';
import type { DataSlice } from '../model/account.ts';
import { type CommitmentWord, readCommitment } from './commitment.ts';
import { readMembersInOrder } from './sequence.ts';
import { optional, type Param, readStruct, readU64, readVariant, required } from './values.ts';

export const ACCOUNT_ENCODINGS = ['binary', 'base58', 'base64', 'jsonParsed', 'base64+zstd'] as const;
export type AccountEncoding = (typeof ACCOUNT_ENCODINGS)[number];
const CONTRACT_ENCODINGS = ACCOUNT_ENCODINGS.filter((encoding) => encoding !== 'binary');

export interface AccountConfig {
  readonly encoding: AccountEncoding | undefined;
  readonly dataSlice: DataSlice | undefined;
  readonly commitment: CommitmentWord | undefined;
  readonly minContextSlot: bigint | undefined;
}

/** The node's text for an array that is too long, where the struct is flattened into another one. */
export const TOO_LONG_FLATTENED = '2 elements in sequence';

/**
 * The account part of a configuration object; unknown members are ignored.
 *
 * Source   agave 4.1 RpcAccountInfoConfig; members decode in alphabetical order, the first error wins
 */
export function readAccountConfig(config: JsonObject, dialect: Dialect, tooLong?: string): AccountConfig {
  const dataSlice = optional(config.dataSlice, (value) => readDataSlice(value, tooLong));
  const encodings = dialect.acceptsLegacyEncodings ? ACCOUNT_ENCODINGS : CONTRACT_ENCODINGS;
  const encoding = optional(config.encoding, (value) => readVariant<AccountEncoding>(value, encodings));
  const minContextSlot = optional(config.minContextSlot, readU64);
  return { encoding, dataSlice, commitment: readCommitment(config), minContextSlot };
}

/** The optional configuration of a method that takes no other members. */
export function readAccountInfoConfig(param: Param, dialect: Dialect): AccountConfig {
  return readAccountConfig(readStruct(param ?? {}, 'RpcAccountInfoConfig'), dialect);
}

/** `{offset, length}`, or the same two in an array. */
function readDataSlice(value: JsonValue, tooLong: string | undefined): DataSlice {
  if (isJsonArray(value)) {
    return readMembersInOrder(
      value,
      'struct UiDataSliceConfig with 2 elements',
      (next) => ({ offset: readU64(next(), 'usize'), length: readU64(next(), 'usize') }),
      tooLong,
    );
  }
  const slice = readStruct(value, 'UiDataSliceConfig');
  const length = slice.length === undefined ? undefined : readU64(slice.length, 'usize');
  const offset = slice.offset === undefined ? undefined : readU64(slice.offset, 'usize');
  if (offset === undefined) required(slice, 'offset');
  if (length === undefined) required(slice, 'length');
  return { offset: offset!, length: length! };
}
