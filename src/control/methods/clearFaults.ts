import { controlMethod, REMOVED } from '../controlMethod.ts';

export const clearFaults = controlMethod({
  name: 'clearFaults',
  effect: 'changes',
  summary: 'removes all faults; delayed answers stay delayed',
  result: REMOVED,
  run: (_args, { live }) => live.faults.clear(),
});
