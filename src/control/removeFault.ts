import { LiveError } from '../live/liveError.ts';
import { readTextArgument } from './arguments.ts';
import type { Verb } from './verb.ts';

export const removeFault: Verb<string> = {
  name: 'stillnode_removeFault',

  describe: ({ BOOLEAN, TEXT }) => ({
    summary: 'removes a fault; what is held back by it stays so',
    params: { id: TEXT },
    result: '`true`',
    schema: BOOLEAN,
    errors: ['unknownName'],
  }),

  readParams: (params) => readTextArgument(params, 'id'),

  run(id, { live }) {
    if (live.faults.remove(id)) return true;
    throw new LiveError(
      'unknown',
      `there is no fault ${JSON.stringify(id)}: stillnode_addFault gives ids, and stillnode_listFaults lists them`,
    );
  },
};
