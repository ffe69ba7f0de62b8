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

/**
 * Whether a request asks to become a WebSocket. `Upgrade` is a list of protocols, each with or without a version.
 *
 * Source   RFC 6455 4.2.1; RFC 9110 7.8: HTTP/1.0 cannot upgrade
 */
export function asksForWebSocket({ headers, httpVersion, method }: IncomingMessage): boolean {
  const protocols = (headers.upgrade ?? '').toLowerCase().split(',');
  return method === 'GET' && httpVersion === '1.1' && protocols.some((name) => /^websocket(\/|$)/.test(name.trim()));
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
