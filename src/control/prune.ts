import { readU64 } from '../document/readers.ts';
import { prune as pruneMove } from '../ledger/moves/prune.ts';
import { readArguments } from './arguments.ts';
import { TIPS, tipsJson, tipsSchema } from './tips.ts';
import type { Verb } from './verb.ts';

export const prune: Verb<bigint> = {
  name: 'stillnode_prune',

  describe: (vocabulary) => ({
    summary: 'older slots count as cleaned up',
    params: { firstAvailable: vocabulary.U64 },
    result: TIPS,
    schema: tipsSchema(vocabulary),
    errors: ['outOfRange'],
  }),

  readParams: (params) => readArguments(params, ['firstAvailable'], (at) => readU64(at!)),

  async run(firstAvailable, { live }) {
    const { state } = await live.move((before) => pruneMove(before, firstAvailable));
    return tipsJson(state);
  },
};
