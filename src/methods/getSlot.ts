import type { JsonText } from '../codec/json.ts';
import { type ContextConfig, readContextParams } from '../params/contextConfig.ts';
import { type Method, type MethodContext, viewFrom } from './method.ts';

/**
 * Answers `getSlot`: the tip at a commitment.
 *
 * Params   [{ commitment, minContextSlot }]
 * Result   slot
 * Errors   minContextSlotNotReached -32016
 * Source   agave 4.1 rpc.rs get_slot
 */
export const getSlot: Method<ContextConfig> = {
  name: 'getSlot',

  readParams: readContextParams,

  answer({ commitment, minContextSlot }: ContextConfig, context: MethodContext): JsonText {
    return `${viewFrom(context, commitment, minContextSlot).slot}`;
  },
};
