import type { Address } from '../../solana/address.ts';
import { type ContextConfig, readContextConfig } from '../params/accountConfig.ts';
import { readAddress } from '../params/keyParams.ts';
import { readTextAndConfig } from '../params/positional.ts';
import { inContext, type Method, viewFrom } from './method.ts';

type Params = readonly [address: Address, config: ContextConfig];

/** Source   agave 4.1 rpc.rs get_balance */
export const getBalance: Method<Params> = {
  name: 'getBalance',

  describe: ({ ADDRESS, CONTEXT_CONFIG, contextWith, U64 }) => ({
    summary: 'the lamports of an account',
    params: { address: ADDRESS, 'config?': CONTEXT_CONFIG },
    result: 'context and lamports, 0 where there is no account',
    schema: contextWith(U64),
    errors: ['minContextSlotNotReached'],
  }),

  readParams: (params) => readTextAndConfig(params, readAddress, readContextConfig),

  answer([address, config], context) {
    const view = viewFrom(context, config);
    context.reasons?.account(address, view);
    const lamports = view.account(address)?.lamports ?? 0n;
    return inContext(view, `${lamports}`, context);
  },
};
