import type { Address } from '../../solana/address.ts';
import { encodeAccount, prepareAccountOptions } from '../encoding/account.ts';
import { type AccountConfig, readAccountInfoConfig } from '../params/accountConfig.ts';
import { readAddress } from '../params/keyParams.ts';
import { readTextAndConfig } from '../params/positional.ts';
import { inContext, type Method, viewFrom } from './method.ts';

type Params = readonly [address: Address, config: AccountConfig];

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

  readParams(params, dialect) {
    return readTextAndConfig(params, readAddress, (config) => readAccountInfoConfig(config, dialect));
  },

  async answer([address, config], context) {
    const view = viewFrom(context, config);
    const request = { encoding: config.encoding ?? 'binary', dataSlice: config.dataSlice, dialect: context.dialect };
    const options = await prepareAccountOptions(request, view, { knowsNativeMint: false }, view.state.protocol.version);
    const account = view.account(address);
    context.reasons?.account(address, view);
    const value = account === undefined ? 'null' : encodeAccount(account, options);
    if (account !== undefined) context.reasons?.shownData(account, value, options, view);
    return inContext(view, value, context);
  },
};
