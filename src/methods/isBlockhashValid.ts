import type { JsonText } from '../codec/json.ts';
import { blockhashAge, MAX_PROCESSING_AGE } from '../ledger/blockhashes.ts';
import type { Blockhash } from '../model/address.ts';
import { type ContextConfig, readContextConfig } from '../params/contextConfig.ts';
import { readBlockhash } from '../params/keys.ts';
import { readPositional } from '../params/positional.ts';
import { type Param, readString } from '../params/values.ts';
import { inContext, type Method, type MethodContext, viewFrom } from './method.ts';

interface Params {
  readonly blockhash: Blockhash;
  readonly config: ContextConfig;
}

/**
 * True for the hash of one of the last 151 blocks.
 *
 * Source   agave 4.1 rpc.rs is_blockhash_valid
 */
export const isBlockhashValid: Method<Params> = {
  name: 'isBlockhashValid',

  describe: ({ BLOCKHASH, BOOLEAN, CONTEXT_CONFIG, contextWith }) => ({
    summary: 'whether a transaction may still name a blockhash',
    params: { blockhash: BLOCKHASH, 'config?': CONTEXT_CONFIG },
    result: 'context and boolean',
    schema: contextWith(BOOLEAN),
    errors: ['invalidBlockhash', 'minContextSlotNotReached'],
  }),

  readParams(params: Param): Params {
    const [hash, configParam] = readPositional(params, 1, 2);
    const text = readString(hash!);
    const config = readContextConfig(configParam);
    return { blockhash: readBlockhash(text), config };
  },

  answer({ blockhash, config }: Params, context: MethodContext): JsonText {
    const view = viewFrom(context, config.commitment, config.minContextSlot);
    const age = blockhashAge(view, blockhash);
    const isValid = age !== undefined && age <= MAX_PROCESSING_AGE;
    return inContext(view, `${isValid}`, context);
  },
};
