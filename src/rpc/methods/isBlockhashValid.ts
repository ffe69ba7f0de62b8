import { blockhashAge, MAX_PROCESSING_AGE } from '../../ledger/blockhashes.ts';
import { withNote } from '../openrpc/schema.ts';
import { BOOLEAN, rpcResponse } from '../openrpc/schemas.ts';
import { params } from '../params/params.ts';
import { orDefaults } from '../params/structType.ts';
import { blockhash, contextConfig } from '../params/usualTypes.ts';
import { inContext, method, viewFrom } from './method.ts';

/**
 * True for the hash of one of the last 151 blocks.
 *
 * Source   agave 4.1 rpc.rs is_blockhash_valid
 */
export const isBlockhashValid = method({
  name: 'isBlockhashValid',
  summary: 'whether a blockhash is still valid for transactions',
  params: params({ blockhash, config: orDefaults(contextConfig) }),
  result: rpcResponse(withNote(BOOLEAN, 'boolean')),
  errors: ['invalidBlockhash', 'minContextSlotNotReached'],

  answer({ blockhash, config }, context) {
    const view = viewFrom(context, config);
    const age = blockhashAge(view, blockhash);
    const isValid = age !== undefined && age <= MAX_PROCESSING_AGE;
    if (!isValid) context.reasons?.deadBlockhash(blockhash, age, view);
    return inContext(view, `${isValid}`, context);
  },
});
