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
const NO_QUERY = new URLSearchParams();

/**
 * Reads heads, or answers where one already tells how: path, origin, HTTP method, key, dialect, content type, in the node's order.
 *
 * @param dialect where the query names none
 */
export function headReader(dialect: DialectName, apiKeys: readonly string[]) {
  const isKeyGood = apiKeyCheck(apiKeys);
  /** @param url as it came; the message's own may have been rewritten */
  return (message: IncomingMessage, url: string): Head | Answer => {
    const at = url.indexOf('?');
    const known = replies.PATHS.get(at < 0 ? url : url.slice(0, at));
    if (known !== undefined) return { ...plainAnswer(known, []), contentType: undefined };
    const headers = corsHeaders(message.headers);
    if (headers === undefined) return plainAnswer(replies.FORBIDDEN_ORIGIN, []);
    if (message.method === 'OPTIONS') return jsonAnswer(200, NO_REPLY, [...PREFLIGHT, ...headers]);
    if (message.method !== 'POST') return plainAnswer(replies.METHOD_NOT_ALLOWED, headers);
    const query = at < 0 ? NO_QUERY : new URLSearchParams(url.slice(at));
    if (!isKeyGood(query)) return jsonAnswer(401, errorReply('null', rpcErrors.unauthorized()), headers);
    const name = query.get('dialect') ?? dialect;
    if (!isDialectName(name)) return plainAnswer(replies.unknownDialect(name), headers);
    if (!isJsonContentType(message.headers['content-type'], DIALECTS[name]))
      return plainAnswer(replies.UNSUPPORTED_CONTENT_TYPE, headers);
    return { dialect: DIALECTS[name], headers };
  };
}
