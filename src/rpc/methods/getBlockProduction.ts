import { stringifyJson } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import { epochOf, epochScheduleOf, firstSlotOf } from '../../ledger/epochs.ts';
import { oldestKnownSlot, productionOf, slotLeadersFrom } from '../../ledger/leaders.ts';
import type { LedgerView } from '../../ledger/view.ts';
import { type Address, SLOT_HISTORY_SYSVAR } from '../../solana/address.ts';
import { type CommitmentWord, readCommitment } from '../params/accountConfig.ts';
import { readSlotRange, type SlotRange } from '../params/historyConfig.ts';
import { readAddress } from '../params/keyParams.ts';
import { optional, readString, readStruct } from '../params/paramValues.ts';
import { readPositional } from '../params/positional.ts';
import { inContext, type Method, viewAt } from './method.ts';

interface Params {
  readonly identity: Address | undefined;
  /** undefined: the epoch of the tip, up to the tip */
  readonly range: SlotRange | undefined;
  readonly commitment: CommitmentWord | undefined;
}

/** Source   agave 4.1 rpc.rs get_block_production */
export const getBlockProduction: Method<Params> = {
  name: 'getBlockProduction',

  describe: ({ ADDRESS, COMMITMENT, contextWith, mapOf, objectOf, tupleOf, U64 }) => ({
    summary: 'blocks produced and slots assigned, by leader',
    params: {
      'config?': objectOf({
        'identity?': ADDRESS,
        'range?': objectOf({ firstSlot: U64, 'lastSlot?': U64 }),
        'commitment?': COMMITMENT,
      }),
    },
    result: 'context and `{byIdentity, range}`, by identity the number of its slots and of its blocks',
    schema: contextWith(
      objectOf({ byIdentity: mapOf(tupleOf(U64, U64)), range: objectOf({ firstSlot: U64, lastSlot: U64 }) }),
    ),
    errors: [
      'lastSlotBelowFirst',
      'noSlotHistory',
      'firstSlotTooSmall',
      'lastSlotTooLarge',
      'leaderScheduleUnavailable',
      'notInLedger',
    ],
  }),

  readParams(params) {
    const [configParam] = readPositional(params, 0, 1);
    const config = readStruct(configParam ?? {}, 'RpcBlockProductionConfig');
    const identity = optional(config.identity, readString);
    const range = optional(config.range, readSlotRange);
    return {
      identity: optional(identity, readAddress),
      range,
      commitment: readCommitment(config),
    };
  },

  answer({ identity, range, commitment }, context) {
    const view = viewAt(context, commitment);
    const { firstSlot, lastSlot } = rangeWithin(view, range);
    const found = slotLeadersFrom(context.ledger, firstSlot, Number(lastSlot - firstSlot) + 1);
    if (found.kind === 'unavailable') {
      context.reasons?.noLeaders(found.epoch, context.ledger);
      throw rpcErrors.leaderScheduleUnavailable(found.epoch);
    }
    if (found.kind === 'notInLedger') throw rpcErrors.notInLedger('its leader schedule', 'leaderSchedules');
    const shown = [...productionOf(view, found.leaders, firstSlot)]
      .filter(([leader]) => identity === undefined || leader === identity)
      .map(([leader, { leaderSlots, blocks }]) => [leader, [leaderSlots, blocks]]);
    if (identity !== undefined && shown.length === 0) context.reasons?.leadsNothing(identity, context.ledger);
    const value = stringifyJson({ byIdentity: Object.fromEntries(shown), range: { firstSlot, lastSlot } });
    return inContext(view, value, context);
  },
};

/** Of a cluster whose sysvars exist, where this one was deleted. Source agave 4.1 rpc.rs get_block_production */
function lacksSlotHistory(view: LedgerView): boolean {
  return view.state.sysvars !== undefined && view.account(SLOT_HISTORY_SYSVAR) === undefined;
}

function rangeWithin(view: LedgerView, range: SlotRange | undefined): { firstSlot: bigint; lastSlot: bigint } {
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
