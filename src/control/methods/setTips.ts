import { setTips as setTipsMove } from '../../ledger/moves/setTips.ts';
import { presentOf } from '../../syntax/members.ts';
import { converted, object, optional, u64 } from '../../syntax/syntax.ts';
import { controlMethod } from '../controlMethod.ts';
import { TIPS, tipsJson } from '../tipsResult.ts';

const SOME_TIPS = converted(
  object({ processed: optional(u64), confirmed: optional(u64), finalized: optional(u64) }, { minProperties: 1 }),
  (tips, at) => (at.members().length === 0 ? at.expected('processed, confirmed or finalized') : tips),
);

const PARAMS = { tips: SOME_TIPS };

export const setTips = controlMethod({
  name: 'setTips',
  effect: 'changes',
  summary: 'moves the tips forward or back within the ledger',
  doc: ['Tips that are not given move only as far as necessary.'],
  params: PARAMS,
  result: TIPS,
  errors: ['outOfRange'],

  async run({ tips }, { live }) {
    return tipsJson(await live.moveTipsByHand((before) => setTipsMove(before, presentOf(tips))));
  },
});
