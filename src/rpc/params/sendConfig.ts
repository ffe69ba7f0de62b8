import type { JsonValue } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import {
  ACCOUNT_ENCODINGS,
  COMMITMENTS,
  TRANSACTION_ENCODINGS,
  type TransactionEncoding,
} from '../../solana/rpcWords.ts';
import { BLOCKHASH, COMMITMENT } from '../openrpc/schemas.ts';
import { readSentTransaction } from './messageParams.ts';
import { checkedParams, params } from './params.ts';
import {
  checked,
  flag,
  list,
  type OptionalType,
  optional,
  paramType,
  since,
  type TypeOf,
  withDefault,
  words,
} from './paramType.ts';
import { readString } from './serde.ts';
import { type StructType, struct } from './structType.ts';
import { commitment, text, u64, uncheckedAddress, usize } from './usualTypes.ts';

/** The configurations of sendTransaction, simulateTransaction and requestAirdrop. */

/** The node decodes every encoding and takes three of them. */
const SENT_ENCODINGS: readonly TransactionEncoding[] = ['binary', 'base64', 'base58'];
const encoding = withDefault(words(TRANSACTION_ENCODINGS, SENT_ENCODINGS), 'base58');

/** Unlike other methods, it refuses an invalid commitment. Source agave 4.1 RpcSendTransactionConfig */
export const sendConfig = struct('RpcSendTransactionConfig', {
  skipPreflight: flag,
  /** undefined: finalized */
  preflightCommitment: optional({ ...words(COMMITMENTS), schema: COMMITMENT }),
  encoding,
  maxRetries: optional(usize),
  minContextSlot: optional(u64),
});

export type SendConfig = TypeOf<typeof sendConfig>;

/** A configuration with its JSON, for the record of what was sent. */
export function recordedConfig<C>(config: StructType<C>): OptionalType<C & { readonly options: JsonValue }> {
  return {
    schema: config.schema,
    decode: (options, node) => ({ decoded: config.decode(options, node), options }),
    check(both, node) {
      // what `decode` returned
      const { decoded, options } = both as { readonly decoded: unknown; readonly options: JsonValue };
      return { ...config.check(decoded, node), options };
    },
    absent: { ...config.defaults!, options: null },
  };
}

/**
 * Accounts that a simulation is to show as it leaves them. Their addresses are not checked: a simulation that fails never looks at
 * them. Every encoding is decoded, and the ones of base58 are refused later.
 *
 * Source   agave 4.1 RpcSimulateTransactionAccountsConfig
 */
const simulatedAccounts = struct('RpcSimulateTransactionAccountsConfig', {
  encoding: withDefault(words(ACCOUNT_ENCODINGS, ['base64', 'jsonParsed', 'base64+zstd']), 'base64'),
  addresses: list(uncheckedAddress),
});

export type SimulatedAccountsConfig = TypeOf<typeof simulatedAccounts>;

/** Every encoding is decoded, and the others are refused before the transaction is. */
const innerEncoding = checked(words(TRANSACTION_ENCODINGS, ['json', 'jsonParsed']), (name) => {
  if (name !== 'json' && name !== 'jsonParsed') throw rpcErrors.unsupportedInnerEncoding(name);
  return name;
});

/** Source   agave 4.5.0-alpha.4 RpcSimulateTransactionConfig */
export const simulateConfig = struct('RpcSimulateTransactionConfig', {
  sigVerify: flag,
  replaceRecentBlockhash: flag,
  commitment,
  encoding,
  accounts: optional(simulatedAccounts),
  minContextSlot: optional(u64),
  innerInstructions: flag,
  innerInstructionsEncoding: since(({ version }) => version.encodesInner, withDefault(innerEncoding, 'jsonParsed')),
});

/** A transaction as text, and the configuration that says how it is encoded. */
export function sentTransactionParams<C extends { readonly encoding: TransactionEncoding }>(config: OptionalType<C>) {
  return checkedParams(params({ transaction: text, config }), (sent, { version }) => ({
    config: sent.config,
    transaction: readSentTransaction(sent.transaction, sent.config.encoding, version),
  }));
}

/** Source   agave 4.1 RpcRequestAirdropConfig */
export const airdropConfig = struct('RpcRequestAirdropConfig', {
  /** checked only by a node with a faucet */
  recentBlockhash: optional(paramType(BLOCKHASH, readString)),
  commitment,
});
