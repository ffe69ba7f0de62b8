import { isJsonArray, isJsonObject, type JsonValue } from '../codec/jsonText.ts';
import { RpcError, rpcErrors } from '../errors.ts';
import { objectOf, wordOf } from '../rpc/openrpc/schema.ts';
import { AT_LEAST_CONFIRMED, SIGNATURE } from '../rpc/openrpc/schemas.ts';
import { type Params, params } from '../rpc/params/params.ts';
import {
  type NodeRules,
  optional,
  type ParamType,
  paramType,
  type TypeOf,
  withDefault,
} from '../rpc/params/paramType.ts';
import type { Param } from '../rpc/params/serde.ts';
import { orDefaults, struct } from '../rpc/params/structType.ts';
import { address, i64, text, u8, u64 } from '../rpc/params/usualTypes.ts';
import { type Address, isAddressText } from '../solana/address.ts';
import { CONFIRMED_COMMITMENTS, type ConfirmedCommitment, DEFAULT_COMMITMENT } from '../solana/rpcWords.ts';

/**
 * The parameters of getTransactionsForAddress, and the errors about those that need no ledger, in their order.
 *
 * Source   solana-rpc/superbank handlers/transactions.rs; @solana/rpc-api 8.4.0 getTransactionsForAddress.d.ts
 * @module
 */

const DETAILS = ['signatures', 'full'] as const;
const ORDERS = ['asc', 'desc'] as const;

export type HistoryDetails = (typeof DETAILS)[number];

/** The limit of a page, which is also its default. */
const MAX_LIMIT: Readonly<Record<HistoryDetails, number>> = { signatures: 1000, full: 100 };

const BOUNDS = ['gt', 'gte', 'lt', 'lte'] as const;
const BOUNDS_WITH_EQUAL = ['eq', ...BOUNDS] as const;

/** A text that is compared with the allowed ones later. */
function wordText(...allowed: readonly string[]): ParamType<string> {
  return { ...text, schema: wordOf(...allowed) };
}

/** Limits of a value. All are read; those that are not documented are refused later. */
function rangeOf<T>(
  type: ParamType<T>,
  documented: readonly (typeof BOUNDS_WITH_EQUAL)[number][],
  schema = type.schema,
) {
  const bound = optional(type);
  const range = struct('Range', { eq: bound, gt: bound, gte: bound, lt: bound, lte: bound });
  return { ...range, schema: objectOf(Object.fromEntries(documented.map((name) => [`${name}?`, schema]))) };
}

const FILTERS = {
  slot: optional(rangeOf(u64, BOUNDS)),
  blockTime: optional(rangeOf(i64, BOUNDS_WITH_EQUAL)),
  signature: optional(rangeOf(text, BOUNDS, SIGNATURE)),
  status: withDefault(wordText('any', 'failed', 'succeeded'), 'any'),
  tokenAccounts: withDefault(wordText('none', 'balanceChanged', 'all'), 'none'),
};

const filters = struct('Filters', FILTERS);

/** The filters, and the name of the first unknown member, which is refused later. */
const checkedFilters = paramType(filters.schema, (value, node) => ({
  ...(filters.decode(value, node) as TypeOf<typeof filters>),
  unknown: unknownIn(value),
}));

function unknownIn(value: JsonValue): string | undefined {
  if (!isJsonObject(value)) return undefined;
  const ranges = [value.slot, value.blockTime, value.signature].filter(isJsonObject);
  const isUnknown = (names: readonly string[]) => (name: string) => !names.includes(name);
  return [
    ...Object.keys(value).filter(isUnknown(Object.keys(FILTERS))),
    ...ranges.flatMap((range) => Object.keys(range).filter(isUnknown(BOUNDS_WITH_EQUAL))),
  ][0];
}

const config = struct('GetTransactionsForAddressConfig', {
  transactionDetails: withDefault(wordText(...DETAILS), 'signatures'),
  sortOrder: withDefault(wordText(...ORDERS), 'desc'),
  limit: optional({ ...u64, schema: { type: 'integer', minimum: 1 } }),
  paginationToken: optional(text),
  commitment: optional({ ...text, schema: AT_LEAST_CONFIRMED }),
  minContextSlot: optional(u64),
  encoding: withDefault(wordText('base58', 'base64', 'json', 'jsonParsed'), 'json'),
  maxSupportedTransactionVersion: optional(u8),
  filters: optional(checkedFilters),
});

type Config = TypeOf<typeof config>;
export type HistoryFilters = NonNullable<Config['filters']>;

/** Parameters that passed the checks that need no ledger. */
export interface HistoryRequest
  extends Pick<
    Config,
    'encoding' | 'filters' | 'maxSupportedTransactionVersion' | 'minContextSlot' | 'paginationToken'
  > {
  readonly address: Address;
  readonly details: HistoryDetails;
  readonly isAscending: boolean;
  readonly limit: number;
  readonly commitment: ConfirmedCommitment;
}

export const historyParams: Params<HistoryRequest> = {
  members: params({ address, config: orDefaults(config) }).members,
  read(json, node) {
    const [first, options, ...others] = isJsonArray(json) ? json : [];
    if (others.length > 0) throw rpcErrors.tooManyParams(1, 2, others.length + 2);
    const address = readAddress(first);
    const { commitment, limit, sortOrder, transactionDetails, ...selection } = readConfig(options ?? {}, node);
    const details = readWord('transactionDetails', transactionDetails, DETAILS);
    return {
      ...selection,
      address,
      details,
      isAscending: readAnyCase('sortOrder', sortOrder, ORDERS) === 'asc',
      limit: readLimit(limit, MAX_LIMIT[details]),
      commitment: readCommitment(commitment),
    };
  },
};

function readAddress(value: Param): Address {
  if (value === undefined) throw rpcErrors.invalidExtensionParams('missing address');
  if (typeof value !== 'string') throw rpcErrors.invalidExtensionParams('address must be a string');
  if (!isAddressText(value)) throw rpcErrors.invalidParam('Invalid');
  return value as Address;
}

function readConfig(options: JsonValue, node: NodeRules): Config {
  try {
    return config.decode(options, node) as Config;
  } catch (error) {
    // the text of the node, without its beginning and its period
    const reason = error instanceof RpcError ? /^Invalid params: (.*)\.$/s.exec(error.message)?.[1] : undefined;
    throw reason === undefined ? error : rpcErrors.invalidExtensionParams(`failed to parse options (${reason})`);
  }
}

/** @param name of the member, for the error */
export function readWord<const W extends string>(name: string, value: string, allowed: readonly W[]): W {
  const match = allowed.find((candidate) => candidate === value);
  if (match === undefined) throw rpcErrors.invalidExtensionParams(`unsupported ${name} '${value}'`);
  return match;
}

export function readAnyCase<const W extends string>(name: string, value: string, allowed: readonly W[]): W {
  return allowed.find((candidate) => candidate === value.toLowerCase()) ?? readWord(name, value, allowed);
}

/** The limit, or the maximum if that is lower. */
function readLimit(limit: bigint | undefined, max: number): number {
  if (limit === 0n) throw rpcErrors.invalidLimit(max);
  return limit === undefined || limit > max ? max : Number(limit);
}

function readCommitment(commitment: string = DEFAULT_COMMITMENT): ConfirmedCommitment {
  if (commitment === 'processed') throw rpcErrors.unsupportedCommitment(commitment);
  return readWord('commitment', commitment, CONFIRMED_COMMITMENTS);
}
