import type { JsonText } from '../codec/json.ts';
import type { Dialect } from '../dialect.ts';
import { encodeAccount } from '../encoding/account.ts';
import { prepareAccountOptions } from '../encoding/accountOptions.ts';
import type { Address } from '../model/address.ts';
import { type AccountConfig, readAccountConfig } from '../params/accountConfig.ts';
import { readAddress } from '../params/keys.ts';
import { readPositional } from '../params/positional.ts';
import { type Param, readString, readStruct } from '../params/values.ts';
import { inContext, type Method, type MethodContext, viewFrom } from './method.ts';

interface Params {
  readonly address: Address;
  readonly config: AccountConfig;
}

/** Source   agave 4.1 rpc.rs get_account_info, get_encoded_account */
export const getAccountInfo: Method<Params> = {
  name: 'getAccountInfo',

  describe: ({ ACCOUNT, accountConfig, ADDRESS, contextWith, orNull }) => ({
    summary: 'one account',
    params: { address: ADDRESS, 'config?': accountConfig('binary') },
    result: 'context and the account, or `null` where there is none',
    schema: contextWith(orNull(ACCOUNT)),
    errors: ['minContextSlotNotReached', 'base58TooLong'],
  }),

  readParams(params: Param, dialect: Dialect): Params {
    const [addressParam, configParam] = readPositional(params, 1, 2);
    const text = readString(addressParam!);
    const config = readAccountConfig(readStruct(configParam ?? {}, 'RpcAccountInfoConfig'), dialect);
    return { address: readAddress(text), config };
  },

  async answer({ address, config }: Params, context: MethodContext): Promise<JsonText> {
    const view = viewFrom(context, config.commitment, config.minContextSlot);
    const request = { encoding: config.encoding ?? 'binary', dataSlice: config.dataSlice, dialect: context.dialect };
    const options = await prepareAccountOptions(request, view, { knowsNativeMint: false });
    const account = view.account(address);
    const value = account === undefined ? 'null' : encodeAccount(account, options);
    return inContext(view, value, context);
  },
};
