import { COUNT, controlMethod } from '../controlMethod.ts';

export interface ClearCallsMethod {
  /** Removes all calls from the journal, and returns their number. */
  clearCalls(): Promise<number>;
}

export const clearCalls = controlMethod({
  name: 'clearCalls',
  summary: 'clears the journal; later calls get higher ids',
  ...COUNT,
  run: (_args, { live }) => live.calls.clear(),
  library: (call): ClearCallsMethod => ({ clearCalls: () => call() }),
});
