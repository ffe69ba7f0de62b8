import { RpcError, rpcErrors } from '../errors.ts';
import type { NodeVersion } from '../nodeVersion.ts';
import { wordOf } from '../rpc/openrpc/schema.ts';
import { readEncodedBytes } from '../rpc/params/messageParams.ts';
import { checkedParams, type Params, params } from '../rpc/params/params.ts';
import { list, optional, paramType, type TypeOf, words } from '../rpc/params/paramType.ts';
import { knownVariant, readString } from '../rpc/params/serde.ts';
import { strictStruct } from '../rpc/params/structType.ts';
import { boolean, text, u32, within } from '../rpc/params/usualTypes.ts';
import { type Address, isAddressText } from '../solana/address.ts';
import { TRANSACTION_ENCODINGS, type TransactionEncoding } from '../solana/rpcWords.ts';
import { decodeSentTransaction, MessageError } from '../solana/sentTransaction.ts';
import type { Message } from '../solana/transaction.ts';

/**
 * The parameters of getPriorityFeeEstimate, and the errors about them in their order.
 *
 * Source   helius-labs atlas-priority-fee-estimator 59971bf, rpc_server.rs, solana_rpc.rs
 * @module
 */

const MAX_ACCOUNTS = 500;
const MAX_SLOTS = 150;
const MAX_TRANSACTION_BYTES = 4096;
/** The most bytes of a transaction as text. */
const MAX_TEXT_BYTES = { base58: 2 * MAX_TRANSACTION_BYTES, base64: 5464 };

const PRIORITY_LEVELS = ['Min', 'Low', 'Medium', 'High', 'VeryHigh', 'UnsafeMax', 'Default'] as const;
export type PriorityLevel = (typeof PRIORITY_LEVELS)[number];

/** The documentation writes `Base58`, and the source reads `base58`: both are taken. Other encodings are refused later. */
const encoding = paramType(wordOf('base58', 'base64'), (value): TransactionEncoding => {
  const name = readString(value);
  const match = TRANSACTION_ENCODINGS.find((candidate) => candidate.toLowerCase() === name.toLowerCase());
  return match ?? knownVariant(name, TRANSACTION_ENCODINGS);
});

const options = strictStruct('GetPriorityFeeEstimateOptions', {
  transactionEncoding: optional(encoding),
  priorityLevel: optional(words(PRIORITY_LEVELS)),
  includeAllPriorityFeeLevels: optional(boolean),
  lookbackSlots: optional(within(u32, 1, MAX_SLOTS)),
  includeVote: optional(boolean),
  recommended: optional(boolean),
  evaluateEmptySlotAsZero: optional(boolean),
  includeDetails: optional(boolean),
});

const config = strictStruct('GetPriorityFeeEstimateRequest', {
  transaction: optional(text),
  accountKeys: optional(list(text)),
  options: optional(options),
});

type Options = TypeOf<typeof options>;

const invalid = (fault: string) => rpcErrors.invalidExtensionRequest(fault);

export interface FeeEstimateRequest {
  /** the accounts to write */
  readonly accountKeys: readonly Address[];
  /** the message of a transaction, whose accounts replace `accountKeys` */
  readonly message: Message | undefined;
  /** the number of newest slots that count */
  readonly lookbackSlots: number;
  readonly includesVotes: boolean;
  /** whether an account has a sample of 0 for each slot without another one */
  readonly countsEmptySlots: boolean;
  /** the members of the answer */
  readonly wants: {
    readonly levels: boolean;
    readonly level: PriorityLevel | undefined;
    readonly recommended: boolean;
    readonly details: boolean;
  };
}

export const feeEstimateParams: Params<FeeEstimateRequest> = checkedParams(
  params({ config }),
  ({ config: { accountKeys, options, transaction } }, { version }) => {
    if (transaction !== undefined && accountKeys !== undefined)
      throw invalid('transaction and account_keys cannot both be provided ');
    if (accountKeys !== undefined && accountKeys.length > MAX_ACCOUNTS)
      throw invalid(`number of account_keys must be <= ${MAX_ACCOUNTS}`);
    if (options !== undefined) assertRecommendedAlone(options);
    const message = transaction === undefined ? undefined : readMessage(transaction, options, version);
    return {
      accountKeys: (accountKeys ?? []).filter(isAddressText) as Address[],
      message,
      lookbackSlots: readLookback(options?.lookbackSlots),
      // without options the answer is that of older versions of the source
      includesVotes: options === undefined || options.includeVote === true,
      countsEmptySlots: options !== undefined && options.evaluateEmptySlotAsZero !== false,
      wants: {
        levels: options?.includeAllPriorityFeeLevels === true,
        level: options?.priorityLevel,
        recommended: options?.recommended === true,
        details: options?.includeDetails === true,
      },
    };
  },
);

function assertRecommendedAlone({
  includeAllPriorityFeeLevels,
  includeVote,
  lookbackSlots,
  priorityLevel,
  recommended,
}: Options): void {
  const excluded = [priorityLevel, includeAllPriorityFeeLevels, lookbackSlots, includeVote];
  if (recommended !== undefined && excluded.some((option) => option !== undefined))
    throw invalid(
      'recommended cannot be used with priority_level, include_all_priority_fee_levels, lookback_slots, include_vote',
    );
}

function readLookback(slots = MAX_SLOTS): number {
  if (slots < 1 || slots > MAX_SLOTS) throw invalid(`lookback_slots must be between 1 and ${MAX_SLOTS}`);
  return slots;
}

function readMessage(
  transaction: string,
  { transactionEncoding = 'base58' }: Partial<Options> = {},
  version: NodeVersion,
): Message {
  if (transactionEncoding === 'json' || transactionEncoding === 'jsonParsed')
    throw invalid(rpcErrors.unsupportedEncoding(transactionEncoding).message);
  const bytes = readBytes(transaction, transactionEncoding === 'base64' ? 'base64' : 'base58', version);
  if (bytes.length > MAX_TRANSACTION_BYTES) throw invalid('decoded too large');
  try {
    return decodeSentTransaction(bytes, version).message;
  } catch (error) {
    throw error instanceof MessageError ? invalid(`failed to deserialize: ${error.message}`) : error;
  }
}

function readBytes(transaction: string, encoding: 'base58' | 'base64', version: NodeVersion): Uint8Array {
  if (Buffer.byteLength(transaction) > MAX_TEXT_BYTES[encoding]) throw invalid(`${encoding} encoded too large`);
  try {
    return readEncodedBytes(transaction, encoding, version);
  } catch (error) {
    throw error instanceof RpcError ? invalid(error.message) : error;
  }
}
