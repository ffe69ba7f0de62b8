import { withNote } from '../openrpc/schema.ts';
import { SLOT } from '../openrpc/schemas.ts';
import { NO_PARAMS } from '../params/params.ts';
import { method, viewAt } from './method.ts';

/**
 * The processed slot: the node has passed on everything that it has processed.
 *
 * Source   agave 4.1 rpc.rs get_max_retransmit_slot
 */
export const getMaxRetransmitSlot = method({
  name: 'getMaxRetransmitSlot',
  summary: 'the highest slot seen by the retransmit stage',
  params: NO_PARAMS,
  result: withNote(SLOT, 'the processed tip'),
  errors: [],

  answer(_params, context) {
    return `${viewAt(context, 'processed').slot}`;
  },
});
