import type { JsonText } from '../codec/json.ts';
import { type ContextConfig, readContextParams } from '../params/contextConfig.ts';
import { type Method, type MethodContext, viewFrom } from './method.ts';

/** Source   agave 4.1 rpc.rs get_slot */
export const getSlot: Method<ContextConfig> = {
  name: 'getSlot',

  describe: ({ CONTEXT_CONFIG, U64 }) => ({
    summary: 'the tip at a commitment',
    params: { 'config?': CONTEXT_CONFIG },
    result: 'the tip',
    schema: U64,
    errors: ['minContextSlotNotReached'],
  }),

  readParams: readContextParams,

  answer({ commitment, minContextSlot }: ContextConfig, context: MethodContext): JsonText {
    return `${viewFrom(context, commitment, minContextSlot).slot}`;
  },
};
