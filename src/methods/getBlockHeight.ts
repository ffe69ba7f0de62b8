import type { JsonText } from '../codec/json.ts';
import { rpcErrors } from '../errors.ts';
import { tipHeight } from '../ledger/heights.ts';
import { type ContextConfig, readContextParams } from '../params/contextConfig.ts';
import { type Method, type MethodContext, viewFrom } from './method.ts';

/**
 * Answers `getBlockHeight`: how many blocks there are below the tip.
 *
 * Params   [{ commitment, minContextSlot }]
 * Result   height of the newest block
 * Errors   minContextSlotNotReached -32016, notInBlocks -32603
 * Source   agave 4.1 rpc.rs get_block_height
 */
export const getBlockHeight: Method<ContextConfig> = {
  name: 'getBlockHeight',

  readParams: readContextParams,

  answer({ commitment, minContextSlot }: ContextConfig, context: MethodContext): JsonText {
    const height = tipHeight(viewFrom(context, commitment, minContextSlot));
    if (height === undefined) throw rpcErrors.notInBlocks('its block height');
    return `${height}`;
  },
};
