import { isJsonArray, type JsonObject, type JsonValue } from '../../codec/jsonText.ts';
import type { Dialect } from '../../dialect.ts';
import { rpcErrors } from '../../errors.ts';
import type { DataSlice } from '../../solana/account.ts';
import type { Address } from '../../solana/address.ts';
import { readAddress, readMembersInOrder } from './keyParams.ts';
import {
  optional,
  type Param,
  readFlattenedVariant,
  readStruct,
  readU64,
  readVariant,
  required,
} from './paramValues.ts';
import { readPositional, readTextAndConfig } from './positional.ts';

export const COMMITMENTS = ['processed', 'confirmed', 'finalized'] as const;
export type CommitmentWord = (typeof COMMITMENTS)[number];

/** The commitment a configuration object names; an unknown one is ignored, as in the node. */
export function readCommitment(config: JsonObject): CommitmentWord | undefined {
  const value: Param = config.commitment;
  if (value === undefined) return undefined;
  try {
    return readFlattenedVariant(value, COMMITMENTS);
  } catch {
    return undefined;
  }
}

/** Blocks and transactions are not given out before they are confirmed. */
export function atLeastConfirmed(commitment: CommitmentWord): 'confirmed' | 'finalized' {
  if (commitment === 'processed') throw rpcErrors.commitmentBelowConfirmed();
  return commitment;
}

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

export interface ContextConfig {
  readonly commitment: CommitmentWord | undefined;
  readonly minContextSlot: bigint | undefined;
}

/** The optional `{commitment, minContextSlot}` that most methods end with. Source agave 4.1 RpcContextConfig */
export function readContextConfig(param: Param): ContextConfig {
  if (param === undefined || param === null) return { commitment: undefined, minContextSlot: undefined };
  const config = readStruct(param, 'RpcContextConfig');
  return { minContextSlot: optional(config.minContextSlot, readU64), commitment: readCommitment(config) };
}

/** The parameters of a method that takes nothing else: `[{commitment, minContextSlot}]`. */
export function readContextParams(params: Param): ContextConfig {
  const [config] = readPositional(params, 0, 1);
  return readContextConfig(config);
}

/**
 * The optional bare `{commitment}` that a few methods end with: unlike other methods, they refuse an invalid commitment.
 *
 * Source   solana commitment-config 3.1
 */
export function readBareCommitment(param: Param): CommitmentWord | undefined {
  return optional(param, (value) => {
    if (isJsonArray(value))
      return readMembersInOrder(value, 'struct CommitmentConfig with 1 element', (next) =>
        readVariant(next(), COMMITMENTS),
      );
    const config = readStruct(value, 'CommitmentConfig');
    return readVariant(required(config, 'commitment'), COMMITMENTS);
  });
}

export interface AddressCommitment {
  readonly address: Address;
  readonly commitment: CommitmentWord | undefined;
}

/** `[address, { commitment }]`, the parameters of the methods about one token account or one mint. */
export function readAddressCommitment(params: Param): AddressCommitment {
  const [address, commitment] = readTextAndConfig(params, readAddress, readBareCommitment);
  return { address, commitment };
}
