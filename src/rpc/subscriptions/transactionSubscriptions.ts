import { type JsonText, type JsonValue, stringifyJson } from '../../codec/jsonText.ts';
import { DIALECTS } from '../../dialect.ts';
import { RpcError, rpcErrors } from '../../errors.ts';
import type { Address } from '../../solana/address.ts';
import { type Block, type LedgerTransaction, recordedKeys } from '../../solana/block.ts';
import { parsersOf } from '../../solana/programs/parsers.ts';
import { TRANSACTION_ENCODINGS } from '../../solana/rpcWords.ts';
import { isSimpleVote } from '../../solana/simpleVote.ts';
import { encodeBlock } from '../encoding/block.ts';
import { blockInStructOrder } from '../encoding/structOrder.ts';
import { transactionLogsText } from '../encoding/transaction.ts';
import { anyOf, listOf, objectOf, orNull, withNote, wordOf } from '../openrpc/schema.ts';
import {
  ADDRESS,
  ANY_OBJECT,
  AT_LEAST_CONFIRMED,
  rpcNotification,
  SIGNATURE,
  TEXT,
  TRANSACTION_ERROR,
  U64,
} from '../openrpc/schemas.ts';
import { assertEncoding, transactionDetails } from '../params/historyConfig.ts';
import { readAddress, readSignature } from '../params/keyParams.ts';
import { checkedParams, params } from '../params/params.ts';
import {
  checked,
  list,
  type NodeRules,
  optional,
  type TypeOf,
  UNIT,
  variants,
  withDefault,
  words,
} from '../params/paramType.ts';
import { orDefaults, struct } from '../params/structType.ts';
import { atLeastConfirmed, boolean, u8, uncheckedAddress } from '../params/usualTypes.ts';
import type { SlotView } from './slotView.ts';
import { inSlot, keyParam, NOTHING, type Notice, readKey, subscribedCommitment, subscription } from './subscription.ts';

/**
 * The subscriptions to transactions and blocks.
 * @module
 */

/** Whether a transaction names an account, also by a lookup table. */
function namesAccount(transaction: LedgerTransaction, address: Address): boolean {
  return recordedKeys(transaction).includes(address);
}

const mention = checked(
  list(uncheckedAddress),
  ([first, ...others]) => {
    if (first === undefined || others.length > 0) throw rpcErrors.invalidSubscriptionParam('Only 1 address supported');
    return readKey(readAddress, first, 'Invalid mentions provided');
  },
  listOf(ADDRESS, 1),
);

/** Transactions that name an address; `all` leaves out votes, and where none are heard `allWithVotes` is the same. */
const logsFilter = checked(variants({ all: UNIT, allWithVotes: UNIT, mentions: mention }), (filter, { version }) =>
  filter === 'allWithVotes' && version.hearsNoVotes ? 'all' : filter,
);

const logsConfig = struct('RpcTransactionLogsConfig', { commitment: subscribedCommitment });

/** Unlike a node, it sends the logs of every slot that is reached, also of one that was there before. Source   agave 4.1 rpc_pubsub.rs logs_subscribe */
export const logs = subscription({
  kind: 'logs',
  name: 'logsSubscribe',
  summary: 'the logs of each transaction, in the order of their block; `all` leaves out votes',
  params: params({ filter: logsFilter, config: orDefaults(logsConfig) }),
  result: rpcNotification(objectOf({ signature: SIGNATURE, err: TRANSACTION_ERROR, logs: listOf(TEXT) })),
  errors: ['invalidSubscriptionParam'],

  noticesFor(event, { config: { commitment }, filter }) {
    if (event.kind !== 'reached' || event.commitment !== commitment) return NOTHING;
    const { slot, transactions } = event.view;
    return Array.from(transactions).flatMap((transaction) => {
      const lines = passes(transaction, filter) ? transactionLogsText(transaction) : undefined;
      if (lines === undefined) return [];
      const { err, signature } = transaction;
      return [inSlot(slot, `{"signature":"${signature}","err":${stringifyJson(err)},"logs":${lines}}`)];
    });
  },
});

function passes(transaction: LedgerTransaction, filter: TypeOf<typeof logsFilter>): boolean {
  if (filter === 'all') return !isSimpleVote(transaction);
  return filter === 'allWithVotes' || namesAccount(transaction, filter.mentions);
}

const blockFilter = variants({ all: UNIT, mentionsAccountOrProgram: uncheckedAddress });

/** Source   agave 4.1 RpcBlockSubscribeConfig */
const blockConfig = struct('RpcBlockSubscribeConfig', {
  commitment: { ...subscribedCommitment, schema: AT_LEAST_CONFIRMED },
  encoding: withDefault(words(TRANSACTION_ENCODINGS), 'base64'),
  transactionDetails,
  showRewards: withDefault(boolean, false),
  maxSupportedTransactionVersion: optional(u8),
});

interface BlockConfigs {
  readonly filter: TypeOf<typeof blockFilter>;
  readonly config: TypeOf<typeof blockConfig>;
}

