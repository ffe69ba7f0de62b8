import { type JsonText, type JsonValue, stringifyJson } from '../../codec/jsonText.ts';
import { DIALECTS } from '../../dialect.ts';
import { RpcError, rpcErrors } from '../../errors.ts';
import type { Address, Signature } from '../../solana/address.ts';
import { type Block, type LedgerTransaction, recordedKeys } from '../../solana/block.ts';
import { parsersOf } from '../../solana/programs/index.ts';
import { isSimpleVote } from '../../solana/wire.ts';
import { encodeBlock } from '../encoding/block.ts';
import { blockInStructOrder } from '../encoding/recordedForm.ts';
import { transactionLogsText } from '../encoding/transaction.ts';
import { atLeastConfirmed, type CommitmentWord } from '../params/accountConfig.ts';
import { readSubscribedBlockConfig, type SubscribedBlockConfig } from '../params/historyConfig.ts';
import { readAddress, readSignature } from '../params/keyParams.ts';
import {
  knownVariant,
  optional,
  readBoolean,
  readSingleKey,
  readString,
  readStrings,
  readVariant,
} from '../params/paramValues.ts';
import { readPositional } from '../params/positional.ts';
import type { SlotSeen } from './ledgerEvents.ts';
import { inSlot, NOTHING, type Notice, readConfig, readKey, type Subscription } from './subscription.ts';

/**
 * The subscriptions to transactions and blocks.
 * @module
 */

/** A filter: one of some words, or the one word that has a value. */
function readFilter<W extends string, T>(
  value: JsonValue,
  values: readonly W[],
  withValue: string,
  readValue: (content: JsonValue) => T,
): W | { readonly value: T } {
  const variants = [...values, withValue];
  const [word, content] = typeof value === 'string' ? [value, undefined] : readSingleKey(value);
  if (knownVariant(word, variants) !== withValue) return readVariant(value, variants) as W;
  if (content === undefined) throw rpcErrors.invalidParams('invalid type: unit variant, expected newtype variant');
  return { value: readValue(content) };
}

/** Addresses from lookup tables count. */
function namesAccount(transaction: LedgerTransaction, address: Address): boolean {
  return recordedKeys(transaction).includes(address);
}

interface LogsParams {
  /** transactions that name an address; `all` leaves out votes */
  readonly filter: 'all' | 'allWithVotes' | Address;
  readonly commitment: CommitmentWord;
}

/** Unlike a node, it sends the logs of every slot that is reached, also of one that was there before. Source   agave 4.1 rpc_pubsub.rs logs_subscribe */
export const logs: Subscription<LogsParams> = {
  kind: 'logs',
  name: 'logsSubscribe',

  describe: ({ ADDRESS, ANY_OBJECT, anyOf, COMMITMENT, listOf, objectOf, orNull, SIGNATURE, TEXT, U64, wordOf }) => ({
    summary: 'the logs of each transaction, in the order of their block; `all` leaves out votes',
    params: {
      filter: anyOf(wordOf('all', 'allWithVotes'), objectOf({ mentions: listOf(ADDRESS, 1) })),
      'config?': objectOf({ 'commitment?': COMMITMENT }),
    },
    result: 'context and `{signature, err, logs}`',
    schema: objectOf({
      context: objectOf({ slot: U64 }),
      value: objectOf({ signature: SIGNATURE, err: orNull(anyOf(TEXT, ANY_OBJECT)), logs: listOf(TEXT) }),
    }),
    errors: ['invalidSubscriptionParam'],
  }),

  readParams(params) {
    const [filterParam, configParam] = readPositional(params, 1, 2);
    const filter = readFilter(filterParam!, ['all', 'allWithVotes'], 'mentions', readStrings);
    const { commitment } = readConfig(configParam, 'RpcTransactionLogsConfig');
    // addresses are checked when everything has been decoded
    return { filter: typeof filter === 'string' ? filter : readMention(filter.value), commitment };
  },

  tell(event, { commitment, filter }) {
    if (event.kind !== 'reached' || event.commitment !== commitment) return NOTHING;
    const { slot, transactions } = event.view;
    return Array.from(transactions).flatMap((transaction) => {
      const lines = passes(transaction, filter) ? transactionLogsText(transaction) : undefined;
      if (lines === undefined) return [];
      const { err, signature } = transaction;
      return [inSlot(slot, `{"signature":"${signature}","err":${stringifyJson(err)},"logs":${lines}}`)];
    });
  },
};

