import type { JsonText } from '../codec/json.ts';
import { assertNoParams } from '../params/positional.ts';
import { type Method, type MethodContext, viewAt } from './method.ts';

/**
 * Answers `getMaxShredInsertSlot`: the highest slot that the node has received something of. A node that stands still has
 * processed all that it received.
 *
 * Params   none
 * Result   slot
 * Source   agave 4.1 rpc.rs get_max_shred_insert_slot
 */
export const getMaxShredInsertSlot: Method = {
  name: 'getMaxShredInsertSlot',

  readParams: assertNoParams,

  answer(_params: unknown, context: MethodContext): JsonText {
    return `${viewAt(context, 'processed').slot}`;
  },
};
