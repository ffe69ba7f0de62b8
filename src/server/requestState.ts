import type { IncomingHttpHeaders } from 'node:http';
import type { Dialect } from '../dialect.ts';
import type { Dispatch } from './serverOptions.ts';

/** What the hooks store about a request. */
export interface RequestState {
  /** milliseconds on the clock of `performance` */
  readonly start: number;
  dialect: Dialect;
  /** of the ledger that answers */
  dispatch: Dispatch;
  /** its name; undefined: it is the main one */
  fork: string | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    stillnode: RequestState;
  }
}

const NO_QUERY = new URLSearchParams();

/** The query as browsers read it; Fastify reads it differently. */
export function queryOf({ originalUrl }: { readonly originalUrl: string }): URLSearchParams {
  const at = originalUrl.indexOf('?');
  return at < 0 ? NO_QUERY : new URLSearchParams(originalUrl.slice(at));
}

const NODE_SPELLINGS = ['application/json', 'application/json; charset=utf-8', 'application/json;charset=utf-8'];
const ANY_JSON = /^application\/json\s*(;.*)?$/i;

/** Source   jsonrpc-http-server 18: three spellings, any case; the contract dialect accepts any parameters */
export function isJsonContentType(contentType: string | undefined, { contentTypes }: Dialect): boolean {
  if (contentType === undefined) return false;
  if (contentTypes === 'anyJson') return ANY_JSON.test(contentType);
  return NODE_SPELLINGS.includes(contentType.toLowerCase());
}

/** The name of the client: client libraries of Solana have a header for it. */
export function clientOf(headers: IncomingHttpHeaders): string | undefined {
  const named = headers['solana-client'];
  return (typeof named === 'string' ? named : named?.[0]) ?? headers['user-agent'];
}

/**
 * A segment of the path of a URL, counted from 1; empty where there is none. The path is split before it is decoded: `a%2Fb` is one
 * segment. What cannot be decoded stays as it is.
 */
export function segmentOf(url: string, index: number): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/, '').replace(/[?#].*/s, '');
  const segment = path.split('/')[index] ?? '';
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
