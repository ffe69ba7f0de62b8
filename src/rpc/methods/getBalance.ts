import { withNote } from '../openrpc/schema.ts';
import { rpcResponse, U64 } from '../openrpc/schemas.ts';
import { params } from '../params/params.ts';
import { orDefaults } from '../params/structType.ts';
import { address, contextConfig } from '../params/usualTypes.ts';
import { inContext, method, viewFrom } from './method.ts';

/** Source   agave 4.1 rpc.rs get_balance */
export const getBalance = method({
  name: 'getBalance',
  summary: 'the lamports of an account',
  params: params({ address, config: orDefaults(contextConfig) }),
  result: rpcResponse(withNote(U64, 'lamports, 0 for an account that does not exist')),
  errors: ['minContextSlotNotReached'],

  answer({ address, config }, context) {
    const view = viewFrom(context, config);
    context.reasons?.account(address, view);
    context.reasons?.sendsChanging(address);
    const lamports = view.account(address)?.lamports ?? 0n;
    return inContext(view, `${lamports}`, context);
  },
});
