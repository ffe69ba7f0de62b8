import { BOOLEAN } from '../../rpc/openrpc/schemas.ts';
import { boolean, withDefault } from '../../syntax/syntax.ts';
import { controlMethod } from '../controlMethod.ts';

export interface AutoAdvanceMethod {
  /**
   * Lets a slot pass whenever a client only waits: it asks the same again and the answer would be the same, or its signatureSubscribe is
   * open and it asks nothing for 10 ms. Default true. Returns the value before.
   */
  autoAdvance(isOn?: boolean): Promise<boolean>;
}

const PARAMS = { isOn: withDefault(boolean, true) };

export const autoAdvance = controlMethod({
  name: 'autoAdvance',
  summary:
    'advances one slot whenever a client only waits: it repeats a call whose answer would be the same, or it has a signatureSubscribe and asks nothing',
  params: PARAMS,
  result: 'the value before',
  schema: BOOLEAN,

  run({ isOn }, { advance, live }) {
    const before = live.autoAdvance.isOn;
    live.autoAdvance.set(isOn ? advance : undefined);
    return before;
  },

  library: (call): AutoAdvanceMethod => ({ autoAdvance: (isOn) => call(isOn) }),
});
