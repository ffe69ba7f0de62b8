import type { IncomingHttpHeaders } from 'node:http';

/** A client library of Solana names itself in a header of its own, which says more than the one of what it sends with. */
export function clientOf(headers: IncomingHttpHeaders): string | undefined {
  const named = headers['solana-client'];
  return (typeof named === 'string' ? named : named?.[0]) ?? headers['user-agent'];
}
