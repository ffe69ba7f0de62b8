import { transactionCount } from '../../ledger/blockQueries.ts';
import { type ContextConfig, readContextParams } from '../params/accountConfig.ts';
import { type Method, viewFrom } from './method.ts';

/** Source   agave 4.1 rpc.rs get_transaction_count */
export const getTransactionCount: Method<ContextConfig> = {
  name: 'getTransactionCount',

  describe: ({ CONTEXT_CONFIG, U64 }) => ({
    summary: 'the number of transactions that the chain has processed',
    params: { 'config?': CONTEXT_CONFIG },
    result: 'count up to the tip',
    schema: U64,
    errors: ['minContextSlotNotReached'],
  }),

  readParams: readContextParams,

  answer(config, context) {
    return `${transactionCount(viewFrom(context, config))}`;
  },
};
