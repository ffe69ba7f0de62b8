import type { JsonValue } from './codec/jsonText.ts';
import { didYouMean } from './codec/suggest.ts';

/**
 * All errors of this node, which docs/errors.md lists.
 *
 * Source   agave 4.1 rpc-client-types custom_error.rs, rpc.rs; jsonrpc-core 18; serde 1.0.228
 * @module
 */

/**
 * A JSON-RPC error: what `node.request` rejects with, and what a function of `node.answer` may throw. It is sent with HTTP status 200.
 *
 * @example
 * await node.answer('getHealth', () => { throw new RpcError(-32005, 'Node is unhealthy', { numSlotsBehind: 5 }); });
 */
export class RpcError extends Error {
  readonly code: number;
  readonly data: JsonValue | undefined;
  constructor(code: number, message: string, data?: JsonValue) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
    this.data = data;
  }
}

/**
 * A call to a node or a connection that is closed, or to a fork that is dropped: `the node is closed`, `the fork a is dropped`.
 *
 * @example
 * await node.request('getSlot').catch((error) => error instanceof ClosedError);
 */
export class ClosedError extends Error {
  constructor(because: string) {
    super(because);
    this.name = 'ClosedError';
  }
}

/** The sentence of calls to a fork that is dropped. */
export function droppedText(fork: string): string {
  return `the fork ${fork} is dropped`;
}

const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;
const MESSAGE_TYPE = 'solana_message::versions::VersionedMessage';
const TRANSACTION_TYPE = 'solana_transaction::versioned::VersionedTransaction';

/** Makes the error of an answer, without a stack, which would take most of the time: no reader needs the place in the code. */
function withoutStack(code: number, message: string, data?: JsonValue): RpcError {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  const error = new RpcError(code, message, data);
  Error.stackTraceLimit = stackTraceLimit;
  return error;
}

/** Runs a method that users of the library call; the stack of its errors begins with the line of their call. */
export function withStackOf<T>(method: (...args: never[]) => T, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof Error) Error.captureStackTrace(error, method);
    throw error;
  }
}

function invalid(message: string, data?: JsonValue): RpcError {
  return withoutStack(INVALID_PARAMS, message, data);
}

/**
 * An error that only this program has. Its code is one of a real node, because Kit throws a TypeError on any other; programs read
 * `data.reason`.
 */
function ownError(reason: string, message: string, code: number = INTERNAL_ERROR): RpcError {
  return withoutStack(code, message, { reason });
}

/** `data` of the error of a check: what there was in place of the expected calls or transactions. */
export type MismatchData = {
  /** the number of calls or transactions that are as expected; null: the journal is off */
  readonly matches: number | null;
  /** the most similar ones, the nearest first, each with its differences from the expected one */
  readonly nearest: readonly { readonly text: string; readonly differences: readonly string[] }[];
  /** the reason why there are none to compare */
  readonly missing?: string;
  /** the number of older ones that are not kept */
  readonly forgotten: number;
};

/** `data` of a failed preflight: a simulation's result, in which some members are always null. */
export type FailedSimulation = {
  readonly accounts: null;
  /** a TransactionError */
  readonly err: JsonValue;
  /** lamports; null: no fee would be charged */
  readonly fee: number | bigint | null;
  readonly innerInstructions: null;
  /** bytes */
  readonly loadedAccountsDataSize: number;
  readonly loadedAddresses: null;
  readonly logs: readonly string[];
  readonly postBalances: null;
  readonly postTokenBalances: null;
  readonly preBalances: null;
  readonly preTokenBalances: null;
  readonly replacementBlockhash: null;
  readonly returnData: JsonValue;
  /** compute units */
  readonly unitsConsumed: number | bigint;
};

