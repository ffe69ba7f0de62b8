import type { CallJournal } from '../jsonrpc/journal.ts';
import type { LiveLedger } from '../live/liveLedger.ts';
import { isControl } from './controlPrefix.ts';

/** What tells a ledger of the calls to it; undefined: it keeps none. */
export function journalOf({ calls }: LiveLedger): CallJournal | undefined {
  if (calls.size === 0) return undefined;
  return {
    add(call, params, caller) {
      if (!isControl(call.method)) calls.add(call, params, caller);
    },
  };
}
