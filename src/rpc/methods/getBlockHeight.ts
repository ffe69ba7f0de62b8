import { rpcErrors } from '../../errors.ts';
import { tipHeight } from '../../ledger/blockQueries.ts';
import { withNote } from '../openrpc/schema.ts';
import { SLOT } from '../openrpc/schemas.ts';
import { params } from '../params/params.ts';
import { orDefaults } from '../params/structType.ts';
import { contextConfig } from '../params/usualTypes.ts';
import { method, viewFrom } from './method.ts';

/** Source   agave 4.1 rpc.rs get_block_height */
export const getBlockHeight = method({
  name: 'getBlockHeight',
  summary: 'the block height of the tip',
  params: params({ config: orDefaults(contextConfig) }),
  result: withNote(SLOT, 'height of the newest block'),
  errors: ['minContextSlotNotReached', 'notInBlocks'],

  answer({ config }, context) {
    const height = tipHeight(viewFrom(context, config));
    if (height === undefined) throw rpcErrors.notInBlocks('its block height');
    return `${height}`;
  },
});
