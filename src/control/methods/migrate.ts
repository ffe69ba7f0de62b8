import { migrateToAlpenglow } from '../../ledger/moves/migrateToAlpenglow.ts';
import { optional, u64 } from '../../syntax/syntax.ts';
import { controlMethod } from '../controlMethod.ts';
import { TIPS, tipsJson } from '../tipsResult.ts';

const PARAMS = { slot: optional(u64) };

export const migrate = controlMethod({
  name: 'migrate',
  effect: 'changes',
  summary: 'the cluster decides by Alpenglow from the next slot on, or from `slot` on; with Agave 4.3 and later',
  doc: ['Confirmed and finalized are one tip then.'],
  params: PARAMS,
  result: TIPS,
  errors: ['outOfRange'],

  async run({ slot }, { live }) {
    return tipsJson(await live.move((before) => migrateToAlpenglow(before, slot)));
  },
});
