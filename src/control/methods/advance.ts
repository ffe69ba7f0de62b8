import { advanceSends } from '../../rpc/sending/sendMoves.ts';
import { boolean, config, u64, withDefault } from '../../syntax/syntax.ts';
import { controlMethod } from '../controlMethod.ts';
import { TIPS, tipsJson } from '../tipsResult.ts';

const PARAMS = { slots: withDefault(u64, 1n), config: config({ skip: withDefault(boolean, false) }) };

export const advance = controlMethod({
  name: 'advance',
  effect: 'changes',
  summary: 'advances the processed slot by 1 or `slots`; confirmed and finalized keep their distance',
  doc: ['Beyond the end of the ledger each slot gets an empty block, or none with `skip`.'],
  params: PARAMS,
  result: TIPS,
  errors: ['outOfRange'],

  async run({ config: { skip }, slots }, { execute, live }) {
    return tipsJson(await live.moveWithSends((now) => advanceSends(now, slots, { skip }, execute)));
  },
});
