import { blockhashAge, MAX_PROCESSING_AGE } from '../../ledger/blockhashes.ts';
import type { Blockhash } from '../../solana/address.ts';
import { type ContextConfig, readContextConfig } from '../params/accountConfig.ts';
import { readBlockhash } from '../params/keyParams.ts';
import { readTextAndConfig } from '../params/positional.ts';
import { inContext, type Method, viewFrom } from './method.ts';

type Params = readonly [blockhash: Blockhash, config: ContextConfig];

/**
 * True for the hash of one of the last 151 blocks.
 *
 * Source   agave 4.1 rpc.rs is_blockhash_valid
 */
export const isBlockhashValid: Method<Params> = {
  name: 'isBlockhashValid',

  describe: ({ BLOCKHASH, BOOLEAN, CONTEXT_CONFIG, contextWith }) => ({
    summary: 'whether a blockhash is still valid for transactions',
    params: { blockhash: BLOCKHASH, 'config?': CONTEXT_CONFIG },
    result: 'context and boolean',
    schema: contextWith(BOOLEAN),
    errors: ['invalidBlockhash', 'minContextSlotNotReached'],
  }),

  readParams: (params) => readTextAndConfig(params, readBlockhash, readContextConfig),

  answer([blockhash, config], context) {
    const view = viewFrom(context, config);
    const age = blockhashAge(view, blockhash);
    const isValid = age !== undefined && age <= MAX_PROCESSING_AGE;
    if (!isValid) context.reasons?.deadBlockhash(blockhash, age, view);
    return inContext(view, `${isValid}`, context);
  },
};
