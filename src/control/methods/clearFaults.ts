import { COUNT, controlMethod } from '../controlMethod.ts';

export interface ClearFaultsMethod {
  /** Removes all faults, and returns their number. */
  clearFaults(): Promise<number>;
}

export const clearFaults = controlMethod({
  name: 'clearFaults',
  summary: 'removes all faults; delayed answers stay delayed',
  ...COUNT,
  run: (_args, { live }) => live.faults.clear(),
  library: (call): ClearFaultsMethod => ({ clearFaults: () => call() }),
});
