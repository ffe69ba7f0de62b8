import { rpcErrors } from '../../errors.ts';
import { withNote } from '../openrpc/schema.ts';
import { SLOT } from '../openrpc/schemas.ts';
import { NO_PARAMS } from '../params/params.ts';
import { method } from './method.ts';

/** Source   agave 4.1 rpc.rs minimum_ledger_slot */
export const minimumLedgerSlot = method({
  name: 'minimumLedgerSlot',
  summary: 'the lowest slot with any data, on any fork',
  params: NO_PARAMS,
  result: withNote(SLOT, 'slot'),
  errors: ['invalidRequest'],

  answer(_params, { ledger, reasons }) {
    const { chains, cleanedUpBefore = 0n, history } = ledger;
    const [lowest] = history.slotsFrom(cleanedUpBefore);
    if (lowest === undefined || lowest > chains.processed.tip) {
      reasons?.addMissing(`the ledger has nothing of the slots up to the processed tip, ${chains.processed.tip}`);
      throw rpcErrors.invalidRequest();
    }
    return `${lowest}`;
  },
});
