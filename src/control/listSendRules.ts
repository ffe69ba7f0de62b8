import { readNoArguments } from './arguments.ts';
import type { Verb } from './verb.ts';

export const listSendRules: Verb<null> = {
  name: 'stillnode_listSendRules',

  describe: ({ ANY_OBJECT, listOf, objectOf, TEXT, U64 }) => ({
    summary: 'the rules for sent transactions, in the order in which they are looked at',
    params: {},
    result: '`[{"hits","id","rule"}]`: how many sends each has decided, and the rule as it was given',
    schema: listOf(objectOf({ hits: U64, id: TEXT, rule: ANY_OBJECT })),
    errors: [],
  }),

  readParams: readNoArguments,

  run: (_params, { now }) => now.sends.rules.map(({ hits, id, json }) => ({ hits, id, rule: json })),
};
