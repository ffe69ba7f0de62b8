import type { JsonText } from '../codec/json.ts';
import { transactionCount } from '../ledger/transactionCount.ts';
import { type ContextConfig, readContextParams } from '../params/contextConfig.ts';
import { type Method, type MethodContext, viewFrom } from './method.ts';

/**
 * Answers `getTransactionCount`: how many transactions the chain has processed.
 *
 * Params   [{ commitment, minContextSlot }]
 * Result   count up to the tip, u64
 * Errors   minContextSlotNotReached -32016
 * Source   agave 4.1 rpc.rs get_transaction_count
 */
export const getTransactionCount: Method<ContextConfig> = {
  name: 'getTransactionCount',

  readParams: readContextParams,

  answer({ commitment, minContextSlot }: ContextConfig, context: MethodContext): JsonText {
    return `${transactionCount(viewFrom(context, commitment, minContextSlot))}`;
  },
};
