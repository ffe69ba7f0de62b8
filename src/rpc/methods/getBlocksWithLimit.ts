import { rpcErrors } from '../../errors.ts';
import { visibleBlocks } from '../../ledger/blockQueries.ts';
import { atLeastConfirmed, type ContextConfig, readContextConfig } from '../params/accountConfig.ts';
import { readU64 } from '../params/paramValues.ts';
import { readPositional } from '../params/positional.ts';
import { type Method, viewFrom } from './method.ts';

const MAX_LIMIT = 500_000;

interface Params {
  readonly start: bigint;
  readonly limit: bigint;
  readonly config: ContextConfig;
}

/**
 * `start` is in the list if it holds a block.
 *
 * Source   agave 4.1 rpc.rs get_blocks_with_limit
 */
export const getBlocksWithLimit: Method<Params> = {
  name: 'getBlocksWithLimit',

  describe: ({ CONFIRMED_CONFIG, listOf, U64 }) => ({
    summary: 'the next slots that hold blocks',
    params: { start: U64, limit: { type: 'integer', minimum: 0, maximum: MAX_LIMIT }, 'config?': CONFIRMED_CONFIG },
    result: 'the next slots that hold blocks, ascending',
    schema: listOf(U64),
    errors: ['commitmentBelowConfirmed', 'limitTooLarge', 'minContextSlotNotReached'],
  }),

  readParams(params) {
    const [start, limit, config] = readPositional(params, 2, 3);
    return { start: readU64(start!), limit: readU64(limit!, 'usize'), config: readContextConfig(config) };
  },

  answer({ start, limit, config }, context) {
    const commitment = atLeastConfirmed(config.commitment ?? 'finalized');
    if (limit > MAX_LIMIT) throw rpcErrors.limitTooLarge(MAX_LIMIT);
    const view = viewFrom(context, { ...config, commitment });
    const found = visibleBlocks(view, start, view.slot, Number(limit));
    context.reasons?.limitedSlots({ first: start, limit: Number(limit), found }, view);
    return `[${found.join(',')}]`;
  },
};
