import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Dialect } from '../dialect.ts';
import type { Dispatch } from '../rpc/ledgerService.ts';
import { CONTROL_OFF, type ControlAccess, forkUrls } from '../rpc/protocol/call.ts';
import { baseUrl, isOwnOrigin, type Place } from './place.ts';

/**
 * Checks a key in a query in constant time, so that the time does not show how close a guess is.
 *
 * @param parameter its name in the query
 * @param keys empty: every request is accepted
 */
export function keyCheck(parameter: string, keys: readonly string[]): (query: URLSearchParams) => boolean {
  if (keys.length === 0) return () => true;
  const digests = keys.map(digestOf);
  return (query) => {
    const keys = query.getAll(parameter);
    const digest = digestOf(keys[0] ?? '');
    // compares every key, so that the time does not depend on which one matches
    const matches = digests.filter((expected) => timingSafeEqual(expected, digest)).length;
    return keys.length === 1 && matches > 0;
  };
}

function digestOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

export interface ControlRules {
  /** called for each request: it depends on where the server listens */
  readonly isControlOn: () => boolean;
  readonly controlKey: string | undefined;
  readonly place: () => Place;
}

/** The parts of a request that decide about control. */
export interface AskingRequest {
  readonly headers: IncomingHttpHeaders;
  readonly socket: Socket;
  readonly originalUrl: string;
}

const REFUSALS = {
  origin:
    'Control refused: the web page that asks is not from the address of this node; ask from there, or from a program that sends no Origin header',
  key: 'Control refused: the query parameter `controlKey` is missing or is not the control key of this node',
} as const;

/** Decides whether a request may control the node. @param prefix of the plugin */
export function createAccess(
  { controlKey, isControlOn, place }: ControlRules,
  prefix: string,
): (request: AskingRequest) => ControlAccess {
  const isKeyGood = keyCheck('controlKey', controlKey === undefined ? [] : [controlKey]);
  const path = prefix.replace(/\/+$/, '');
  return (request) => {
    if (!isControlOn()) return CONTROL_OFF;
    const { headers, socket } = request;
    const { origin } = headers;
    if (origin !== undefined && !isOwnOrigin(origin, place(), socket))
      return { kind: 'refused', message: REFUSALS.origin };
    if (!isKeyGood(queryOf(request))) return { kind: 'refused', message: REFUSALS.key };
    return { kind: 'allowed', urlOf: (fork) => forkUrls(baseUrl(place(), socket, headers.host) + path, fork) };
  };
}

export type Headers = Readonly<Record<string, string>>;

const MAX_AGE_SECONDS = '86400';
const MAX_PORT = 65_535;
const VISIBLE_ASCII = /^[\t\x20-\x7e]*$/;

/**
 * The headers that allow a page of another origin to read the reply; none for requests without an origin or from our own origin.
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

/** The node ignores a header that it cannot read as text. */
function readableText(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' && VISIBLE_ASCII.test(value) ? value : undefined;
}

/** Parses as the node does: http is the default scheme, and parsing stops at the second colon, even in an IPv6 address. */
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

/** Tells clients from each other: who has the same address and API key counts as one. */
export function originOf(address: string | undefined, query: URLSearchParams): string {
  return `${address ?? ''} ${query.get('apikey') ?? ''}`;
}

/** The name of the client: client libraries of Solana have a header for it. */
export function clientOf(headers: IncomingHttpHeaders): string | undefined {
  const named = headers['solana-client'];
  return (typeof named === 'string' ? named : named?.[0]) ?? headers['user-agent'];
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
