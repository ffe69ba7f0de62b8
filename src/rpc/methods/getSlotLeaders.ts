import { stringifyJson } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import { slotLeadersFrom } from '../../ledger/leaders.ts';
import { listOf, withNote } from '../openrpc/schema.ts';
import { ADDRESS } from '../openrpc/schemas.ts';
import { params } from '../params/params.ts';
import { checked } from '../params/paramType.ts';
import { u64, within } from '../params/usualTypes.ts';
import { method } from './method.ts';

const MAX_LEADERS = 5000;

const limit = checked(within(u64, 1, MAX_LEADERS), (count) => {
  if (count > MAX_LEADERS) throw rpcErrors.invalidLimit(MAX_LEADERS);
  return Number(count);
});

/** Source   agave 4.1 rpc.rs get_slot_leaders */
export const getSlotLeaders = method({
  name: 'getSlotLeaders',
  summary: 'the leaders of consecutive slots',
  params: params({ slot: u64, limit }),
  result: withNote(listOf(ADDRESS), 'list of identities, one a slot'),
  errors: ['invalidLimit', 'leaderScheduleUnavailable', 'notInLedger'],

  answer({ slot: firstSlot, limit }, { ledger, reasons }) {
    const slotLeaders = slotLeadersFrom(ledger, firstSlot, limit);
    if (slotLeaders.kind === 'unavailable') {
      reasons?.noLeaders(slotLeaders.epoch, ledger);
      throw rpcErrors.leaderScheduleUnavailable(slotLeaders.epoch);
    }
    if (slotLeaders.kind === 'notInLedger') throw rpcErrors.notInLedger('its leader schedule', 'leaderSchedules');
    return stringifyJson(slotLeaders.leaders);
  },
});
