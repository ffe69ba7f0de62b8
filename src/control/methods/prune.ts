import { cleanUp } from '../../ledger/moves/cleanUp.ts';
import { u64 } from '../../syntax/syntax.ts';
import { controlMethod } from '../controlMethod.ts';
import { TIPS, tipsJson } from '../tipsResult.ts';

const PARAMS = { firstAvailable: u64 };

export const prune = controlMethod({
  name: 'prune',
  effect: 'changes',
  summary: 'removes the slots below `firstAvailable` from answers, as a node cleans up',
  params: PARAMS,
  result: TIPS,
  errors: ['outOfRange'],

  async run({ firstAvailable }, { live }) {
    return tipsJson(await live.move((before) => cleanUp(before, firstAvailable)));
  },
});
