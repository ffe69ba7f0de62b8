import { readText } from '../document/readers.ts';
import { readArguments, readOptional } from './arguments.ts';
import { forkJson, forkSchema } from './forkJson.ts';
import type { Verb } from './verb.ts';

interface Params {
  readonly name: string | undefined;
}

export const fork: Verb<Params> = {
  name: 'stillnode_fork',

  describe: (vocabulary) => ({
    summary: 'makes a ledger of its own that starts as this one is',
    params: { 'name?': { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' } },
    result: '`{"name","url","wsUrl"}`, the addresses `null` where nothing listens',
    schema: forkSchema(vocabulary),
    errors: [],
  }),

  readParams: (params) => readArguments(params, ['name?'], (at) => ({ name: readOptional(at!, readText) })),

  run({ name }, context) {
    const { forks, live } = context;
    return forkJson(forks.add(name, live.fork()), context);
  },
};
