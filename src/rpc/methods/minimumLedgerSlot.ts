import { rpcErrors } from '../../errors.ts';
import { assertNoParams } from '../params/positional.ts';
import type { Method } from './method.ts';

/** Source   agave 4.1 rpc.rs minimum_ledger_slot */
export const minimumLedgerSlot: Method = {
  name: 'minimumLedgerSlot',

  describe: ({ U64 }) => ({
    summary: 'the lowest slot that anything is left of, on whatever fork',
    params: {},
    result: 'slot',
    schema: U64,
    errors: ['invalidRequest'],
  }),

  readParams: assertNoParams,

  answer(_params, { ledger, reasons }) {
    const { chains, cleanedUpBefore = 0n, history } = ledger;
    const [lowest] = history.slotsFrom(cleanedUpBefore);
    if (lowest === undefined || lowest > chains.processed.tip) {
      reasons?.addMissing(`the ledger has nothing of the slots up to the processed tip, ${chains.processed.tip}`);
      throw rpcErrors.invalidRequest();
    }
    return `${lowest}`;
  },
};
