import { readNoArguments } from './arguments.ts';
import type { Verb } from './verb.ts';

export const clearSendRules: Verb<null> = {
  name: 'stillnode_clearSendRules',

  describe: ({ U64 }) => ({
    summary: 'removes all rules for sent transactions; what they have decided stays decided',
    params: {},
    result: 'how many there were',
    schema: U64,
    errors: [],
  }),

  readParams: readNoArguments,

  async run(_params, { live }) {
    let count = 0;
    await live.changeSends((sends) => {
      count = sends.rules.length;
      return { ...sends, rules: [] };
    });
    return count;
  },
};