function readMention([first, ...others]: readonly string[]): Address {
  if (first === undefined || others.length > 0) throw rpcErrors.invalidSubscriptionParam('Only 1 address supported');
  return readKey(readAddress, first, 'Invalid mentions provided');
}

function passes(transaction: LedgerTransaction, filter: LogsParams['filter']): boolean {
  if (filter === 'all') return !isSimpleVote(transaction);
  return filter === 'allWithVotes' || namesAccount(transaction, filter);
}

interface BlockParams extends SubscribedBlockConfig {
  /** undefined: every block */
  readonly mentioned: Address | undefined;
  readonly commitment: 'confirmed' | 'finalized';
}

/** Unlike a node, it notifies only once of a block that cannot be shown. Source   agave 4.1 rpc_subscriptions.rs filter_block_result_txs */
export const block: Subscription<BlockParams> = {
  kind: 'block',
  name: 'blockSubscribe',

  describe: ({
    ADDRESS,
    ANY_OBJECT,
    anyOf,
    AT_LEAST_CONFIRMED,
    BOOLEAN,
    objectOf,
    orNull,
    TEXT,
    U64,
    U8,
    withDefault,
    wordOf,
  }) => ({
    summary: 'each block with its transactions, or with those that name an account; not at `processed`',
    params: {
      filter: anyOf(wordOf('all'), objectOf({ mentionsAccountOrProgram: ADDRESS })),
      'config?': objectOf({
        'commitment?': AT_LEAST_CONFIRMED,
        'encoding?': withDefault(wordOf('binary', 'base64', 'base58', 'json', 'jsonParsed'), 'base64'),
        'transactionDetails?': withDefault(wordOf('full', 'accounts', 'signatures', 'none'), 'full'),
        'showRewards?': withDefault(BOOLEAN, false),
        'maxSupportedTransactionVersion?': U8,
      }),
    },
    result: 'context and `{slot, block, err}`; the block is `null` where it cannot be shown',
    schema: objectOf({
      context: objectOf({ slot: U64 }),
      value: objectOf({ slot: U64, block: orNull(ANY_OBJECT), err: orNull(anyOf(TEXT, ANY_OBJECT)) }),
    }),
    errors: ['invalidSubscriptionParam', 'commitmentBelowConfirmed'],
  }),

  readParams(params) {
    const [filterParam, configParam] = readPositional(params, 1, 2);
    const filter = readFilter(filterParam!, ['all'], 'mentionsAccountOrProgram', readString);
    const config = readConfig(configParam, 'RpcBlockSubscribeConfig');
    const encoding = readSubscribedBlockConfig(config);
    const commitment = atLeastConfirmed(config.commitment);
    const fault = 'Invalid mentions_account_or_program provided';
    const mentioned = filter === 'all' ? undefined : readKey(readAddress, filter.value, fault);
    return { ...encoding, commitment, mentioned };
  },

  tell(event, params) {
    if (event.kind !== 'reached' || event.commitment !== params.commitment) return NOTHING;
    const { view } = event;
    const block = shownBlock(view.block, params.mentioned);
    if (block === undefined) return NOTHING;
    return [inSlot(view.slot, `{"slot":${view.slot},${blockAndError(block, view, params)}}`)];
  },
};

/** Undefined: no notification. */
function shownBlock(block: Block | undefined, mentioned: Address | undefined): Block | undefined {
  if (block === undefined || mentioned === undefined) return block;
  const transactions = (block.transactions ?? []).filter((transaction) => namesAccount(transaction, mentioned));
  return transactions.length === 0 ? undefined : { ...block, transactions };
}

