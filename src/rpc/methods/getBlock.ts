import type { JsonText } from '../../codec/jsonText.ts';
import type { Dialect } from '../../dialect.ts';
import { type RpcError, rpcErrors } from '../../errors.ts';
import type { SlotContent } from '../../ledger/view.ts';
import { parsersOf } from '../../solana/programs/index.ts';
import { encodeBlock } from '../encoding/block.ts';
import { atLeastConfirmed } from '../params/accountConfig.ts';
import { type BlockConfig, readBlockConfig } from '../params/historyConfig.ts';
import { readU64 } from '../params/paramValues.ts';
import { readPositional } from '../params/positional.ts';
import { type Method, viewAt } from './method.ts';

interface Params {
  readonly slot: bigint;
  readonly config: BlockConfig;
}

/**
 * Units    blockTime: Unix seconds; fees, balances, rewards: lamports
 * Source   agave 4.1 rpc.rs get_block; contract 4.1, 2.2
 */
export const getBlock: Method<Params> = {
  name: 'getBlock',

  describe({
    BLOCKHASH,
    BOOLEAN,
    I64,
    listOf,
    objectOf,
    orNull,
    REWARD,
    SIGNATURE,
    TRANSACTION,
    transactionConfig,
    U64,
    withDefault,
    wordOf,
  }) {
    const block = objectOf({
      blockHeight: orNull(U64),
      blockTime: orNull(I64),
      blockhash: BLOCKHASH,
      'numRewardPartitions?': U64,
      parentSlot: U64,
      previousBlockhash: BLOCKHASH,
      'rewards?': listOf(REWARD),
      'signatures?': listOf(SIGNATURE),
      'transactions?': listOf(objectOf(TRANSACTION)),
    });
    return {
      summary: 'one confirmed block with its transactions',
      params: {
        slot: U64,
        'config?': transactionConfig({
          'transactionDetails?': withDefault(wordOf('full', 'accounts', 'signatures', 'none'), 'full'),
          'rewards?': BOOLEAN,
        }),
      },
      result: 'block; `null` in the contract dialect where there is none',
      schema: orNull(block),
      errors: [
        'blockNotAvailable',
        'slotSkipped',
        'blockCleanedUp',
        'unsupportedTransactionVersion',
        'commitmentBelowConfirmed',
        'notRecorded',
      ],
    };
  },

  readParams(params, dialect) {
    const [slot, config] = readPositional(params, 1, 2);
    return { slot: readU64(slot!), config: readBlockConfig(config, dialect) };
  },

  answer({ slot, config }, context) {
    const view = viewAt(context, atLeastConfirmed(config.commitment));
    const content = view.slotContent(slot);
    if (content.kind !== 'block') {
      context.reasons?.noBlock(slot, view);
      return answerNoBlock(slot, content, context.dialect);
    }
    const parsers = config.encoding === 'jsonParsed' ? parsersOf(context.ledger.protocol.version) : undefined;
    return encodeBlock(content.block, { ...config, isOrphan: content.isOrphan, dialect: context.dialect, parsers });
  },
};

type NoBlock = Exclude<SlotContent, { kind: 'block' }>;

function answerNoBlock(slot: bigint, content: NoBlock, dialect: Dialect): JsonText {
  if (dialect.missingBlock === 'null' || content.kind === 'incomplete') return 'null';
  throw noBlockError(slot, content);
}

function noBlockError(slot: bigint, content: NoBlock): RpcError {
  switch (content.kind) {
    case 'cleanedUp':
      return rpcErrors.blockCleanedUp(slot, content.firstAvailable);
    case 'skipped':
      return rpcErrors.slotSkipped(slot);
    default:
      return rpcErrors.blockNotAvailable(slot);
  }
}
