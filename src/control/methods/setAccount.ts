import { setAccount as setAccountMove } from '../../ledger/moves/setAccount.ts';
import { withNote } from '../../rpc/openrpc/schema.ts';
import { TEXT } from '../../rpc/openrpc/schemas.ts';
import type { Address } from '../../solana/address.ts';
import { config, json, nullable, oneOf, syntax, withDefault } from '../../syntax/syntax.ts';
import { assertGiven } from '../assertArguments.ts';
import { fromCode, KEY } from '../codeArgument.ts';
import { controlMethod } from '../controlMethod.ts';
import { accountJson, type NewAccount } from '../newAccount.ts';
import { accountOf, newAccount } from '../parse/parseAccount.ts';
import { withAddress } from '../parse/parseAddress.ts';

function givenAccountJson(account: NewAccount | null): unknown {
  assertGiven(account, 'account', 'null deletes the account');
  return accountJson(account);
}

const PARAMS = {
  address: KEY,
  account: fromCode(nullable(syntax(json(), newAccount.schema)), 'NewAccount | null', givenAccountJson),
  config: config({ from: withDefault(oneOf(['always', 'processed']), 'always') }),
};

export const setAccount = controlMethod({
  name: 'setAccount',
  effect: 'names',
  summary: 'sets or deletes an account',
  doc: [
    "`from: 'always'`: at every commitment at once; `'processed'`: from the processed slot on.",
    '@example',
    "await node.setAccount('alice', sol(5));",
    "await node.setAccount(ata('alice', 'usdc'), tokens('12.5'), { from: 'processed' });",
  ],
  params: PARAMS,
  result: withNote(TEXT, 'its address in base58'),

  async run({ account, address: addressParam, config: { from } }, { live }) {
    let address: Address | undefined;
    await live.overrideAccount((before) => {
      const named = withAddress(addressParam, before);
      address = named.address;
      const [main, ...others] = account === null ? [null] : accountOf(addressParam, address, account, before);
      const set = setAccountMove(named.state, address, main, from);
      const state = others.reduce((after, other) => setAccountMove(after, other.address, other, from), set);
      return { state, set: { address, from } };
    });
    return address ?? null;
  },
});
