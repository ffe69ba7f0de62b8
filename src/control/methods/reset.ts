import { controlMethod } from '../controlMethod.ts';
import { type LedgerTips, TIPS, tipsJson } from '../tipsResult.ts';

export interface ResetMethod {
  /** Restores the ledger as it was loaded, or a fork as it was created. Snapshots are removed. */
  reset(): Promise<LedgerTips>;
}

export const reset = controlMethod({
  name: 'reset',
  summary: 'sets the ledger back to its state at loading, or a ledger fork to its creation',
  ...TIPS,
  run: async (_args, { live }) => tipsJson(await live.reset()),
  library: (call): ResetMethod => ({ reset: () => call() }),
});
