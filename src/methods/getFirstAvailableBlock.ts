import type { JsonText } from '../codec/json.ts';
import { assertNoParams } from '../params/positional.ts';
import { type Method, type MethodContext, viewAt } from './method.ts';

/**
 * Answers `getFirstAvailableBlock`: the lowest slot whose block is given out.
 *
 * Params   none
 * Result   slot
 * Source   agave 4.1 rpc.rs get_first_available_block
 */
export const getFirstAvailableBlock: Method = {
  name: 'getFirstAvailableBlock',

  readParams: assertNoParams,

  answer(_params: unknown, context: MethodContext): JsonText {
    return `${viewAt(context).firstAvailable}`;
  },
};
