import { readNoArguments } from './arguments.ts';
import { TIPS, tipsJson, tipsSchema } from './tips.ts';
import type { Verb } from './verb.ts';

export const reset: Verb<null> = {
  name: 'stillnode_reset',

  describe: (vocabulary) => ({
    summary: 'the ledger becomes what it was when it was loaded, and a fork what it was when it was made',
    params: {},
    result: TIPS,
    schema: tipsSchema(vocabulary),
    errors: [],
  }),

  readParams: readNoArguments,

  async run(_params, { live }) {
    const { state } = await live.reset();
    return tipsJson(state);
  },
};
