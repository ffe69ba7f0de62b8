import { MoveError } from '../../ledger/moves/moveError.ts';
import { reorg as reorgMove } from '../../ledger/moves/reorg.ts';
import { SlotSet } from '../../ledger/slotSet.ts';
import { listOf, objectOf, withNote } from '../../rpc/openrpc/schema.ts';
import { SLOT } from '../../rpc/openrpc/schemas.ts';
import { u64 } from '../../syntax/syntax.ts';
import { controlMethod } from '../controlMethod.ts';
import { TIPS, tipsJson } from '../tipsResult.ts';

/** Slots in one answer. */
const MAX_LISTED = 100_000;

const PARAMS = { from: u64 };

export const reorg = controlMethod({
  name: 'reorg',
  effect: 'changes',
  summary: 'drops the blocks from a slot up to the processed tip',
  params: PARAMS,
  result: objectOf({ dropped: withNote(listOf(SLOT), 'slots, in their order'), tips: TIPS }),
  errors: ['outOfRange'],

  async run({ from }, { live }) {
    let dropped = SlotSet.NONE;
    const after = await live.move((before) => {
      const moved = reorgMove(before, from);
      dropped = moved.dropped;
      if (dropped.size > MAX_LISTED)
        throw new MoveError(
          'outOfRange',
          `too many blocks to drop at once: ${dropped.size}, at most ${MAX_LISTED}: give a higher slot`,
        );
      return moved.state;
    });
    return { dropped: [...dropped].reverse(), tips: tipsJson(after) };
  },
});
