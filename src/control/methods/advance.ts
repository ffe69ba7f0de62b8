import { advanceSends } from '../../rpc/sending/sendMoves.ts';
import type { U64 } from '../../solana/meta.ts';
import { boolean, config, u64, withDefault } from '../../syntax/syntax.ts';
import { controlMethod } from '../controlMethod.ts';
import { type LedgerTips, TIPS, tipsJson } from '../tipsResult.ts';

export interface AdvanceMethod {
  /**
   * Advances the processed slot by 1 or `slots`; confirmed and finalized keep their distance. Beyond the end of the ledger each slot
   * gets an empty block, or none with `skip`.
   */
  advance(slots?: U64, options?: { readonly skip?: boolean }): Promise<LedgerTips>;
}

const PARAMS = { slots: withDefault(u64, 1n), config: config({ skip: withDefault(boolean, false) }) };

export const advance = controlMethod({
  name: 'advance',
  summary: 'advances the processed slot by 1 or `slots`; confirmed and finalized keep their distance',
  params: PARAMS,
  ...TIPS,
  errors: ['outOfRange'],

  async run({ config: { skip }, slots }, { execute, live }) {
    return tipsJson(await live.moveSends((now) => advanceSends(now, slots, { skip }, execute)));
  },

  library: (call): AdvanceMethod => ({ advance: (slots, options) => call(slots, options) }),
});