export const rpcErrors = {
  parseError: () => withoutStack(-32700, 'Parse error'),
  invalidRequest: () => withoutStack(INVALID_REQUEST, 'Invalid request'),
  unsupportedProtocolVersion: () => withoutStack(INVALID_REQUEST, 'Unsupported JSON-RPC protocol version'),
  methodNotFound: () => withoutStack(METHOD_NOT_FOUND, 'Method not found'),
  /** methodNotFound for a method that `name` of the option turns on */
  extensionOff: (name: string) =>
    withoutStack(METHOD_NOT_FOUND, 'Method not found', { option: `--extensions ${name}`, reason: 'extension' }),
  /** methodNotFound in process; a client over HTTP gets the node's text */
  misspelledMethod: (similarMethod: string) =>
    withoutStack(METHOD_NOT_FOUND, `Method not found (${didYouMean(`"${similarMethod}"`)})`),
  internalError: () => withoutStack(INTERNAL_ERROR, 'Internal error'),

  /** `reason`: the text of the node's decoder, without its final period */
  invalidParams: (reason: string) => invalid(`Invalid params: ${reason}.`),
  /** `fault`: what is wrong with a key, a filter or the account that it names, e.g. `WrongSize` */
  invalidParam: (fault: string) => invalid(`Invalid param: ${fault}`),
  paramsNotArray: () => invalid('`params` should be an array'),
  tooFewParams: (min: number) => invalid(`\`params\` should have at least ${min} argument(s)`),
  tooManyParams: (min: number, max: number, got: number) =>
    invalid(`Invalid parameters: Expected from ${min} to ${max} parameters.`, `"Got: ${got}"`),
  /** `params` as Rust prints them for debugging */
  noParamsExpected: (params: string) => invalid('Invalid parameters: No parameters were expected', params),
  tooManyInputs: (max: number) => invalid(`Too many inputs provided; max ${max}`),
  tooManyFilters: (max: number) => invalid(`Too many filters provided; max ${max}`),
  invalidLimit: (max: number) => invalid(`Invalid limit; max ${max}`),
  leaderScheduleUnavailable: (epoch: bigint) =>
    invalid(`Invalid slot range: leader schedule for epoch ${epoch} is unavailable`),
  lastSlotBelowFirst: (last: bigint, first: bigint) =>
    invalid(`lastSlot, ${last}, cannot be less than firstSlot, ${first}`),
  firstSlotTooSmall: (first: bigint, min: bigint) => invalid(`firstSlot, ${first}, is too small; min ${min}`),
  lastSlotTooLarge: (last: bigint, max: bigint) => invalid(`lastSlot, ${last}, is too large; max ${max}`),
  slotRangeTooLarge: (max: number) => invalid(`Slot range too large; max ${max}`),
  limitTooLarge: (max: number) => invalid(`Limit too large; max ${max}`),
  /** `fault`: what is wrong with a blockhash, `WrongSize` or `Invalid` */
  invalidBlockhash: (fault: string) => invalid(fault),
  encodedMessageTooLarge: (bytes: number, encoded: number, raw: number) =>
    invalid(`base64 encoded ${MESSAGE_TYPE} too large: ${bytes} bytes (max: encoded/raw ${encoded}/${raw})`),
  invalidBase64: (fault: string) => invalid(`invalid base64 encoding: ${fault}`),
  messageTooLarge: (bytes: number, max: number) =>
    invalid(`decoded ${MESSAGE_TYPE} too large: ${bytes} bytes (max: ${max} bytes)`),
  /** `reason`: the text of the node's decoder */
  undecodableMessage: (reason: string) => invalid(`failed to deserialize ${MESSAGE_TYPE}: ${reason}`),
  invalidMessage: (reason: string) => invalid(`invalid transaction message: ${reason}`),

  base58OfV1: () => invalid('base58 encoding is not supported with maxSupportedTransactionVersion >= 1'),

  // a transaction that is sent or simulated
  unsupportedEncoding: (encoding: string) =>
    invalid(`unsupported encoding: ${encoding}. Supported encodings: base58, base64`),
  unsupportedInnerEncoding: (encoding: string) =>
    invalid(`unsupported inner instructions encoding: ${encoding}. Supported encodings: json, jsonParsed`),
  encodedTransactionTooLarge: (encoding: string, bytes: number, encoded: number, raw: number) =>
    invalid(`${encoding} encoded ${TRANSACTION_TYPE} too large: ${bytes} bytes (max: encoded/raw ${encoded}/${raw})`),
  invalidBase58: (fault: string) => invalid(`invalid base58 encoding: ${fault}`),
  transactionTooLarge: (bytes: number, max: number) =>
    invalid(`decoded ${TRANSACTION_TYPE} too large: ${bytes} bytes (max: ${max} bytes)`),
  /** `reason`: the text of the node's decoder */
  undecodableTransaction: (reason: string) => invalid(`failed to deserialize ${TRANSACTION_TYPE}: ${reason}`),
  /** `text`: what the TransactionError means */
  invalidTransaction: (text: string) => invalid(`invalid transaction: ${text}`),
  sigVerifyOfReplacedBlockhash: () => invalid('sigVerify may not be used with replaceRecentBlockhash'),
  // the accounts that a simulation shows
  base58NotSupported: () => invalid('base58 encoding not supported'),
  tooManyAccounts: (max: number) => invalid(`Too many accounts provided; max ${max}`),
  /** `text`: what `err` in `simulation` means */
  preflightFailure: (text: string, simulation: FailedSimulation) =>
    withoutStack(-32002, `Transaction simulation failed: ${text}`, simulation),
  commitmentBelowConfirmed: () => invalid('Method does not support commitment below `confirmed`'),
  tokenFilterLength: (length: number, kind: 'owner' | 'mint') =>
    invalid(`Incorrect byte length ${length} for SPL token ${kind} filter, expected 32`),

  // subscriptions
  /** `fault`: what cannot be used, e.g. `Invalid pubkey provided` */
  invalidSubscriptionParam: (fault: string) => invalid(`Invalid Request: ${fault}`),
  /** `fault`: the text of getProgramAccounts */
  invalidFilter: (fault: string) => invalid(`Invalid params: ${fault}`),
  invalidSubscriptionId: () => invalid('Invalid subscription id.'),

  // extensions; `fault`: the text of the service that has the method
  /** `fault`: what is wrong with a bundle, or with a list of ids of bundles */
  invalidBundle: (fault: string) => invalid(fault),
  invalidExtensionParams: (fault: string) => invalid(`Invalid params: ${fault}`),
  unsupportedCommitment: (commitment: string) =>
    invalid('Only confirmed or finalized commitments are supported', { requestedCommitment: commitment }),

  base58TooLong: () =>
    withoutStack(
      INVALID_REQUEST,
      'Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.',
    ),
  blockCleanedUp: (slot: bigint, first: bigint) =>
    withoutStack(-32001, `Block ${slot} cleaned up, does not exist on node. First available block: ${first}`),
  blockNotAvailable: (slot: bigint) => withoutStack(-32004, `Block not available for slot ${slot}`),
  nodeUnhealthy: (slotsBehind: bigint) =>
    withoutStack(-32005, `Node is behind by ${slotsBehind} slots`, { numSlotsBehind: slotsBehind }),
  nodeUnhealthyUnknown: () => withoutStack(-32005, 'Node is unhealthy', { numSlotsBehind: null }),
  faucetCannotSign: (faucet: string) =>
    ownError(
      'notInLedger',
      `The faucet ${faucet} cannot sign: give its seed under \`keys\`, or name another one in \`send\``,
    ),
  /** an error that a fault or an upstream node names */
  givenError: (code: number, message: string, data: JsonValue | undefined) => withoutStack(code, message, data),
  slotSkipped: (slot: bigint) =>
    withoutStack(-32007, `Slot ${slot} was skipped, or missing due to ledger jump to recent snapshot`),
  noSnapshot: () => withoutStack(-32008, 'No snapshot'),
  unsupportedTransactionVersion: (version: number) =>
    withoutStack(
      -32015,
      `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
    ),
  minContextSlotNotReached: (contextSlot: bigint) =>
    withoutStack(-32016, 'Minimum context slot has not been reached', { contextSlot }),
  epochRewardsPeriodActive: (slot: bigint, currentBlockHeight: bigint, rewardsCompleteBlockHeight: bigint) =>
    withoutStack(-32017, `Epoch rewards period still active at slot ${slot}`, {
      currentBlockHeight,
      rewardsCompleteBlockHeight,
      slot,
    }),
  slotNotEpochBoundary: (slot: bigint) =>
    withoutStack(
      -32018,
      `Rewards cannot be found because slot ${slot} is not the epoch boundary. This may be due to gap in the queried node's local ledger or long-term storage`,
      { slot },
    ),
  filterTransactionNotFound: (signature: string) => withoutStack(-32020, `Transaction ${signature} not found`),
  noSlotHistory: () => withoutStack(-32021, 'No slot history'),
  noLeaderSlots: (identity: string) =>
    withoutStack(-32022, `Node ${identity} was not in the leader schedule for specified epoch`),

  batchTooLarge: (maxBytes: number) =>
    ownError(
      'batchTooLarge',
      `The results of this batch come to more than ${maxBytes} bytes: send fewer calls at once, or raise --max-batch-bytes`,
    ),
  resultTooLarge: (maxBytes: number) =>
    ownError(
      'resultTooLarge',
      `The accounts of this result come to more than ${maxBytes} bytes: ask for fewer accounts or for a dataSlice, or raise --max-batch-bytes`,
    ),
  /** sent with HTTP status 401 */
  unauthorized: () =>
    ownError(
      'unauthorized',
      'Unauthorized: the query parameter `apikey` is missing or is not a key of this node',
      INVALID_REQUEST,
    ),
  /** a fact that a real node has and the ledger does not; `member` of ledger.json sets it */
  notInLedger: (fact: string, member: string) =>
    ownError('notInLedger', `This ledger does not say ${fact}: put \`${member}\` into ledger.json`),
  /** notInLedger for the feature set of a release; a fault with `as` may set it too */
  featureSetNotInLedger: (release: string) =>
    ownError(
      'notInLedger',
      `This ledger does not say the feature set of ${release}: put \`featureSet\` into ledger.json, or into \`as\` of the fault that answers`,
    ),
  /** notInLedger for facts that only blocks contain */
  notInBlocks: (fact: string) => ownError('notInLedger', `This ledger does not say ${fact}: add a block that does`),
  /** notInLedger for the time, on which some amounts depend */
  timeNotInLedger: () =>
    ownError(
      'notInLedger',
      'This ledger does not say the time: put the account SysvarC1ock11111111111111111111111111111111 into it, or a block time',
    ),
  /** the effect of a transaction is not known; `instruction`: the instruction that is not modelled, or a part of it */
  notModelled: (instruction: string) =>
    ownError(
      'notModelled',
      `The effect of ${instruction} is not modelled: execute: 'litesvm' (--execute litesvm) runs the program itself, and a \`succeed\` rule of stillnode_onSend decides without it`,
    ),
  /** the requested form does not follow from the recorded form */
  notRecorded: (subject: string, form: string, requestedForm: string) =>
    ownError(
      'notRecorded',
      `${subject} was recorded as ${form} and cannot be shown as ${requestedForm}: record it with encoding base64 and transactionDetails full`,
    ),
  /** neither the ledger nor the recording has the answer; `lack`: what the ledger lacks */
  notKept: (lack: string) =>
    ownError(
      'notRecorded',
      `No answer is recorded for this call, and ${lack}: record it with --upstream URL --record FOLDER`,
    ),
  /** the upstream node did not answer; `reason` names its host */
  upstreamFailed: (reason: string) => ownError('upstream', `Upstream gave no answer: ${reason}`),
  /** an answer needs bytes of an account that was recorded without them */
  bytesNotRecorded: (address: string) =>
    ownError(
      'notRecorded',
      `Account ${address} was recorded as jsonParsed, so its bytes are not known: record it with encoding base64`,
    ),
  /** an answer needs bytes that upstream was asked for, and upstream no longer has the account as it was recorded */
  bytesOutdated: (address: string) =>
    ownError(
      'notRecorded',
      `Account ${address} was recorded as jsonParsed, and upstream no longer has it as it was recorded, so its bytes are not known: record it again, with encoding base64`,
    ),
  /** the mint of a token account that was recorded as jsonParsed, which shows the amount without it */
  mintNotRecorded: (mint: string) =>
    ownError(
      'notRecorded',
      `Mint ${mint} was not recorded, and a token account of it was, as jsonParsed: record the mint too`,
    ),
  /** a fault of the connection, for a call in process; `effect`: what an HTTP client would get */
  connectionFault: (id: string, effect: string) =>
    ownError('fault', `${id} would give an HTTP client ${effect} for this call`),

  // control calls; `message`: what is wrong and what to do
  invalidArgument: (message: string) => ownError('invalid', message, INVALID_PARAMS),
  unknownName: (message: string) => ownError('unknown', message, INVALID_PARAMS),
  outOfRange: (message: string) => ownError('outOfRange', message, INVALID_PARAMS),
  controlRefused: (message: string) => ownError('refused', message, INVALID_REQUEST),
  /** a test expected other calls; `message`: the most similar calls and their differences, which are also in the data */
  verificationFailed: (message: string, { forgotten, matches, missing, nearest }: MismatchData) =>
    withoutStack(INTERNAL_ERROR, message, { forgotten, matches, missing, nearest, reason: 'verification' }),
  /** a test waited too long for calls; `message`, `data`: the same as above */
  waitTimedOut: (message: string, { forgotten, matches, missing, nearest }: MismatchData) =>
    withoutStack(INTERNAL_ERROR, message, { forgotten, matches, missing, nearest, reason: 'timeout' }),
} as const;

export type ErrorName = keyof typeof rpcErrors;
