import { rpcErrors } from '../../errors.ts';
import { slotLeadersFrom } from '../../ledger/leaders.ts';
import { withNote } from '../openrpc/schema.ts';
import { ADDRESS } from '../openrpc/schemas.ts';
import { params } from '../params/params.ts';
import { orDefaults } from '../params/structType.ts';
import { contextConfig } from '../params/usualTypes.ts';
import { method, viewFrom } from './method.ts';

/** Source   agave 4.1 rpc.rs get_slot_leader */
export const getSlotLeader = method({
  name: 'getSlotLeader',
  summary: 'the leader of the tip',
  params: params({ config: orDefaults(contextConfig) }),
  result: withNote(ADDRESS, 'identity'),
  errors: ['minContextSlotNotReached', 'notInLedger'],

  answer({ config }, context) {
    const slotLeaders = slotLeadersFrom(context.ledger, viewFrom(context, config).slot, 1);
    if (slotLeaders.kind !== 'known') throw rpcErrors.notInLedger('the leader of its tip', 'leaderSchedules');
    return `"${slotLeaders.leaders[0]}"`;
  },
});
