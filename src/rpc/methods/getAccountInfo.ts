import { encodeWith } from '../encoding/account.ts';
import { AccountTexts } from '../encoding/accountTexts.ts';
import { orNull, withNote } from '../openrpc/schema.ts';
import { ACCOUNT, rpcResponse } from '../openrpc/schemas.ts';
import { accountConfig } from '../params/accountConfig.ts';
import { params } from '../params/params.ts';
import { orDefaults } from '../params/structType.ts';
import { address } from '../params/usualTypes.ts';
import { inContext, method, viewFrom } from './method.ts';

/** Source   agave 4.1 rpc.rs get_account_info, get_encoded_account */
export const getAccountInfo = method({
  name: 'getAccountInfo',
  summary: 'one account',
  params: params({ address, config: orDefaults(accountConfig('binary')) }),
  result: rpcResponse(withNote(orNull(ACCOUNT), 'or `null` where there is none')),
  errors: ['minContextSlotNotReached', 'base58TooLong'],

  answer({ address, config }, context) {
    const view = viewFrom(context, config);
    const request = { encoding: config.encoding, dataSlice: config.dataSlice, dialect: context.dialect };
    return encodeWith(request, view, { knowsNativeMint: false }, (options) => {
      const account = view.account(address);
      context.reasons?.account(address, view);
      context.reasons?.sendsChanging(address);
      const [value = 'null'] = new AccountTexts(context.maxResultBytes).encode([account], options);
      if (account !== undefined) context.reasons?.shownData(account, value, options, view);
      return inContext(view, value, context);
    });
  },
});
