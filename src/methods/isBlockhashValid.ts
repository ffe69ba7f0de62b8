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
 * Answers `isBlockhashValid`: whether a transaction may still name a blockhash.
 *
 * Params   [blockhash, { commitment, minContextSlot }]
 * Result   context and whether it is of one of the last 151 blocks
 * Errors   invalidBlockhash -32602, minContextSlotNotReached -32016
 * Source   agave 4.1 rpc.rs is_blockhash_valid
 */
export const isBlockhashValid: Method<Params> = {
  name: 'isBlockhashValid',

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
