import { readNoArguments } from './arguments.ts';
import { forkJson, forkSchema } from './forkJson.ts';
import type { Verb } from './verb.ts';

export const listForks: Verb<null> = {
  name: 'stillnode_listForks',

  describe: (vocabulary) => ({
    summary: 'all forks of the node, in the order in which they were made',
    params: {},
    result: '`[{"name","url","wsUrl"}]`',
    schema: vocabulary.listOf(forkSchema(vocabulary)),
    errors: [],
  }),

  readParams: readNoArguments,

  run: (_params, context) => context.forks.names().map((name) => forkJson(name, context)),
};
