import { assertNoParams } from '../params/positional.ts';
import { type Method, viewAt } from './method.ts';

/**
 * A node that stands still has passed on all that it processed.
 *
 * Source   agave 4.1 rpc.rs get_max_retransmit_slot
 */
export const getMaxRetransmitSlot: Method = {
  name: 'getMaxRetransmitSlot',

  describe: ({ U64 }) => ({
    summary: 'the highest slot seen by the retransmit stage',
    params: {},
    result: 'the processed tip',
    schema: U64,
    errors: [],
  }),

  readParams: assertNoParams,

  answer(_params, context) {
    return `${viewAt(context, 'processed').slot}`;
  },
};
