import { impersonate as impersonateMove } from '../../ledger/moves/impersonate.ts';
import { addressText, type Key } from '../../script/building/keyBuilders.ts';
import { text } from '../../syntax/syntax.ts';
import { controlMethod, TRUE } from '../controlMethod.ts';
import { knownAddressOf } from '../parse/parseAddress.ts';

export interface ImpersonateMethod {
  /**
   * Lets clients send for an address without its key: the signature that `impersonated(address)` writes is accepted for it.
   * @example
   * await node.impersonate('whale');
   */
  impersonate(address: Key): Promise<void>;
}

const PARAMS = { address: text };

export const impersonate = controlMethod({
  name: 'impersonate',
  summary: 'accepts for an address the signature that `impersonated` of the library writes, so that it needs no key',
  params: PARAMS,
  ...TRUE,
  errors: ['unknownName'],

  async run({ address }, { live }) {
    await live.move((state) => impersonateMove(state, knownAddressOf(address, state)));
    return true;
  },

  library: (call): ImpersonateMethod => ({
    impersonate: async (address) => void (await call(addressText(address))),
  }),
});
