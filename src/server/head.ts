import type { IncomingMessage } from 'node:http';
import { DIALECTS, type Dialect, type DialectName, isDialectName } from '../dialect.ts';
import { rpcErrors } from '../errors.ts';
import { errorReply, NO_REPLY } from '../jsonrpc/reply.ts';
import { type Answer, jsonAnswer, plainAnswer } from './answer.ts';
import { apiKeyCheck } from './apiKey.ts';
import { isJsonContentType } from './contentType.ts';
import { corsHeaders, type Headers } from './cors.ts';
import * as replies from './replies.ts';

/** What is known of a request before its body is read. */
export interface Head {
  readonly dialect: Dialect;
  /** for its answer */
  readonly headers: Headers;
}

const PREFLIGHT: Headers = [
  ['allow', 'OPTIONS, POST'],
  ['accept', 'application/json'],
];
/** A 426 must name a protocol that would do, and only the one that was to be left does. Source RFC 9110 7.8, 15.5.22 */
const REQUIRED_PROTOCOL: Headers = [
  ['upgrade', 'HTTP/1.1'],
  ['connection', 'upgrade'],
];
const NO_QUERY = new URLSearchParams();

export interface HeadRules {
  /** where the query names none */
  readonly dialect: DialectName;
  readonly apiKeys: readonly string[];
  /** what /health answers */
  readonly health: () => string;
}

/**
 * Reads heads, or answers where one already tells how: path, origin, HTTP method, key, dialect, content type, in the node's order.
 */
export function headReader({ dialect, apiKeys, health }: HeadRules) {
  const paths = replies.pathReplies(health);
  const isKeyGood = apiKeyCheck(apiKeys);
  /** @param url as it came; the message's own may have been rewritten */
  return (message: IncomingMessage, url: string): Head | Answer => {
    const at = url.indexOf('?');
    const known = paths.get(at < 0 ? url : url.slice(0, at));
    if (known !== undefined) return { ...plainAnswer(known, []), contentType: undefined };
    const headers = corsHeaders(message.headers);
    if (headers === undefined) return plainAnswer(replies.FORBIDDEN_ORIGIN, []);
    if (message.method === 'OPTIONS') return jsonAnswer(200, NO_REPLY, [...PREFLIGHT, ...headers]);
    const query = at < 0 ? NO_QUERY : new URLSearchParams(url.slice(at));
    const name = query.get('dialect') ?? dialect;
    if (message.method !== 'POST') return refuseMethod(message, name, headers);
    if (!isKeyGood(query)) return jsonAnswer(401, errorReply('null', rpcErrors.unauthorized()), headers);
    if (!isDialectName(name)) return plainAnswer(replies.unknownDialect(name), headers);
    if (!isJsonContentType(message.headers['content-type'], DIALECTS[name]))
      return plainAnswer(replies.UNSUPPORTED_CONTENT_TYPE, headers);
    return { dialect: DIALECTS[name], headers };
  };
}

/**
 * Node takes what follows an offer to upgrade for the other protocol and drops it, so the connection ends there: nobody waits
 * for a reply to a request that was never seen.
 */
function refuseMethod(message: IncomingMessage, dialectName: string, headers: Headers): Answer {
  const notAllowed = plainAnswer(replies.METHOD_NOT_ALLOWED, headers);
  if (!asksForWebSocket(message)) return notAllowed;
  const isExplained = isDialectName(dialectName) && DIALECTS[dialectName].webSocketUpgrade === 'explained';
  const refusal = isExplained ? plainAnswer(replies.NO_WEBSOCKET, [...REQUIRED_PROTOCOL, ...headers]) : notAllowed;
  return { ...refusal, isLast: true };
}

/** Source RFC 6455 4.2.1; RFC 9110 7.8: HTTP/1.0 cannot upgrade */
function asksForWebSocket({ headers, httpVersion, method }: IncomingMessage): boolean {
  return method === 'GET' && httpVersion !== '1.0' && /\bwebsocket\b/i.test(headers.upgrade ?? '');
}
