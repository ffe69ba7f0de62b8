import { withNote } from '../openrpc/schema.ts';
import { SLOT } from '../openrpc/schemas.ts';
import { NO_PARAMS } from '../params/params.ts';
import { method, viewAt } from './method.ts';

/** Source   agave 4.1 rpc.rs get_first_available_block */
export const getFirstAvailableBlock = method({
  name: 'getFirstAvailableBlock',
  summary: 'the lowest slot whose block is available',
  params: NO_PARAMS,
  result: withNote(SLOT, 'slot'),
  errors: [],

  answer(_params, context) {
    return `${viewAt(context).firstAvailableBlock}`;
  },
});
