import { stringifyJson } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import { slotLeadersFrom } from '../../ledger/leaders.ts';
import { readU64 } from '../params/paramValues.ts';
import { readTuple } from '../params/positional.ts';
import type { Method } from './method.ts';

const MAX_LEADERS = 5000;

interface Params {
  readonly firstSlot: bigint;
  readonly limit: number;
}

/** Source   agave 4.1 rpc.rs get_slot_leaders */
export const getSlotLeaders: Method<Params> = {
  name: 'getSlotLeaders',

  describe: ({ ADDRESS, listOf, U64 }) => ({
    summary: 'the leaders of consecutive slots',
    params: { slot: U64, limit: { type: 'integer', minimum: 1, maximum: MAX_LEADERS } },
    result: 'list of identities, one a slot',
    schema: listOf(ADDRESS),
    errors: ['invalidLimit', 'leaderScheduleUnavailable', 'notInLedger'],
  }),

  readParams(params) {
    const [firstSlot, limit] = readTuple(params, 2, readU64);
    if (limit! > MAX_LEADERS) throw rpcErrors.invalidLimit(MAX_LEADERS);
    return { firstSlot: firstSlot!, limit: Number(limit) };
  },

  answer({ firstSlot, limit }, { ledger, reasons }) {
    const found = slotLeadersFrom(ledger, firstSlot, limit);
    if (found.kind === 'unavailable') {
      reasons?.noLeaders(found.epoch, ledger);
      throw rpcErrors.leaderScheduleUnavailable(found.epoch);
    }
    if (found.kind === 'notInLedger') throw rpcErrors.notInLedger('its leader schedule', 'leaderSchedules');
    return stringifyJson(found.leaders);
  },
};
