import { rpcErrors } from '../../errors.ts';
import type { Address } from '../../solana/address.ts';
import { encodeAccount, prepareAccountOptions } from '../encoding/account.ts';
import { type AccountConfig, readAccountInfoConfig } from '../params/accountConfig.ts';
import { readAddress } from '../params/keyParams.ts';
import { readStrings } from '../params/paramValues.ts';
import { readPositional } from '../params/positional.ts';
import { inContext, type Method, viewFrom } from './method.ts';

const MAX_ADDRESSES = 100;

interface Params {
  readonly addresses: readonly Address[];
  readonly config: AccountConfig;
}

/**
 * All accounts are read from one view.
 *
 * Source   agave 4.1 rpc.rs get_multiple_accounts; contract 4.6, 2.8
 */
export const getMultipleAccounts: Method<Params> = {
  name: 'getMultipleAccounts',

  describe: ({ ACCOUNT, accountConfig, ADDRESS, contextWith, listOf, orNull }) => ({
    summary: 'several accounts at once, null for those that do not exist',
    params: { addresses: listOf(ADDRESS, MAX_ADDRESSES), 'config?': accountConfig('base64') },
    result: 'context and one account an address, in order, `null` for those that do not exist',
    schema: contextWith(listOf(orNull(ACCOUNT))),
    errors: ['tooManyInputs', 'minContextSlotNotReached', 'base58TooLong'],
  }),

  readParams(params, dialect) {
    const [list, configParam] = readPositional(params, 1, 2);
    const texts = readStrings(list!);
    const config = readAccountInfoConfig(configParam, dialect);
    if (texts.length > MAX_ADDRESSES) throw rpcErrors.tooManyInputs(MAX_ADDRESSES);
    return { addresses: texts.map(readAddress), config };
  },

  async answer({ addresses, config }, context) {
    const view = viewFrom(context, config);
    if (addresses.length === 0) context.reasons?.add('no addresses are asked for');
    const request = { encoding: config.encoding ?? 'base64', dataSlice: config.dataSlice, dialect: context.dialect };
    const options = await prepareAccountOptions(request, view, { knowsNativeMint: false }, view.state.protocol.version);
    const values = addresses.map((address) => {
      const account = view.account(address);
      context.reasons?.account(address, view);
      if (account === undefined) return 'null';
      const text = encodeAccount(account, options);
      context.reasons?.shownData(account, text, options, view);
      return text;
    });
    return inContext(view, `[${values.join(',')}]`, context);
  },
};
