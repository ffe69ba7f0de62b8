import { type JsonText, type JsonValue, stringifyJson } from '../../codec/jsonText.ts';
import { DIALECTS } from '../../dialect.ts';
import { RpcError } from '../../errors.ts';
import type { Address } from '../../solana/address.ts';
import type { Block, LedgerTransaction } from '../../solana/block.ts';
import { loadAccountEncoders } from '../encoding/account.ts';
import { encodeBlock } from '../encoding/block.ts';
import { blockInStructOrder } from '../encoding/recordedForm.ts';
import { atLeastConfirmed } from '../params/accountConfig.ts';
import { readSubscribedBlockConfig, type SubscribedBlockConfig } from '../params/historyConfig.ts';
import { readAddress } from '../params/keyParams.ts';
import { knownVariant, readSingleKey, readString, readVariant } from '../params/paramValues.ts';
import { readPositional } from '../params/positional.ts';
import { namesAccount, type SlotSeen } from './ledgerEvents.ts';
import {
  type EncodeContext,
  inSlot,
  NOTHING,
  readConfig,
  readOrRefuse,
  refuseBareVariant,
  type Subscription,
} from './subscription.ts';

const KINDS = ['all', 'mentionsAccountOrProgram'] as const;

interface Params extends SubscribedBlockConfig {
  /** undefined: every block */
  readonly mentioned: Address | undefined;
  readonly commitment: 'confirmed' | 'finalized';
}

/** Unlike a node, it notifies only once of a block that cannot be shown. Source   agave 4.1 rpc_subscriptions.rs filter_block_result_txs */
export const block: Subscription<Params> = {
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
    const checkFilter = readFilter(filterParam!);
    const config = readConfig(configParam, 'RpcBlockSubscribeConfig');
    const shown = readSubscribedBlockConfig(config);
    const commitment = atLeastConfirmed(config.commitment);
    return { ...shown, commitment, mentioned: checkFilter() };
  },

  load: ({ encoding }, version) => loadAccountEncoders(encoding === 'jsonParsed' ? encoding : 'base64', version),

  tell(event, params, tools) {
    if (event.kind !== 'reached' || event.commitment !== params.commitment) return NOTHING;
    const { seen } = event;
    const shown = shownBlock(seen.block, params.mentioned);
    if (shown === undefined) return NOTHING;
    return [inSlot(seen.slot, `{"slot":${seen.slot},${blockAndError(shown, seen, params, tools)}}`)];
  },
};

function readFilter(value: JsonValue): () => Address | undefined {
  if (typeof value === 'string') {
    refuseBareVariant(knownVariant(value, KINDS), 'mentionsAccountOrProgram');
    return () => undefined;
  }
  const [key, content] = readSingleKey(value);
  if (knownVariant(key, KINDS) === 'all') {
    readVariant(value, KINDS);
    return () => undefined;
  }
  const text = readString(content);
  return () => readOrRefuse(() => readAddress(text), 'Invalid mentions_account_or_program provided');
}

/** Undefined: no notification. */
function shownBlock(found: Block | undefined, mentioned: Address | undefined): Block | undefined {
  if (found === undefined || mentioned === undefined) return found;
  const transactions = (found.transactions ?? []).filter((transaction) => namesAccount(transaction, mentioned));
  return transactions.length === 0 ? undefined : { ...found, transactions };
}

function blockAndError(shown: Block, { state }: SlotSeen, params: Params, { encoders }: EncodeContext): JsonText {
  const { encoding, maxSupportedTransactionVersion: max, showRewards, transactionDetails } = params;
  const isOrphan = shown.slot > 0n && shown.parentSlot < (state.cleanedUpBefore ?? 0n);
  const { parsers } = encoders;
  try {
    const text = encodeBlock(shown, {
      encoding,
      maxSupportedTransactionVersion: max,
      rewards: showRewards,
      dialect: DIALECTS.agave,
      parsers,
      transactionDetails,
      isOrphan,
    });
    return `"block":${blockInStructOrder(text.toString())},"err":null`;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return `"block":null,"err":${stringifyJson(errorOf(shown.transactions ?? [], max))}`;
  }
}

/** The first transaction of a version that the client does not take; else the block does not hold what is wanted. */
function errorOf(transactions: readonly LedgerTransaction[], max: number | undefined): JsonValue {
  for (const { version } of transactions)
    if (version !== 'legacy' && (max === undefined || version > max)) return { UnsupportedTransactionVersion: version };
  return 'BlockStoreError';
}
