import { rpcErrors } from '../../errors.ts';
import { visibleBlockSlots } from '../../ledger/blockQueries.ts';
import { listOf, withNote } from '../openrpc/schema.ts';
import { SLOT } from '../openrpc/schemas.ts';
import { params } from '../params/params.ts';
import { orDefaults } from '../params/structType.ts';
import { atLeastConfirmed, confirmedConfig, u64, usize, within } from '../params/usualTypes.ts';
import { method, viewFrom } from './method.ts';

const MAX_LIMIT = 500_000;

/**
 * `start` is in the list if it holds a block.
 *
 * Source   agave 4.1 rpc.rs get_blocks_with_limit
 */
export const getBlocksWithLimit = method({
  name: 'getBlocksWithLimit',
  summary: 'the next slots that hold blocks',
  params: params({ start: u64, limit: within(usize, 0, MAX_LIMIT), config: orDefaults(confirmedConfig) }),
  result: withNote(listOf(SLOT), 'the next slots that hold blocks, ascending'),
  errors: ['commitmentBelowConfirmed', 'limitTooLarge', 'minContextSlotNotReached'],

  answer({ start, limit, config }, context) {
    const commitment = atLeastConfirmed(config.commitment);
    if (limit > MAX_LIMIT) throw rpcErrors.limitTooLarge(MAX_LIMIT);
    const view = viewFrom(context, { ...config, commitment });
    const slots = visibleBlockSlots(view, start, view.slot, Number(limit));
    context.reasons?.limitedSlots({ first: start, limit: Number(limit), slots }, view);
    return `[${slots.join(',')}]`;
  },
});
