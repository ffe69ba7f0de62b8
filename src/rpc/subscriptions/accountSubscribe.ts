import { DIALECTS } from '../../dialect.ts';
import { type Account, closedAccount, type DataSlice } from '../../solana/account.ts';
import type { Address } from '../../solana/address.ts';
import { accountOptions, encodeNotifiedAccount, loadAccountEncoders } from '../encoding/account.ts';
import type { AccountReader } from '../encoding/tokenMint.ts';
import { type AccountEncoding, type CommitmentWord, readAccountInfoConfig } from '../params/accountConfig.ts';
import { readString } from '../params/paramValues.ts';
import { readPositional } from '../params/positional.ts';
import { type EncodeContext, inSlot, NOTHING, readPubkey, type Subscription } from './subscription.ts';

interface Params {
  readonly address: Address;
  readonly encoding: AccountEncoding;
  /** has no effect, and keeps subscriptions apart */
  readonly dataSlice: DataSlice | undefined;
  readonly commitment: CommitmentWord;
}

/** Source   agave 4.1 rpc_subscriptions.rs filter_account_result */
export const account: Subscription<Params> = {
  kind: 'account',
  name: 'accountSubscribe',

  describe: ({ ACCOUNT, accountConfig, ADDRESS, objectOf, U64 }) => ({
    summary: 'an account, each time a block or a control call has written it; a closed account is empty',
    params: { address: ADDRESS, 'config?': accountConfig('binary') },
    result: 'context and the account',
    schema: objectOf({ context: objectOf({ slot: U64 }), value: ACCOUNT }),
    errors: ['invalidSubscriptionParam'],
  }),

  readParams(params) {
    const [text, configParam] = readPositional(params, 1, 2);
    const base58 = readString(text!);
    const { commitment, dataSlice, encoding } = readAccountInfoConfig(configParam, DIALECTS.agave);
    return {
      address: readPubkey(base58),
      encoding: encoding ?? 'binary',
      dataSlice,
      commitment: commitment ?? 'finalized',
    };
  },

  load: ({ encoding }, version) => loadAccountEncoders(encoding, version),

  tell(event, params, tools) {
    if (event.kind === 'reached' && event.commitment === params.commitment) {
      const { seen } = event;
      const written = seen.account(params.address);
      if (written !== undefined) return [inSlot(seen.slot, textOf(written, params, seen.reader, tools))];
    }
    if (event.kind === 'changed' && event.commitment === params.commitment) {
      const change = event.changeOf(params.address);
      const shown = change && (change.account ?? closedAccount(params.address));
      if (shown !== undefined) return [inSlot(event.tip, textOf(shown, params, event.reader, tools))];
    }
    return NOTHING;
  },
};

function textOf(shown: Account, { encoding }: Params, reader: AccountReader, { encoders }: EncodeContext) {
  const request = { encoding, dataSlice: undefined, dialect: DIALECTS.agave };
  return encodeNotifiedAccount(shown, accountOptions(request, encoders, reader, { knowsNativeMint: false }));
}
