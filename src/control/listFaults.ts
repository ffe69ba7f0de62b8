import { readNoArguments } from './arguments.ts';
import type { Verb } from './verb.ts';

export const listFaults: Verb<null> = {
  name: 'stillnode_listFaults',

  describe: ({ ANY_OBJECT, listOf, objectOf, TEXT, U64 }) => ({
    summary: 'the faults, in the order in which they are looked at',
    params: {},
    result: '`[{"hits","id","rule"}]`: how often each has happened, and the rule as it was given',
    schema: listOf(objectOf({ hits: U64, id: TEXT, rule: ANY_OBJECT })),
    errors: [],
  }),

  readParams: readNoArguments,

  run: (_params, { live }) => live.faults.all.map(({ hits, id, json }) => ({ hits, id, rule: json })),
};
