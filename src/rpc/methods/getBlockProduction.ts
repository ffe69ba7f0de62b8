import { stringifyJson } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import { oldestKnownSlot, productionOf } from '../../ledger/blockProduction.ts';
import { epochOf, epochScheduleOf, firstSlotOf } from '../../ledger/epochs.ts';
import { slotLeadersFrom } from '../../ledger/leaders.ts';
import type { LedgerView } from '../../ledger/view.ts';
import { SLOT_HISTORY_SYSVAR } from '../../solana/address.ts';
import { mapOf, objectOf, tupleOf, withNoteAlone, withType } from '../openrpc/schema.ts';
import { COUNT, rpcResponse, SLOT } from '../openrpc/schemas.ts';
import { params } from '../params/params.ts';
import { optional, type TypeOf } from '../params/paramType.ts';
import { orDefaults, struct } from '../params/structType.ts';
import { address, commitment, u64 } from '../params/usualTypes.ts';
import { inContext, method, viewAt } from './method.ts';

const slotRange = struct('RpcBlockProductionConfigRange', { firstSlot: u64, lastSlot: optional(u64) });
const productionConfig = struct('RpcBlockProductionConfig', {
  identity: optional(address),
  /** both ends inclusive; default: the epoch of the tip, up to the tip */
  range: optional(slotRange),
  commitment,
});

/** Source   agave 4.1 rpc.rs get_block_production */
export const getBlockProduction = method({
  name: 'getBlockProduction',
  summary: 'blocks produced and slots assigned, by leader',
  params: params({ config: orDefaults(productionConfig) }),
  result: withNoteAlone(
    rpcResponse(
      objectOf({
        byIdentity: mapOf(withType('[leaderSlots: number, blocks: number]', tupleOf(COUNT, COUNT))),
        range: objectOf({ firstSlot: SLOT, lastSlot: SLOT }),
      }),
    ),
    'context and `{byIdentity, range}`, by identity the number of its slots and of its blocks',
  ),
  errors: [
    'lastSlotBelowFirst',
    'noSlotHistory',
    'firstSlotTooSmall',
    'lastSlotTooLarge',
    'leaderScheduleUnavailable',
    'notInLedger',
  ],

  answer({ config: { commitment, identity, range } }, context) {
    const view = viewAt(context, commitment);
    const { firstSlot, lastSlot } = rangeWithin(view, range);
    const slotLeaders = slotLeadersFrom(context.ledger, firstSlot, Number(lastSlot - firstSlot) + 1);
    if (slotLeaders.kind === 'unavailable') {
      context.reasons?.noLeaders(slotLeaders.epoch, context.ledger);
      throw rpcErrors.leaderScheduleUnavailable(slotLeaders.epoch);
    }
    if (slotLeaders.kind === 'notInLedger') throw rpcErrors.notInLedger('its leader schedule', 'leaderSchedules');
    const production = [...productionOf(view, slotLeaders.leaders, firstSlot)]
      .filter(([leader]) => identity === undefined || leader === identity)
      .map(([leader, { leaderSlots, blocks }]) => [leader, [leaderSlots, blocks]]);
    if (identity !== undefined && production.length === 0) context.reasons?.leadsNothing(identity, context.ledger);
    const value = stringifyJson({ byIdentity: Object.fromEntries(production), range: { firstSlot, lastSlot } });
    return inContext(view, value, context);
  },
});

/** Whether the sysvar was deleted in a cluster that has sysvars. Source agave 4.1 rpc.rs get_block_production */
function lacksSlotHistory(view: LedgerView): boolean {
  return view.state.sysvars !== undefined && view.account(SLOT_HISTORY_SYSVAR) === undefined;
}

function rangeWithin(
  view: LedgerView,
  range: TypeOf<typeof slotRange> | undefined,
): { firstSlot: bigint; lastSlot: bigint } {
  const schedule = epochScheduleOf(view.state);
  const firstSlot = range?.firstSlot ?? firstSlotOf(schedule, epochOf(schedule, view.slot));
  const lastSlot = range?.lastSlot ?? view.slot;
  if (lastSlot < firstSlot) throw rpcErrors.lastSlotBelowFirst(lastSlot, firstSlot);
  if (lacksSlotHistory(view)) throw rpcErrors.noSlotHistory();
  const oldest = oldestKnownSlot(view);
  if (firstSlot < oldest) throw rpcErrors.firstSlotTooSmall(firstSlot, oldest);
  if (lastSlot > view.slot) throw rpcErrors.lastSlotTooLarge(lastSlot, view.slot);
  return { firstSlot, lastSlot };
}
