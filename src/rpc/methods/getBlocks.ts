import { rpcErrors } from '../../errors.ts';
import { visibleBlockSlots } from '../../ledger/blockQueries.ts';
import { listOf, withNote } from '../openrpc/schema.ts';
import { SLOT } from '../openrpc/schemas.ts';
import { params } from '../params/params.ts';
import { optional, untagged } from '../params/paramType.ts';
import { atLeastConfirmed, confirmedConfig, u64 } from '../params/usualTypes.ts';
import { method, viewFrom } from './method.ts';

const MAX_RANGE = 500_000;

const endOrConfig = untagged('RpcBlocksConfigWrapper', [u64, confirmedConfig]);

/** Source   agave 4.1 rpc.rs get_blocks, RpcBlocksConfigWrapper */
export const getBlocks = method({
  name: 'getBlocks',
  summary: 'the slots of a range that hold blocks',
  params: params({ start: u64, endOrConfig: optional(endOrConfig), config: optional(confirmedConfig) }),
  result: withNote(listOf(SLOT), 'slots that hold blocks, ascending, both ends included'),
  errors: ['commitmentBelowConfirmed', 'minContextSlotNotReached', 'slotRangeTooLarge'],

  answer({ config: lastConfig, endOrConfig, start }, context) {
    const end = typeof endOrConfig === 'bigint' ? endOrConfig : undefined;
    const firstConfig = typeof endOrConfig === 'bigint' ? undefined : endOrConfig;
    const config = lastConfig ?? firstConfig;
    const commitment = atLeastConfirmed(config?.commitment);
    const view = viewFrom(context, { commitment, minContextSlot: config?.minContextSlot });
    const last = min(end ?? start + BigInt(MAX_RANGE), view.slot);
    if (last < start) {
      context.reasons?.slotList({ first: start, last: end, slots: [] }, view);
      return '[]';
    }
    if (last - start > MAX_RANGE) throw rpcErrors.slotRangeTooLarge(MAX_RANGE);
    const slots = visibleBlockSlots(view, start, last, Number.POSITIVE_INFINITY);
    context.reasons?.slotList({ first: start, last: end, slots }, view);
    return `[${slots.join(',')}]`;
  },
});

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
