import { migrateToAlpenglow } from '../../ledger/moves/migrateToAlpenglow.ts';
import type { U64 } from '../../solana/meta.ts';
import { optional, u64 } from '../../syntax/syntax.ts';
import { controlMethod } from '../controlMethod.ts';
import { type LedgerTips, TIPS, tipsJson } from '../tipsResult.ts';

export interface MigrateMethod {
  /** The cluster decides by Alpenglow from `slot` on, by default the next one: confirmed and finalized are one tip then. */
  migrate(slot?: U64): Promise<LedgerTips>;
}

const PARAMS = { slot: optional(u64) };

export const migrate = controlMethod({
  name: 'migrate',
  summary: 'the cluster decides by Alpenglow from the next slot on, or from `slot` on; with Agave 4.3 and later',
  params: PARAMS,
  ...TIPS,
  errors: ['outOfRange'],

  async run({ slot }, { live }) {
    return tipsJson(await live.move((before) => migrateToAlpenglow(before, slot)));
  },

  library: (call): MigrateMethod => ({ migrate: (slot) => call(slot) }),
});