function blockAndError(block: Block, { state }: SlotSeen, params: BlockParams): JsonText {
  const { encoding, maxSupportedTransactionVersion, showRewards, transactionDetails } = params;
  try {
    const text = encodeBlock(block, {
      encoding,
      maxSupportedTransactionVersion,
      rewards: showRewards,
      dialect: DIALECTS.agave,
      parsers: encoding === 'jsonParsed' ? parsersOf(state.protocol.version) : undefined,
      transactionDetails,
      isOrphan: block.slot > 0n && block.parentSlot < (state.cleanedUpBefore ?? 0n),
    });
    return `"block":${blockInStructOrder(text.toString())},"err":null`;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return `"block":null,"err":${stringifyJson(errorOf(block.transactions ?? [], maxSupportedTransactionVersion))}`;
  }
}

/** The first transaction of a version that the client does not take; else the block does not hold what is wanted. */
function errorOf(transactions: readonly LedgerTransaction[], max: number | undefined): JsonValue {
  for (const { version } of transactions)
    if (version !== 'legacy' && (max === undefined || version > max)) return { UnsupportedTransactionVersion: version };
  return 'BlockStoreError';
}

interface SignatureParams {
  readonly signature: Signature;
  readonly commitment: CommitmentWord;
  readonly enableReceivedNotification: boolean;
}

/** Ends with the outcome. Source   agave 4.1 rpc_subscriptions.rs filter_signature_result */
export const signature: Subscription<SignatureParams> = {
  kind: 'signature',
  name: 'signatureSubscribe',

  describe: ({
    ANY_OBJECT,
    anyOf,
    BOOLEAN,
    COMMITMENT,
    objectOf,
    orNull,
    SIGNATURE,
    TEXT,
    U64,
    withDefault,
    wordOf,
  }) => {
    const outcome = objectOf({ err: orNull(anyOf(TEXT, ANY_OBJECT)) });
    return {
      summary: 'the result of a transaction, once; then the subscription ends',
      params: {
        signature: SIGNATURE,
        'config?': objectOf({
          'commitment?': COMMITMENT,
          'enableReceivedNotification?': withDefault(BOOLEAN, false),
        }),
      },
      result: 'context and `{err}`; if asked, `"receivedSignature"` before it',
      schema: objectOf({ context: objectOf({ slot: U64 }), value: anyOf(outcome, wordOf('receivedSignature')) }),
      errors: ['invalidSubscriptionParam'],
    };
  },

  readParams(params) {
    const [text, configParam] = readPositional(params, 1, 2);
    const base58 = readString(text!);
    const config = readConfig(configParam, 'RpcSignatureSubscribeConfig');
    const enableReceivedNotification = optional(config.enableReceivedNotification, readBoolean) ?? false;
    return {
      signature: readKey(readSignature, base58, 'Invalid signature provided'),
      commitment: config.commitment,
      enableReceivedNotification,
    };
  },

  placeAt(event) {
    if (event.kind !== 'received') return undefined;
    const places = new Map(Array.from(event.view.bySignature.keys(), (signature, place) => [signature, place]));
    return ({ signature }) => places.get(signature) ?? -1;
  },

  tell(event, { commitment, enableReceivedNotification, signature }) {
    switch (event.kind) {
      case 'received': {
        const isReceived = enableReceivedNotification && event.view.bySignature.has(signature);
        return isReceived ? [inSlot(event.view.slot, '"receivedSignature"')] : NOTHING;
      }
      case 'reached':
        if (event.commitment !== commitment) return NOTHING;
        return outcome(event.view.slot, event.view.bySignature.get(signature), event.view.state.statusWindowStart);
      case 'settled': {
        const { view } = event;
        if (view.commitment !== commitment) return NOTHING;
        return outcome(view.slot, view.transaction(signature), view.state.statusWindowStart);
      }
      default:
        return NOTHING;
    }
  },
};

/** @param windowStart older statuses are forgotten */
function outcome(slot: bigint, transaction: LedgerTransaction | undefined, windowStart: bigint): readonly Notice[] {
  if (transaction === undefined || transaction.slot < windowStart) return NOTHING;
  return [{ ...inSlot(slot, `{"err":${stringifyJson(transaction.err)}}`), isLast: true }];
}
