import { readTextArgument } from './arguments.ts';
import type { Verb } from './verb.ts';

export const address: Verb<string> = {
  name: 'stillnode_address',

  describe: ({ ADDRESS, TEXT }) => ({
    summary: 'the address that a word of scripts stands for, with the keys and the mints of the ledger',
    params: { words: TEXT },
    result: 'address in base58',
    schema: ADDRESS,
    errors: [],
  }),

  readParams: (params) => readTextArgument(params, 'words'),

  async run(words, { now }) {
    // loaded only when needed: most nodes compile no script
    const { knownAddressOf } = await import('./words/account.ts');
    return knownAddressOf(words, now.state);
  },
};
