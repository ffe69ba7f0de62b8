import { removeRule } from '../../live/sendQueue.ts';
import { text } from '../../syntax/syntax.ts';
import { controlMethod, TRUE } from '../controlMethod.ts';

export interface RemoveSendRuleMethod {
  removeSendRule(id: string): Promise<void>;
}

const PARAMS = { id: text };

export const removeSendRule = controlMethod({
  name: 'removeSendRule',
  summary: 'removes a send rule; its earlier decisions stay',
  params: PARAMS,
  ...TRUE,
  errors: ['unknownName'],

  async run({ id }, { live }) {
    await live.changeSends((sends) => removeRule(sends, id));
    return true;
  },

  library: (call): RemoveSendRuleMethod => ({ removeSendRule: async (id) => void (await call(id)) }),
});
