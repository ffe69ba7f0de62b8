import { controlMethod } from '../controlMethod.ts';
import { TIPS, tipsJson } from '../tipsResult.ts';

export const reset = controlMethod({
  name: 'reset',
  effect: 'names',
  summary: 'sets the ledger back to its state at loading, or a ledger fork to its creation',
  doc: ['Snapshots are removed.'],
  result: TIPS,
  run: async (_args, { live }) => tipsJson(await live.reset()),
});
