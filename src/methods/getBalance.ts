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

/**
 * Answers `getBalance`: the lamports of an account.
 *
 * Params   [address, { commitment, minContextSlot }]
 * Result   context and lamports (u64), 0 where there is no account
 * Errors   minContextSlotNotReached -32016
 * Source   agave 4.1 rpc.rs get_balance
 */
export const getBalance: Method<Params> = {
  name: 'getBalance',

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
