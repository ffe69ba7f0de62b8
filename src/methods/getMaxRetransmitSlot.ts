import type { JsonText } from '../codec/json.ts';
import { assertNoParams } from '../params/positional.ts';
import { type Method, type MethodContext, viewAt } from './method.ts';

/**
 * Answers `getMaxRetransmitSlot`: the highest slot that the node has passed on. A node that stands still has passed on all
 * that it processed.
 *
 * Params   none
 * Result   slot
 * Source   agave 4.1 rpc.rs get_max_retransmit_slot
 */
export const getMaxRetransmitSlot: Method = {
  name: 'getMaxRetransmitSlot',

  readParams: assertNoParams,

  answer(_params: unknown, context: MethodContext): JsonText {
    return `${viewAt(context, 'processed').slot}`;
  },
};
