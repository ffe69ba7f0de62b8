import { withNote } from '../openrpc/schema.ts';
import { SLOT } from '../openrpc/schemas.ts';
import { NO_PARAMS } from '../params/params.ts';
import { method, viewAt } from './method.ts';

/**
 * The processed slot: the node has processed everything that it has received.
 *
 * Source   agave 4.1 rpc.rs get_max_shred_insert_slot
 */
export const getMaxShredInsertSlot = method({
  name: 'getMaxShredInsertSlot',
  summary: 'the highest slot seen by shred insertion',
  params: NO_PARAMS,
  result: withNote(SLOT, 'the processed tip'),
  errors: [],

  answer(_params, context) {
    return `${viewAt(context, 'processed').slot}`;
  },
});
