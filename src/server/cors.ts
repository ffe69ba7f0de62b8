import type { IncomingHttpHeaders } from 'node:http';
import { MAX_PORT } from './listenAddresses.ts';

export type Headers = Readonly<Record<string, string>>;

const MAX_AGE_SECONDS = '86400';

const VISIBLE_ASCII = /^[\t\x20-\x7e]*$/;

/**
 * The headers that allow a page of another origin to read the reply; `{}` for requests without an origin or from our own origin.
 *
 * @returns undefined for a request that is refused: `Origin: null`, which sandboxed pages send. Every other origin is allowed
 * Source   jsonrpc-server-utils 18 cors.rs and hosts.rs, jsonrpc-http-server 18 utils.rs
 */
export function corsHeaders(headers: IncomingHttpHeaders): Headers | undefined {
  const origin = readableText(headers.origin);
  if (origin === undefined) return {};
  const { host, scheme } = parseOrigin(origin);
  if (host === headers.host && origin.endsWith(host)) return {};
  if (origin === 'null') return undefined;
  const requested = readableText(headers['access-control-request-headers']);
  return {
    vary: 'origin',
    'access-control-allow-methods': 'OPTIONS, POST',
    'access-control-allow-origin': `${scheme}://${host}`,
    'access-control-max-age': MAX_AGE_SECONDS,
    ...(requested !== undefined && { 'access-control-allow-headers': rejoin(requested) }),
  };
}

/** Agave ignores a header that it cannot read as text. */
function readableText(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' && VISIBLE_ASCII.test(value) ? value : undefined;
}

/** Parses as Agave does: http is the default scheme, and parsing stops at the second colon, even in an IPv6 address. */
function parseOrigin(origin: string): { readonly scheme: string; readonly host: string } {
  const [first = '', rest] = origin.toLowerCase().split('://');
  const [authority = ''] = (rest ?? first).split('/');
  const [name = '', port] = authority.split(':');
  return { scheme: rest === undefined ? 'http' : first, host: port === undefined ? name : `${name}:${portText(port)}` };
}

function portText(port: string): string {
  return /^\+?\d+$/.test(port) && Number(port) <= MAX_PORT ? `${Number(port)}` : port;
}

function rejoin(names: string): string {
  return names
    .split(', ')
    .flatMap((part) => part.split(','))
    .join(', ');
}
