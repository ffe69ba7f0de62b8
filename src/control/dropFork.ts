import { readTextArgument } from './arguments.ts';
import type { Verb } from './verb.ts';

export const dropFork: Verb<string> = {
  name: 'stillnode_dropFork',

  describe: ({ BOOLEAN, TEXT }) => ({
    summary: 'removes a fork',
    params: { name: TEXT },
    result: '`true`',
    schema: BOOLEAN,
    errors: ['unknownName'],
  }),

  readParams: (params) => readTextArgument(params, 'name'),

  run(name, { forks }) {
    forks.drop(name);
    return true;
  },
};
