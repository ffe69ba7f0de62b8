import type { Caller, CallJournal } from '../jsonrpc/journal.ts';
import type { LiveLedger } from '../live/liveLedger.ts';
import { isControl } from './requestCalls.ts';

/** What tells a ledger of the calls to it; undefined: it keeps none. */
export function journalOf({ calls }: LiveLedger, { client, transport }: Caller): CallJournal | undefined {
  if (calls.size === 0) return undefined;
  return {
    add(call) {
      if (!isControl(call.method)) calls.add({ ...call, client, transport });
    },
  };
}
