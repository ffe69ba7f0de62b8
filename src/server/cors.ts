import type { IncomingHttpHeaders } from 'node:http';

export type Headers = Record<string, string>;

const MAX_AGE_SECONDS = '86400';

/** `Origin: null` is what a sandboxed page sends; the node lets every other origin in. */
export function isForbiddenOrigin({ origin }: IncomingHttpHeaders): boolean {
  return origin === 'null';
}

/**
 * What lets a page of another origin read the reply; nothing for requests that come from no page, or from our own.
 *
 * Source   jsonrpc-server-utils 18 cors.rs, executed
 */
export function corsHeaders(headers: IncomingHttpHeaders): Headers {
  const { origin, host } = headers;
  if (origin === undefined || isForbiddenOrigin(headers)) return {};
  const [, scheme = '', authority = ''] = /^([^:/]+:\/\/)?([^/]*)/.exec(origin.toLowerCase()) ?? [];
  if (authority === host?.toLowerCase()) return {};
  const allowed: Headers = {
    vary: 'origin',
    'access-control-allow-methods': 'OPTIONS, POST',
    'access-control-allow-origin': `${scheme}${authority}`,
    'access-control-max-age': MAX_AGE_SECONDS,
  };
  const requested = splitNames(headers['access-control-request-headers']);
  return requested.length === 0 ? allowed : { ...allowed, 'access-control-allow-headers': requested.join(', ') };
}

function splitNames(list: string | undefined): string[] {
  if (list === undefined) return [];
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
