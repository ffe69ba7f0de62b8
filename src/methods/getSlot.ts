import type { JsonText } from '../codec/json.ts';
import { type ContextConfig, readContextConfig } from '../params/contextConfig.ts';
import { readPositional } from '../params/positional.ts';
import type { Param } from '../params/values.ts';
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

  readParams(params: Param): ContextConfig {
    const [config] = readPositional(params, 0, 1);
    return readContextConfig(config);
  },

  answer({ commitment, minContextSlot }: ContextConfig, context: MethodContext): JsonText {
    return `${viewFrom(context, commitment, minContextSlot).slot}`;
  },
};
