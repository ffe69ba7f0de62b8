import { rpcErrors } from '../../errors.ts';
import { tipHeight } from '../../ledger/blockQueries.ts';
import { type ContextConfig, readContextParams } from '../params/accountConfig.ts';
import { type Method, viewFrom } from './method.ts';

/** Source   agave 4.1 rpc.rs get_block_height */
export const getBlockHeight: Method<ContextConfig> = {
  name: 'getBlockHeight',

  describe: ({ CONTEXT_CONFIG, U64 }) => ({
    summary: 'the block height of the tip',
    params: { 'config?': CONTEXT_CONFIG },
    result: 'height of the newest block',
    schema: U64,
    errors: ['minContextSlotNotReached', 'notInBlocks'],
  }),

  readParams: readContextParams,

  answer(config, context) {
    const height = tipHeight(viewFrom(context, config));
    if (height === undefined) throw rpcErrors.notInBlocks('its block height');
    return `${height}`;
  },
};
