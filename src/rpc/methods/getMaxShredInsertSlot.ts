import { assertNoParams } from '../params/positional.ts';
import { type Method, viewAt } from './method.ts';

/**
 * A node that stands still has processed all that it received.
 *
 * Source   agave 4.1 rpc.rs get_max_shred_insert_slot
 */
export const getMaxShredInsertSlot: Method = {
  name: 'getMaxShredInsertSlot',

  describe: ({ U64 }) => ({
    summary: 'the highest slot seen by shred insertion',
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
