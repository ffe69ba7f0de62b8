import type { JsonText } from '../codec/json.ts';
import { transactionCount } from '../ledger/transactionCount.ts';
import { type ContextConfig, readContextConfig } from '../params/contextConfig.ts';
import { readPositional } from '../params/positional.ts';
import type { Param } from '../params/values.ts';
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

  readParams(params: Param): ContextConfig {
    const [config] = readPositional(params, 0, 1);
    return readContextConfig(config);
  },

  answer({ commitment, minContextSlot }: ContextConfig, context: MethodContext): JsonText {
    return `${transactionCount(viewFrom(context, commitment, minContextSlot))}`;
  },
};
