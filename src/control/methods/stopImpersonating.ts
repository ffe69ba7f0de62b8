import { stopImpersonating as stopMove } from '../../ledger/moves/impersonate.ts';
import { addressText, type Key } from '../../script/building/keyBuilders.ts';
import { text } from '../../syntax/syntax.ts';
import { controlMethod, TRUE } from '../controlMethod.ts';
import { knownAddressOf } from '../parse/parseAddress.ts';

export interface StopImpersonatingMethod {
  /** Requires the signature of an address again; also if it was not impersonated. */
  stopImpersonating(address: Key): Promise<void>;
}

const PARAMS = { address: text };

export const stopImpersonating = controlMethod({
  name: 'stopImpersonating',
  summary: 'accepts for an address only the signature of its key again',
  params: PARAMS,
  ...TRUE,
  errors: ['unknownName'],

  async run({ address }, { live }) {
    await live.move((state) => stopMove(state, knownAddressOf(address, state)));
    return true;
  },

  library: (call): StopImpersonatingMethod => ({
    stopImpersonating: async (address) => void (await call(addressText(address))),
  }),
});
