import { removeRule } from '../live/sends.ts';
import { readTextArgument } from './arguments.ts';
import type { Verb } from './verb.ts';

export const removeSendRule: Verb<string> = {
  name: 'stillnode_removeSendRule',

  describe: ({ BOOLEAN, TEXT }) => ({
    summary: 'removes a rule for sent transactions; what it has decided stays decided',
    params: { id: TEXT },
    result: '`true`',
    schema: BOOLEAN,
    errors: ['unknownName'],
  }),

  readParams: (params) => readTextArgument(params, 'id'),

  async run(id, { live }) {
    await live.changeSends((sends) => removeRule(sends, id));
    return true;
  },
};
