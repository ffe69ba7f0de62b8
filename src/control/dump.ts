import { readNoArguments } from './arguments.ts';
import type { Verb } from './verb.ts';

export const dump: Verb<null> = {
  name: 'stillnode_dump',

  describe: ({ listOf, objectOf, TEXT }) => ({
    summary: 'the ledger as fixtures, in one format whatever it was loaded from',
    params: {},
    result: '`[{"name","text"}]`, the files that `stillnode dump` writes',
    schema: listOf(objectOf({ name: TEXT, text: TEXT })),
    errors: [],
  }),

  readParams: readNoArguments,

  async run(_params, { now: { state } }) {
    // loaded only when needed: most nodes never write a dump
    const { dumpLedger } = await import('../loading/dump/dumpLedger.ts');
    return Array.from(dumpLedger(state), ({ name, text }) => ({ name, text }));
  },
};
