import { text } from '../../syntax/syntax.ts';
import { controlMethod } from '../controlMethod.ts';
import { type LedgerTips, TIPS, tipsJson } from '../tipsResult.ts';

export interface RevertMethod {
  /** Restores a snapshot, which stays. */
  revert(id: string): Promise<LedgerTips>;
}

const PARAMS = { id: text };

export const revert = controlMethod({
  name: 'revert',
  summary: 'sets the ledger back to a snapshot, which stays usable',
  params: PARAMS,
  ...TIPS,
  errors: ['unknownName'],
  run: async ({ id }, { live }) => tipsJson(await live.revert(id)),
  library: (call): RevertMethod => ({ revert: (id) => call(id) }),
});
