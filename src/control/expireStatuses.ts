import { expireStatuses as expireStatusesMove } from '../ledger/moves/expireStatuses.ts';
import { readNoArguments } from './arguments.ts';
import type { Verb } from './verb.ts';

export const expireStatuses: Verb<null> = {
  name: 'stillnode_expireStatuses',

  describe: ({ BOOLEAN }) => ({
    summary: 'the recent statuses begin after the finalized tip',
    params: {},
    result: '`true`',
    schema: BOOLEAN,
    errors: [],
  }),

  readParams: readNoArguments,

  async run(_params, { live }) {
    await live.move(expireStatusesMove);
    return true;
  },
};
