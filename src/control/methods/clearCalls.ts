import { controlMethod, REMOVED } from '../controlMethod.ts';

export const clearCalls = controlMethod({
  name: 'clearCalls',
  effect: 'changes',
  summary: 'clears the journal; later calls get higher ids',
  result: REMOVED,
  run: (_args, { live }) => live.calls.clear(),
});
