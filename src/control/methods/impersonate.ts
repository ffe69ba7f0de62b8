import { impersonate as impersonateMove } from '../../ledger/moves/impersonate.ts';
import { KEY } from '../codeArgument.ts';
import { controlMethod, TRUE } from '../controlMethod.ts';
import { knownAddressOf } from '../parse/parseAddress.ts';

const PARAMS = { address: KEY };

export const impersonate = controlMethod({
  name: 'impersonate',
  effect: 'changes',
  summary: 'accepts for an address the signature that `impersonated` of the library writes, so that it needs no key',
  doc: ['@example', "await node.impersonate('whale');"],
  params: PARAMS,
  result: TRUE,
  errors: ['unknownName'],

  async run({ address }, { live }) {
    await live.move((state) => impersonateMove(state, knownAddressOf(address, state)));
    return true;
  },
});
