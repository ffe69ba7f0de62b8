import { assertNoParams } from '../params/positional.ts';
import { type Method, viewAt } from './method.ts';

/** Source   agave 4.1 rpc.rs get_first_available_block */
export const getFirstAvailableBlock: Method = {
  name: 'getFirstAvailableBlock',

  describe: ({ U64 }) => ({
    summary: 'the lowest slot whose block is available',
    params: {},
    result: 'slot',
    schema: U64,
    errors: [],
  }),

  readParams: assertNoParams,

  answer(_params, context) {
    return `${viewAt(context).firstAvailableBlock}`;
  },
};
