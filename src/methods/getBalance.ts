import type { JsonText } from '../codec/json.ts';
import type { Address } from '../model/address.ts';
import { type ContextConfig, readContextConfig } from '../params/contextConfig.ts';
import { readAddress } from '../params/keys.ts';
import { readPositional } from '../params/positional.ts';
import { type Param, readString } from '../params/values.ts';
import { inContext, type Method, type MethodContext, viewFrom } from './method.ts';

interface Params {
  readonly address: Address;
  readonly config: ContextConfig;
}

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

  readParams(params: Param): Params {
    const [addressParam, configParam] = readPositional(params, 1, 2);
    const text = readString(addressParam!);
    const config = readContextConfig(configParam);
    return { address: readAddress(text), config };
  },

  answer({ address, config }: Params, context: MethodContext): JsonText {
    const view = viewFrom(context, config.commitment, config.minContextSlot);
    const lamports = view.account(address)?.lamports ?? 0n;
    return inContext(view, `${lamports}`, context);
  },
};
