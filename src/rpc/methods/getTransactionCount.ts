import { transactionCount } from '../../ledger/blockQueries.ts';
import { withNote } from '../openrpc/schema.ts';
import { COUNT } from '../openrpc/schemas.ts';
import { params } from '../params/params.ts';
import { orDefaults } from '../params/structType.ts';
import { contextConfig } from '../params/usualTypes.ts';
import { method, viewFrom } from './method.ts';

/** Source   agave 4.1 rpc.rs get_transaction_count */
export const getTransactionCount = method({
  name: 'getTransactionCount',
  summary: 'the number of transactions that the chain has processed',
  params: params({ config: orDefaults(contextConfig) }),
  result: withNote(COUNT, 'count up to the tip'),
  errors: ['minContextSlotNotReached'],

  answer({ config }, context) {
    return `${transactionCount(viewFrom(context, config))}`;
  },
});
