import { expireStatuses as expireStatusesMove } from '../../ledger/moves/timeline.ts';
import { controlMethod, TRUE } from '../controlMethod.ts';

export interface ExpireStatusesMethod {
  /** Lets all statuses up to the finalized tip expire. */
  expireStatuses(): Promise<void>;
}

export const expireStatuses = controlMethod({
  name: 'expireStatuses',
  summary: 'recent statuses start after the finalized tip',
  ...TRUE,

  async run(_args, { live }) {
    await live.move(expireStatusesMove);
    return true;
  },

  library: (call): ExpireStatusesMethod => ({ expireStatuses: async () => void (await call()) }),
});
