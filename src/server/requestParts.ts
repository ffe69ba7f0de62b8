import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Dialect } from '../dialect.ts';

const AGAVE_SPELLINGS = ['application/json', 'application/json; charset=utf-8', 'application/json;charset=utf-8'];

const ANY_JSON = /^application\/json\s*(;.*)?$/i;

/** Source   jsonrpc-http-server 18: three spellings, any case; the contract dialect accepts any parameters */
export function isJsonContentType(contentType: string | undefined, { contentTypes }: Dialect): boolean {
  if (contentType === undefined) return false;
  if (contentTypes === 'anyJson') return ANY_JSON.test(contentType);
  return AGAVE_SPELLINGS.includes(contentType.toLowerCase());
}

/** The path of the target of a request, which may be a whole URL. Source   RFC 9112 3.2.2 */
export function pathOf(url: string): string {
  return url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*/s, '');
}

/**
 * Returns a segment of the path of a URL, counted from 1; empty where the path is shorter. The path is split before
 * it is decoded: `a%2Fb` is one segment. A segment that cannot be decoded stays encoded.
 */
export function segmentOf(url: string, index: number): string {
  const segment = pathOf(url).split('/')[index] ?? '';
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/**
 * Whether a request asks to become a WebSocket. `Upgrade` is a list of protocols, each with or without a version.
 *
 * Source   RFC 6455 4.2.1; RFC 9110 7.8: HTTP/1.0 cannot upgrade
 */
export function asksForWebSocket({ headers, httpVersion, method }: IncomingMessage): boolean {
  const protocols = (headers.upgrade ?? '').toLowerCase().split(',');
  return method === 'GET' && httpVersion === '1.1' && protocols.some((name) => /^websocket(\/|$)/.test(name.trim()));
}

/** The path of a URL within its ledger, below `/fork/NAME` too. @param prefix of the app; its end has no slash */
export function ledgerPath(url: string, prefix: string): string {
  return pathOf(url)
    .slice(prefix.length)
    .replace(/^\/fork\/[^/]+/, '')
    .replace(/\/+$/, '');
}

const NO_QUERY = new URLSearchParams();

/** The query as browsers read it; Fastify reads it differently. */
export function queryOf({ originalUrl }: { readonly originalUrl: string }): URLSearchParams {
  const at = originalUrl.indexOf('?');
  return at < 0 ? NO_QUERY : new URLSearchParams(originalUrl.slice(at));
}

/** Tells clients from each other: who has the same address and API key counts as one. */
export function clientKeyOf(address: string | undefined, query: URLSearchParams): string {
  return `${address ?? ''} ${query.get('apikey') ?? ''}`;
}

/** The name of the client: client libraries of Solana have a header for it. */
export function clientOf(headers: IncomingHttpHeaders): string | undefined {
  const named = headers['solana-client'];
  return (typeof named === 'string' ? named : named?.[0]) ?? headers['user-agent'];
}
