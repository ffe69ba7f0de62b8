import { removeRule } from '../../live/sendQueue.ts';
import { text } from '../../syntax/syntax.ts';
import { controlMethod, TRUE } from '../controlMethod.ts';

const PARAMS = { id: text };

export const removeSendRule = controlMethod({
  name: 'removeSendRule',
  effect: 'changes',
  summary: 'removes a send rule; its earlier decisions stay',
  params: PARAMS,
  result: TRUE,
  errors: ['unknownName'],

  async run({ id }, { live }) {
    await live.changeSends((sends) => removeRule(sends, id));
    return true;
  },

  // code removes it by its handle: src/control/nodeHandle.ts
  library: false,
});
