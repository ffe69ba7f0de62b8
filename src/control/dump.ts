import { rpcErrors } from '../errors.ts';
import { lengthOf } from '../ledger/history/emptyRuns.ts';
import { readNoArguments } from './arguments.ts';
import type { Verb } from './verb.ts';

/** Other blocks were sent to the node, or loaded from files. */
const MAX_EMPTY_BLOCKS = 10_000;

export const dump: Verb<null> = {
  name: 'stillnode_dump',

  describe: ({ listOf, objectOf, TEXT }) => ({
    summary: 'the ledger as fixtures, in one format whatever it was loaded from',
    params: {},
    result: '`[{"name","text"}]`, the files that `stillnode dump` writes',
    schema: listOf(objectOf({ name: TEXT, text: TEXT })),
    errors: ['outOfRange'],
  }),

  readParams: readNoArguments,

  async run(_params, { now: { state } }) {
    const empty = state.history.emptyRuns.reduce((sum, run) => sum + lengthOf(run), 0);
    if (empty > MAX_EMPTY_BLOCKS)
      throw rpcErrors.outOfRange(
        `too many empty blocks for one answer: ${empty}, at most ${MAX_EMPTY_BLOCKS}: dump the ledger before it advances so far`,
      );
    // loaded only when needed: most nodes never write a dump
    const { dumpLedger } = await import('../loading/dump/dumpLedger.ts');
    return Array.from(dumpLedger(state), ({ name, text }) => ({ name, text }));
  },
};
