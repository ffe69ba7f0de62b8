import type { JsonText } from '../codec/json.ts';
import { rpcErrors } from '../errors.ts';
import { slotLeadersFrom } from '../ledger/leaders.ts';
import { type ContextConfig, readContextConfig } from '../params/contextConfig.ts';
import { readPositional } from '../params/positional.ts';
import type { Param } from '../params/values.ts';
import { type Method, type MethodContext, viewFrom } from './method.ts';

/**
 * Answers `getSlotLeader`: the leader of the tip.
 *
 * Params   [{ commitment, minContextSlot }]
 * Result   address of an identity
 * Errors   minContextSlotNotReached -32016, notInLedger -32096
 * Source   agave 4.1 rpc.rs get_slot_leader
 */
export const getSlotLeader: Method<ContextConfig> = {
  name: 'getSlotLeader',

  readParams(params: Param): ContextConfig {
    const [config] = readPositional(params, 0, 1);
    return readContextConfig(config);
  },

  answer({ commitment, minContextSlot }: ContextConfig, context: MethodContext): JsonText {
    const found = slotLeadersFrom(context.ledger, viewFrom(context, commitment, minContextSlot).slot, 1);
    if (found.kind !== 'known') throw rpcErrors.notInLedger('the leader of its tip', 'leaderSchedules');
    return `"${found.leaders[0]}"`;
  },
};
