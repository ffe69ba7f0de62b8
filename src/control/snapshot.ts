import { readNoArguments } from './arguments.ts';
import type { Verb } from './verb.ts';

export const snapshot: Verb<null> = {
  name: 'stillnode_snapshot',

  describe: ({ TEXT }) => ({
    summary: 'keeps the ledger as it is, for stillnode_revert',
    params: {},
    result: 'its id, a text',
    schema: TEXT,
    errors: [],
  }),

  readParams: readNoArguments,

  run: (_params, { live }) => live.snapshot(),
};
