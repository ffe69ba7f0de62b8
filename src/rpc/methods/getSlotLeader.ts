import { rpcErrors } from '../../errors.ts';
import { slotLeadersFrom } from '../../ledger/leaders.ts';
import { type ContextConfig, readContextParams } from '../params/accountConfig.ts';
import { type Method, viewFrom } from './method.ts';

/** Source   agave 4.1 rpc.rs get_slot_leader */
export const getSlotLeader: Method<ContextConfig> = {
  name: 'getSlotLeader',

  describe: ({ ADDRESS, CONTEXT_CONFIG }) => ({
    summary: 'the leader of the tip',
    params: { 'config?': CONTEXT_CONFIG },
    result: 'identity',
    schema: ADDRESS,
    errors: ['minContextSlotNotReached', 'notInLedger'],
  }),

  readParams: readContextParams,

  answer(config, context) {
    const found = slotLeadersFrom(context.ledger, viewFrom(context, config).slot, 1);
    if (found.kind !== 'known') throw rpcErrors.notInLedger('the leader of its tip', 'leaderSchedules');
    return `"${found.leaders[0]}"`;
  },
};
