import { readNoArguments } from './arguments.ts';
import type { Verb } from './verb.ts';

export const clearFaults: Verb<null> = {
  name: 'stillnode_clearFaults',

  describe: ({ U64 }) => ({
    summary: 'removes all faults; what is held back by them stays so',
    params: {},
    result: 'how many there were',
    schema: U64,
    errors: [],
  }),

  readParams: readNoArguments,

  run(_params, { live: { faults, overrides } }) {
    overrides.clear();
    return faults.clear();
  },
};
