/**
 * Every error this node can answer with. Nothing else in the project makes one, and docs/errors.md lists them all.
 *
 * Source   agave 4.1 rpc-client-types custom_error.rs, rpc.rs; jsonrpc-core 18; serde 1.0.228
 * @module
 */
import type { JsonValue } from './codec/json.ts';

/** A JSON-RPC error: travels inside an HTTP 200 answer. */
export class RpcError extends Error {
  readonly code: number;
  /** absent from the answer when undefined */
  readonly data: JsonValue | undefined;
  constructor(code: number, message: string, data?: JsonValue) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
    this.data = data;
  }
}

const INVALID_REQUEST = -32600;
const INVALID_PARAMS = -32602;

export const rpcErrors = {
  parseError: () => new RpcError(-32700, 'Parse error'),
  invalidRequest: () => new RpcError(INVALID_REQUEST, 'Invalid request'),
  unsupportedProtocolVersion: () => new RpcError(INVALID_REQUEST, 'Unsupported JSON-RPC protocol version'),
  methodNotFound: () => new RpcError(-32601, 'Method not found'),
  internalError: () => new RpcError(-32603, 'Internal error'),

  /** `reason` in the words of the node's decoder, without its final period */
  invalidParams: (reason: string) => new RpcError(INVALID_PARAMS, `Invalid params: ${reason}.`),
  /** `fault` is the name of what is wrong with a key or a filter, e.g. `WrongSize` */
  invalidParam: (fault: string) => new RpcError(INVALID_PARAMS, `Invalid param: ${fault}`),
  paramsNotArray: () => new RpcError(INVALID_PARAMS, '`params` should be an array'),
  tooFewParams: (min: number) => new RpcError(INVALID_PARAMS, `\`params\` should have at least ${min} argument(s)`),
  tooManyParams: (min: number, max: number, got: number) =>
    new RpcError(INVALID_PARAMS, `Invalid parameters: Expected from ${min} to ${max} parameters.`, `"Got: ${got}"`),
  /** `params` as Rust prints them for debugging */
  noParamsExpected: (params: string) =>
    new RpcError(INVALID_PARAMS, 'Invalid parameters: No parameters were expected', params),
  tooManyInputs: (max: number) => new RpcError(INVALID_PARAMS, `Too many inputs provided; max ${max}`),
  tooManyFilters: (max: number) => new RpcError(INVALID_PARAMS, `Too many filters provided; max ${max}`),
  invalidLimit: (max: number) => new RpcError(INVALID_PARAMS, `Invalid limit; max ${max}`),
  commitmentBelowConfirmed: () => new RpcError(INVALID_PARAMS, 'Method does not support commitment below `confirmed`'),
  tokenFilterLength: (length: number, kind: 'owner' | 'mint') =>
    new RpcError(INVALID_PARAMS, `Incorrect byte length ${length} for SPL token ${kind} filter, expected 32`),

  base58TooLong: () =>
    new RpcError(
      INVALID_REQUEST,
      'Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.',
    ),
  blockCleanedUp: (slot: bigint, first: bigint) =>
    new RpcError(-32001, `Block ${slot} cleaned up, does not exist on node. First available block: ${first}`),
  blockNotAvailable: (slot: bigint) => new RpcError(-32004, `Block not available for slot ${slot}`),
  slotSkipped: (slot: bigint) =>
    new RpcError(-32007, `Slot ${slot} was skipped, or missing due to ledger jump to recent snapshot`),
  unsupportedTransactionVersion: (version: number) =>
    new RpcError(
      -32015,
      `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
    ),
  minContextSlotNotReached: (contextSlot: bigint) =>
    new RpcError(-32016, 'Minimum context slot has not been reached', { contextSlot }),
  filterTransactionNotFound: (signature: string) => new RpcError(-32020, `Transaction ${signature} not found`),

  /** ours: the node has no API keys; travels with HTTP 401 */
  unauthorized: () =>
    new RpcError(-32097, 'Unauthorized: the query parameter `apikey` is missing or is not a key of this node'),
  /** ours: a node would know, this ledger does not; `member` is where to say it */
  notInLedger: (what: string, member: string) =>
    new RpcError(-32096, `This ledger does not say ${what}: put \`${member}\` into ledger.json`),
  /** ours: the fixture holds a form that the wanted one cannot be made from */
  notRecorded: (what: string, form: string, wanted: string) =>
    new RpcError(
      -32098,
      `${what} was recorded as ${form} and cannot be shown as ${wanted}: record it with encoding base64 and transactionDetails full`,
    ),
} as const;
