import { readNoArguments } from './arguments.ts';
import type { Verb } from './verb.ts';

export const clearCalls: Verb<null> = {
  name: 'stillnode_clearCalls',

  describe: ({ U64 }) => ({
    summary: 'forgets all calls; those that come get higher ids',
    params: {},
    result: 'how many there were',
    schema: U64,
    errors: [],
  }),

  readParams: readNoArguments,

  run: (_params, { live }) => live.calls.clear(),
};
