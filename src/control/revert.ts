import { readTextArgument } from './arguments.ts';
import { TIPS, tipsJson, tipsSchema } from './tips.ts';
import type { Verb } from './verb.ts';

export const revert: Verb<string> = {
  name: 'stillnode_revert',

  describe: (vocabulary) => ({
    summary: 'the ledger becomes what it was at a snapshot, which stays',
    params: { id: vocabulary.TEXT },
    result: TIPS,
    schema: tipsSchema(vocabulary),
    errors: ['unknownName'],
  }),

  readParams: (params) => readTextArgument(params, 'id'),

  async run(id, { live }) {
    const { state } = await live.revert(id);
    return tipsJson(state);
  },
};
