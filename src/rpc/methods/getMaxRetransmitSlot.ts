import { U64 } from '../openrpc/schemas.ts';
import { NO_PARAMS } from '../params/params.ts';
import { method, viewAt } from './method.ts';

/**
 * A node that stands still has passed on all that it processed.
 *
 * Source   agave 4.1 rpc.rs get_max_retransmit_slot
 */
export const getMaxRetransmitSlot = method({
  name: 'getMaxRetransmitSlot',
  summary: 'the highest slot seen by the retransmit stage',
  params: NO_PARAMS,
  result: 'the processed tip',
  schema: U64,
  errors: [],

  answer(_params, context) {
    return `${viewAt(context, 'processed').slot}`;
  },
});
