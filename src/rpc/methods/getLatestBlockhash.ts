import { rpcErrors } from '../../errors.ts';
import { MAX_PROCESSING_AGE } from '../../ledger/blockhashes.ts';
import { tipHeight } from '../../ledger/blockQueries.ts';
import { type ContextConfig, readContextParams } from '../params/accountConfig.ts';
import { inContext, type Method, viewFrom } from './method.ts';

/** Source   agave 4.1 rpc.rs get_latest_blockhash; bank.rs get_blockhash_last_valid_block_height */
export const getLatestBlockhash: Method<ContextConfig> = {
  name: 'getLatestBlockhash',

  describe: ({ BLOCKHASH, CONTEXT_CONFIG, contextWith, objectOf, U64 }) => ({
    summary: 'the newest blockhash, and the last block height at which it is valid',
    params: { 'config?': CONTEXT_CONFIG },
    result: 'context and `{blockhash, lastValidBlockHeight}`',
    schema: contextWith(objectOf({ blockhash: BLOCKHASH, lastValidBlockHeight: U64 })),
    errors: ['minContextSlotNotReached', 'notInBlocks'],
  }),

  readParams: readContextParams,

  answer(config, context) {
    const view = viewFrom(context, config);
    const block = view.newestBlock;
    if (block === undefined) throw rpcErrors.notInBlocks('its latest blockhash');
    const height = tipHeight(view);
    if (height === undefined) throw rpcErrors.notInBlocks('its block height');
    const value = `{"blockhash":"${block.blockhash}","lastValidBlockHeight":${height + MAX_PROCESSING_AGE}}`;
    return inContext(view, value, context);
  },
};
