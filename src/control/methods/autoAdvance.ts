import { withNote } from '../../rpc/openrpc/schema.ts';
import { BOOLEAN } from '../../rpc/openrpc/schemas.ts';
import { boolean, withDefault } from '../../syntax/syntax.ts';
import { controlMethod } from '../controlMethod.ts';

const PARAMS = { isOn: withDefault(boolean, true) };

export const autoAdvance = controlMethod({
  name: 'autoAdvance',
  effect: 'changes',
  summary:
    'advances one slot whenever a client only waits: it repeats a call whose answer would be the same, or it has a signatureSubscribe and asks nothing',
  doc: ['A signatureSubscribe counts once its client has asked nothing for 10 ms.'],
  params: PARAMS,
  result: withNote(BOOLEAN, 'the value before'),

  run({ isOn }, { advance, live }) {
    const before = live.autoAdvance.isOn;
    live.autoAdvance.set(isOn ? advance : undefined);
    return before;
  },
});
