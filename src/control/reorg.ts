import { readU64 } from '../document/readers.ts';
import { MoveError } from '../ledger/moves/moveError.ts';
import { reorg as reorgMove } from '../ledger/moves/reorg.ts';
import { SlotSet } from '../ledger/slotSet.ts';
import { readArguments } from './arguments.ts';
import { tipsJson, tipsSchema } from './tips.ts';
import type { Verb } from './verb.ts';

/** Slots in one answer. */
const MAX_LISTED = 100_000;

export const reorg: Verb<bigint> = {
  name: 'stillnode_reorg',

  describe: (vocabulary) => {
    const { listOf, objectOf, U64 } = vocabulary;
    return {
      summary: 'the blocks from a slot up to the processed tip leave the chain',
      params: { from: U64 },
      result: '`{"dropped":[slots],"tips":…}`',
      schema: objectOf({ dropped: listOf(U64), tips: tipsSchema(vocabulary) }),
      errors: ['outOfRange'],
    };
  },

  readParams: (params) => readArguments(params, ['from'], (at) => readU64(at!)),

  async run(from, { live }) {
    let dropped = SlotSet.NONE;
    const { state } = await live.move((before) => {
      const after = reorgMove(before, from);
      dropped = after.dropped;
      if (dropped.size > MAX_LISTED)
        throw new MoveError(
          'outOfRange',
          `too many blocks to drop at once: ${dropped.size}, at most ${MAX_LISTED}: give a higher slot`,
        );
      return after.state;
    });
    return { dropped: [...dropped].reverse(), tips: tipsJson(state) };
  },
};
