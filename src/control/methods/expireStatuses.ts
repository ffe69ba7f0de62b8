import { expireStatuses as expireStatusesMove } from '../../ledger/moves/cleanUp.ts';
import { controlMethod, TRUE } from '../controlMethod.ts';

export const expireStatuses = controlMethod({
  name: 'expireStatuses',
  effect: 'changes',
  summary: 'makes getSignatureStatuses find finalized transactions only with `searchTransactionHistory` from now on',
  result: TRUE,

  async run(_args, { live }) {
    await live.move(expireStatusesMove);
    return true;
  },
});
