import { encodeWith } from '../encoding/account.ts';
import { AccountTexts } from '../encoding/accountTexts.ts';
import { listOf, orNull, withNote } from '../openrpc/schema.ts';
import { ACCOUNT, rpcResponse } from '../openrpc/schemas.ts';
import { accountConfig } from '../params/accountConfig.ts';
import { params } from '../params/params.ts';
import { list } from '../params/paramType.ts';
import { orDefaults } from '../params/structType.ts';
import { address, upTo } from '../params/usualTypes.ts';
import { inContext, method, viewFrom } from './method.ts';

const MAX_ADDRESSES = 100;

/**
 * All accounts are read from one view.
 *
 * Source   agave 4.1 rpc.rs get_multiple_accounts; contract 4.6, 2.8
 */
export const getMultipleAccounts = method({
  name: 'getMultipleAccounts',
  summary: 'several accounts at once, null for those that do not exist',
  params: params({ addresses: list(address, upTo(MAX_ADDRESSES)), config: orDefaults(accountConfig('base64')) }),
  result: rpcResponse(
    withNote(listOf(orNull(ACCOUNT)), 'one an address, in order, `null` for those that do not exist'),
  ),
  errors: ['tooManyInputs', 'minContextSlotNotReached', 'base58TooLong'],

  answer({ addresses, config }, context) {
    const view = viewFrom(context, config);
    if (addresses.length === 0) context.reasons?.add('no addresses are asked for');
    const request = { encoding: config.encoding, dataSlice: config.dataSlice, dialect: context.dialect };
    return encodeWith(request, view, { knowsNativeMint: false }, (options) => {
      const byAddress = new Map(addresses.map((address) => [address, view.account(address)]));
      const accounts = addresses.map((address) => byAddress.get(address));
      for (const address of addresses) context.reasons?.account(address, view);
      const texts = new AccountTexts(context.maxResultBytes).encode(accounts, options);
      for (const [i, account] of accounts.entries())
        if (account !== undefined) context.reasons?.shownData(account, texts[i]!, options, view);
      return inContext(view, `[${texts.join(',')}]`, context);
    });
  },
});
