import type { JsonText } from '../../codec/jsonText.ts';
import type { Dialect } from '../../dialect.ts';
import { type RpcError, rpcErrors } from '../../errors.ts';
import type { SlotContent } from '../../ledger/view.ts';
import { parsersOf } from '../../solana/programs/parsers.ts';
import { encodeBlock } from '../encoding/block.ts';
import { listOf, objectOf, orNull, withNoteAlone } from '../openrpc/schema.ts';
import { BLOCKHASH, I64, REWARD, SIGNATURE, TRANSACTION, U64 } from '../openrpc/schemas.ts';
import { blockConfig } from '../params/historyConfig.ts';
import { params } from '../params/params.ts';
import { atLeastConfirmed, u64 } from '../params/usualTypes.ts';
import { method, viewAt } from './method.ts';

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

/**
 * Units    blockTime: Unix seconds; fees, balances, rewards: lamports
 * Source   agave 4.1 rpc.rs get_block; contract 4.1, 2.2
 */
export const getBlock = method({
  name: 'getBlock',
  summary: 'one confirmed block with its transactions',
  params: params({ slot: u64, config: blockConfig }),
  result: withNoteAlone(orNull(block), 'block; `null` in the contract dialect where there is none'),
  errors: [
    'base58OfV1',
    'blockNotAvailable',
    'slotSkipped',
    'blockCleanedUp',
    'unsupportedTransactionVersion',
    'commitmentBelowConfirmed',
    'notRecorded',
  ],

  answer({ slot, config }, context) {
    const view = viewAt(context, atLeastConfirmed(config.commitment ?? context.dialect.defaultHistoryCommitment));
    const content = view.slotContent(slot);
    if (content.kind !== 'block') {
      context.reasons?.noBlock(slot, view);
      return answerNoBlock(slot, content, context.dialect);
    }
    const parsers = config.encoding === 'jsonParsed' ? parsersOf(context.ledger.protocol.version) : undefined;
    return encodeBlock(content.block, { ...config, isOrphan: content.isOrphan, dialect: context.dialect, parsers });
  },
});

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
