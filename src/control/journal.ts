import type { Caller, CallJournal } from '../jsonrpc/journal.ts';
import type { LiveLedger } from '../live/liveLedger.ts';
import { isControl } from './controlPrefix.ts';

/**
 * What tells a ledger of the calls to it; undefined: it keeps none.
 *
 * @param now milliseconds
 */
export function journalOf({ calls }: LiveLedger, caller: Caller, now: () => number): CallJournal | undefined {
  if (calls.size === 0) return undefined;
  const { client, transport } = caller;
  return {
    now,
    add({ characters, code, durationMs, from, method, outcome, params }) {
      if (isControl(method)) return;
      calls.add({ method, params, from, outcome, code, durationMs, client, transport, characters });
    },
  };
}
