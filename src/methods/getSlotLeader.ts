import type { JsonText } from '../codec/json.ts';
import { rpcErrors } from '../errors.ts';
import { slotLeadersFrom } from '../ledger/leaders.ts';
import { type ContextConfig, readContextParams } from '../params/contextConfig.ts';
import { type Method, type MethodContext, viewFrom } from './method.ts';

/**
 * Answers `getSlotLeader`: the leader of the tip.
 *
 * Params   [{ commitment, minContextSlot }]
 * Result   address of an identity
 * Errors   minContextSlotNotReached -32016, notInLedger -32603
 * Source   agave 4.1 rpc.rs get_slot_leader
 */
export const getSlotLeader: Method<ContextConfig> = {
  name: 'getSlotLeader',

  readParams: readContextParams,

  answer({ commitment, minContextSlot }: ContextConfig, context: MethodContext): JsonText {
    const found = slotLeadersFrom(context.ledger, viewFrom(context, commitment, minContextSlot).slot, 1);
    if (found.kind !== 'known') throw rpcErrors.notInLedger('the leader of its tip', 'leaderSchedules');
    return `"${found.leaders[0]}"`;
  },
};
