import type { IncomingHttpHeaders } from 'node:http';
import type { Dialect } from '../dialect.ts';
import type { Dispatch } from '../rpc/ledgerService.ts';

/** The facts that hooks store about a request. */
export interface RequestState {
  /** milliseconds on the clock of `performance` */
  readonly start: number;
  dialect: Dialect;
  /** answers the calls of the request */
  dispatch: Dispatch;
  /** name of the ledger fork; undefined: the main ledger */
  fork: string | undefined;
}

const NO_QUERY = new URLSearchParams();

/** The query as browsers read it; Fastify reads it differently. */
export function queryOf({ originalUrl }: { readonly originalUrl: string }): URLSearchParams {
  const at = originalUrl.indexOf('?');
  return at < 0 ? NO_QUERY : new URLSearchParams(originalUrl.slice(at));
}

/** Tells clients from each other: who has the same address and API key counts as one. */
export function originOf(address: string | undefined, query: URLSearchParams): string {
  return `${address ?? ''} ${query.get('apikey') ?? ''}`;
}

/** The name of the client: client libraries of Solana have a header for it. */
export function clientOf(headers: IncomingHttpHeaders): string | undefined {
  const named = headers['solana-client'];
  return (typeof named === 'string' ? named : named?.[0]) ?? headers['user-agent'];
}
