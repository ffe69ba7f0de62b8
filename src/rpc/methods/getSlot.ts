import { type ContextConfig, readContextParams } from '../params/accountConfig.ts';
import { type Method, viewFrom } from './method.ts';

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

  answer(config, context) {
    return `${viewFrom(context, config).slot}`;
  },
};