/** The encoding is checked before the commitment, and the commitment before the address. */
function blockParams({ config, filter }: BlockConfigs, node: NodeRules) {
  assertEncoding(config, node);
  const commitment = atLeastConfirmed(config.commitment);
  const errorText = 'Invalid mentions_account_or_program provided';
  /** undefined: every block */
  const mentioned = filter === 'all' ? undefined : readKey(readAddress, filter.mentionsAccountOrProgram, errorText);
  return { ...config, commitment, mentioned };
}

type BlockParams = ReturnType<typeof blockParams>;

/**
 * The notification of a block that cannot be shown is sent again before the one of each later block, until a block can be shown.
 *
 * Source   agave 4.4 rpc_subscriptions.rs notify_watchers, filter_block_result_txs
 */
export const block = subscription({
  kind: 'block',
  name: 'blockSubscribe',
  summary: 'each block with its transactions, or with those that name an account; not at `processed`',
  params: checkedParams(params({ filter: blockFilter, config: orDefaults(blockConfig) }), blockParams),
  result: rpcNotification(
    withNote(
      objectOf({ slot: U64, block: orNull(ANY_OBJECT), err: orNull(anyOf(TEXT, ANY_OBJECT)) }),
      'where `block` is `null` if it cannot be shown',
    ),
  ),
  errors: ['base58OfV1', 'invalidSubscriptionParam', 'commitmentBelowConfirmed'],

  noticesFor(event, params, { unfinished }) {
    if (event.kind !== 'reached' || event.commitment !== params.commitment) return NOTHING;
    const { view } = event;
    if (view.block === undefined) return NOTHING;
    for (const slot of unfinished.keys()) if (!view.follows(slot)) unfinished.delete(slot);
    const again = [...unfinished.values()];
    const block = shownBlock(view.block, params.mentioned);
    if (block === undefined) return again;
    const text = shownText(block, view, params);
    const notice = inSlot(view.slot, `{"slot":${view.slot},${text ?? errorText(block, params)}}`);
    if (text === undefined) unfinished.set(view.slot, notice);
    else unfinished.clear();
    return [...again, notice];
  },
});

/** The block in a notification; undefined: none is sent. */
function shownBlock(block: Block | undefined, mentioned: Address | undefined): Block | undefined {
  if (block === undefined || mentioned === undefined) return block;
  const transactions = (block.transactions ?? []).filter((transaction) => namesAccount(transaction, mentioned));
  return transactions.length === 0 ? undefined : { ...block, transactions };
}

/** The block as the members of a notification; undefined: it cannot be shown. */
function shownText(block: Block, { state }: SlotView, params: BlockParams): JsonText | undefined {
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
    return undefined;
  }
}

function errorText({ transactions = [] }: Block, { maxSupportedTransactionVersion }: BlockParams): JsonText {
  return `"block":null,"err":${stringifyJson(errorOf(transactions, maxSupportedTransactionVersion))}`;
}

/** The error about the first transaction of a version that the client does not take; else about a block without the requested details. */
function errorOf(transactions: readonly LedgerTransaction[], max: number | undefined): JsonValue {
  for (const { version } of transactions)
    if (version !== 'legacy' && (max === undefined || version > max)) return { UnsupportedTransactionVersion: version };
  return 'BlockStoreError';
}

const signatureConfig = struct('RpcSignatureSubscribeConfig', {
  commitment: subscribedCommitment,
  enableReceivedNotification: withDefault(boolean, false),
});

/** Ends with the outcome. Source   agave 4.1 rpc_subscriptions.rs filter_signature_result */
export const signature = subscription({
  kind: 'signature',
  name: 'signatureSubscribe',
  summary: 'the result of a transaction, once; then the subscription ends',
  params: params({
    signature: keyParam(readSignature, 'Invalid signature provided', SIGNATURE),
    config: orDefaults(signatureConfig),
  }),
  result: rpcNotification(
    withNote(
      anyOf(objectOf({ err: TRANSACTION_ERROR }), wordOf('receivedSignature')),
      'and if asked `"receivedSignature"` before it, but not on a localnet',
    ),
  ),
  errors: ['invalidSubscriptionParam'],

  placeAt(event) {
    if (event.kind !== 'received') return undefined;
    const places = new Map(Array.from(event.view.bySignature.keys(), (signature, place) => [signature, place]));
    return ({ signature }) => places.get(signature) ?? -1;
  },

  noticesFor(event, { config: { commitment, enableReceivedNotification }, signature }) {
    switch (event.kind) {
      case 'received': {
        // a node hears of transactions in the blocks of others, and the validator of a localnet makes all blocks itself
        const hearsOf = event.view.state.sysvars?.cluster !== 'localnet';
        const isReceived = hearsOf && enableReceivedNotification && event.view.bySignature.has(signature);
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
});

/** @param windowStart older statuses are forgotten */
function outcome(slot: bigint, transaction: LedgerTransaction | undefined, windowStart: bigint): readonly Notice[] {
  if (transaction === undefined || transaction.slot < windowStart) return NOTHING;
  return [{ ...inSlot(slot, `{"err":${stringifyJson(transaction.err)}}`), isLast: true }];
}
