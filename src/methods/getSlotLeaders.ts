import { type JsonText, stringifyJson } from '../codec/json.ts';
import { rpcErrors } from '../errors.ts';
import { slotLeadersFrom } from '../ledger/leaders.ts';
import { readTuple } from '../params/positional.ts';
import { type Param, readU64 } from '../params/values.ts';
import type { Method, MethodContext } from './method.ts';

const MAX_LEADERS = 5000;

interface Params {
  readonly firstSlot: bigint;
  readonly limit: number;
}

/**
 * Answers `getSlotLeaders`: the leaders of slots in a row.
 *
 * Params   [first slot: u64, limit: at most 5000]
 * Result   addresses of identities, one a slot
 * Errors   invalidLimit -32602, leaderScheduleUnavailable -32602, notInLedger -32603
 * Source   agave 4.1 rpc.rs get_slot_leaders
 */
export const getSlotLeaders: Method<Params> = {
  name: 'getSlotLeaders',

  readParams(params: Param): Params {
    const [firstSlot, limit] = readTuple(params, 2, readU64);
    if (limit! > MAX_LEADERS) throw rpcErrors.invalidLimit(MAX_LEADERS);
    return { firstSlot: firstSlot!, limit: Number(limit) };
  },

  answer({ firstSlot, limit }: Params, { ledger }: MethodContext): JsonText {
    const found = slotLeadersFrom(ledger, firstSlot, limit);
    if (found.kind === 'unavailable') throw rpcErrors.leaderScheduleUnavailable(found.epoch);
    if (found.kind === 'unsaid') throw rpcErrors.notInLedger('its leader schedule', 'leaderSchedules');
    return stringifyJson(found.leaders);
  },
};
