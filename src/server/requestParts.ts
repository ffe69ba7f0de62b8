import type { IncomingMessage } from 'node:http';
import type { Dialect } from '../dialect.ts';

const NODE_SPELLINGS = ['application/json', 'application/json; charset=utf-8', 'application/json;charset=utf-8'];

const ANY_JSON = /^application\/json\s*(;.*)?$/i;

/** Source   jsonrpc-http-server 18: three spellings, any case; the contract dialect accepts any parameters */
export function isJsonContentType(contentType: string | undefined, { contentTypes }: Dialect): boolean {
  if (contentType === undefined) return false;
  if (contentTypes === 'anyJson') return ANY_JSON.test(contentType);
  return NODE_SPELLINGS.includes(contentType.toLowerCase());
}

/**
 * Returns a segment of the path of a URL, counted from 1; empty where the path is shorter. The path is split before
 * it is decoded: `a%2Fb` is one segment. A segment that cannot be decoded stays encoded.
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

/**
 * Whether a request asks to become a WebSocket. `Upgrade` is a list of protocols, each with or without a version.
 *
 * Source   RFC 6455 4.2.1; RFC 9110 7.8: HTTP/1.0 cannot upgrade
 */
export function asksForWebSocket({ headers, httpVersion, method }: IncomingMessage): boolean {
  const protocols = (headers.upgrade ?? '').toLowerCase().split(',');
  return method === 'GET' && httpVersion === '1.1' && protocols.some((name) => /^websocket(\/|$)/.test(name.trim()));
}
