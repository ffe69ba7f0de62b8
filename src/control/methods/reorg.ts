import { MoveError } from '../../ledger/moves/moveError.ts';
import { reorg as reorgMove } from '../../ledger/moves/reorg.ts';
import { SlotSet } from '../../ledger/slotSet.ts';
import { listOf, objectOf } from '../../rpc/openrpc/schema.ts';
import { U64 as U64_SCHEMA } from '../../rpc/openrpc/schemas.ts';
import type { U64 } from '../../solana/meta.ts';
import { u64 } from '../../syntax/syntax.ts';
import { controlMethod } from '../controlMethod.ts';
import { type LedgerTips, TIPS, tipsJson } from '../tipsResult.ts';

export interface ReorgMethod {
  /** Drops the blocks from slot `from` up to the processed tip from the chain. */
  reorg(from: U64): Promise<{ readonly dropped: readonly U64[]; readonly tips: LedgerTips }>;
}

/** Slots in one answer. */
const MAX_LISTED = 100_000;

const PARAMS = { from: u64 };

export const reorg = controlMethod({
  name: 'reorg',
  summary: 'drops the blocks from a slot up to the processed tip',
  params: PARAMS,
  result: '`{"dropped":[slots],"tips":…}`',
  schema: objectOf({ dropped: listOf(U64_SCHEMA), tips: TIPS.schema }),
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

  library: (call): ReorgMethod => ({ reorg: (from) => call(from) }),
});
