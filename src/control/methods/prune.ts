import { cleanUp } from '../../ledger/moves/cleanUp.ts';
import type { U64 } from '../../solana/meta.ts';
import { u64 } from '../../syntax/syntax.ts';
import { controlMethod } from '../controlMethod.ts';
import { type LedgerTips, TIPS, tipsJson } from '../tipsResult.ts';

export interface PruneMethod {
  /** Cleans up the slots below `firstAvailable`. */
  prune(firstAvailable: U64): Promise<LedgerTips>;
}

const PARAMS = { firstAvailable: u64 };

export const prune = controlMethod({
  name: 'prune',
  summary: 'removes the slots below `firstAvailable` from answers, as a node cleans up',
  params: PARAMS,
  ...TIPS,
  errors: ['outOfRange'],

  async run({ firstAvailable }, { live }) {
    return tipsJson(await live.move((before) => cleanUp(before, firstAvailable)));
  },

  library: (call): PruneMethod => ({ prune: (firstAvailable) => call(firstAvailable) }),
});
