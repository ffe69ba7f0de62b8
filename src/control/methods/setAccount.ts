import { setAccount as setAccountMove } from '../../ledger/moves/setAccount.ts';
import { TEXT } from '../../rpc/openrpc/schemas.ts';
import { addressText, type Key } from '../../script/building/keyBuilders.ts';
import type { Address } from '../../solana/address.ts';
import { config, json, nullable, oneOf, syntax, text, withDefault } from '../../syntax/syntax.ts';
import { assertGiven } from '../assertArguments.ts';
import { controlMethod } from '../controlMethod.ts';
import { accountJson, type NewAccount } from '../newAccount.ts';
import { accountOf, newAccount } from '../parse/parseAccount.ts';
import { withAddress } from '../parse/parseAddress.ts';

export interface SetAccountMethod {
  /**
   * Sets an account, or deletes it (null), and returns its address.
   * @example
   * await node.setAccount('alice', sol(5));
   * await node.setAccount(ata('alice', 'usdc'), tokens('12.5'), { from: 'processed' });
   * @param options `from: 'always'` (default): at every commitment at once; `'processed'`: from the processed slot on
   */
  setAccount(
    address: Key,
    account: NewAccount | null,
    options?: { readonly from?: 'always' | 'processed' },
  ): Promise<string>;
}

const PARAMS = {
  address: text,
  account: nullable(syntax(json(), newAccount.schema)),
  config: config({ from: withDefault(oneOf(['always', 'processed']), 'always') }),
};

export const setAccount = controlMethod({
  name: 'setAccount',
  summary: 'sets or deletes an account',
  params: PARAMS,
  result: 'its address in base58',
  schema: TEXT,

  async run({ account, address: addressParam, config: { from } }, { live }) {
    let address: Address | undefined;
    await live.moveAccount((before) => {
      const named = withAddress(addressParam, before);
      address = named.address;
      const [main, ...others] = account === null ? [null] : accountOf(addressParam, address, account, before);
      const set = setAccountMove(named.state, address, main, from);
      const state = others.reduce((after, other) => setAccountMove(after, other.address, other, from), set);
      return { state, set: { address, from } };
    });
    return address ?? null;
  },

  library: (call): SetAccountMethod => ({
    setAccount: async (address, account, options) => {
      assertGiven(account, 'account', 'null deletes the account');
      return call(addressText(address), accountJson(account), options);
    },
  }),
});
