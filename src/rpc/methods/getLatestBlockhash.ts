import { rpcErrors } from '../../errors.ts';
import { MAX_PROCESSING_AGE } from '../../ledger/blockhashes.ts';
import { tipHeight } from '../../ledger/blockQueries.ts';
import { objectOf } from '../openrpc/schema.ts';
import { BLOCKHASH, rpcResponse, SLOT } from '../openrpc/schemas.ts';
import { params } from '../params/params.ts';
import { orDefaults } from '../params/structType.ts';
import { contextConfig } from '../params/usualTypes.ts';
import { inContext, method, viewFrom } from './method.ts';

/** Source   agave 4.1 rpc.rs get_latest_blockhash; bank.rs get_blockhash_last_valid_block_height */
export const getLatestBlockhash = method({
  name: 'getLatestBlockhash',
  summary: 'the newest blockhash, and the last block height at which it is valid',
  params: params({ config: orDefaults(contextConfig) }),
  result: rpcResponse(objectOf({ blockhash: BLOCKHASH, lastValidBlockHeight: SLOT })),
  errors: ['minContextSlotNotReached', 'notInBlocks'],

  answer({ config }, context) {
    const view = viewFrom(context, config);
    const block = view.newestBlock;
    if (block === undefined) throw rpcErrors.notInBlocks('its latest blockhash');
    const height = tipHeight(view);
    if (height === undefined) throw rpcErrors.notInBlocks('its block height');
    const value = `{"blockhash":"${block.blockhash}","lastValidBlockHeight":${height + MAX_PROCESSING_AGE}}`;
    return inContext(view, value, context);
  },
});
