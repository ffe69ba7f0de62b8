import { expireStatuses as expireStatusesMove } from '../../ledger/moves/cleanUp.ts';
import { controlMethod, TRUE } from '../controlMethod.ts';

export interface ExpireStatusesMethod {
  /** Expires recent statuses: getSignatureStatuses finds finalized transactions only with `searchTransactionHistory`. */
  expireStatuses(): Promise<void>;
}

export const expireStatuses = controlMethod({
  name: 'expireStatuses',
  summary: 'makes getSignatureStatuses find finalized transactions only with `searchTransactionHistory` from now on',
  ...TRUE,

  async run(_args, { live }) {
    await live.move(expireStatusesMove);
    return true;
  },

  library: (call): ExpireStatusesMethod => ({ expireStatuses: async () => void (await call()) }),
});
