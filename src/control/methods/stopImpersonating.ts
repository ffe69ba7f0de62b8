import { stopImpersonating as stopMove } from '../../ledger/moves/impersonate.ts';
import { KEY } from '../codeArgument.ts';
import { controlMethod, TRUE } from '../controlMethod.ts';
import { knownAddressOf } from '../parse/parseAddress.ts';

const PARAMS = { address: KEY };

export const stopImpersonating = controlMethod({
  name: 'stopImpersonating',
  effect: 'changes',
  summary: 'accepts for an address only the signature of its key again',
  doc: ['An address that was not impersonated is accepted too.'],
  params: PARAMS,
  result: TRUE,
  errors: ['unknownName'],

  async run({ address }, { live }) {
    await live.move((state) => stopMove(state, knownAddressOf(address, state)));
    return true;
  },
});
