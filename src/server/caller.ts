import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../jsonrpc/journal.ts';

/** A client library of Solana names itself in a header of its own, which says more than the one of what it sends with. */
export function callerOf(transport: Caller['transport'], headers: IncomingHttpHeaders): Caller {
  const named = headers['solana-client'];
  return { transport, client: (typeof named === 'string' ? named : named?.[0]) ?? headers['user-agent'] };
}
