import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { DIALECTS, type DialectName, isDialectName } from '../dialect.ts';
import { apiKeyCheck } from './apiKey.ts';
import { isJsonContentType } from './contentType.ts';
import { corsHeaders, type Headers } from './cors.ts';
import { JSON_TYPE, type Refusal, refusals } from './refusals.ts';
import type { Send } from './send.ts';
import { setState, stateOf } from './state.ts';

type Hook = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void;

const PREFLIGHT: Headers = [
  ['allow', 'OPTIONS, POST'],
  ['accept', 'application/json'],
];
const NO_QUERY = new URLSearchParams();

export function startHook(dialect: DialectName): Hook {
  return (request, _reply, done) => {
    setState(request, { start: performance.now(), cors: [], dialect: DIALECTS[dialect] });
    done();
  };
}

export const corsHook: Hook = (request, _reply, done) => {
  const headers = corsHeaders(request.headers);
  if (headers === undefined) return done(refusals.forbiddenOrigin());
  stateOf(request).cors = headers;
  done();
};

/** Answers OPTIONS, and refuses every method other than POST. */
export function methodHook(dialect: DialectName, send: Send): Hook {
  return (request, reply, done) => {
    if (request.method === 'POST') return done();
    if (request.method !== 'OPTIONS') return done(refuseMethod(request, queryOf(request).get('dialect') ?? dialect));
    send(request, reply, { status: 200, contentType: JSON_TYPE, headers: PREFLIGHT, body: '' });
  };
}

/**
 * Node drops everything after an upgrade request, because it expects another protocol there. So the connection ends, and no
 * client waits for a reply to a request that was dropped.
 */
function refuseMethod(request: FastifyRequest, dialect: string): Refusal {
  if (!asksForWebSocket(request)) return refusals.methodNotAllowed(false);
  const isExplained = isDialectName(dialect) && DIALECTS[dialect].webSocketUpgrade === 'explained';
  return isExplained ? refusals.noWebSocket() : refusals.methodNotAllowed(true);
}

/** Source RFC 6455 4.2.1; RFC 9110 7.8: HTTP/1.0 cannot upgrade */
function asksForWebSocket({ headers, method, raw }: FastifyRequest): boolean {
  return method === 'GET' && raw.httpVersion !== '1.0' && /\bwebsocket\b/i.test(headers.upgrade ?? '');
}

/** @param keys undefined: every request is accepted */
export function keyHook(keys: readonly string[] | undefined): Hook {
  const isKeyGood = apiKeyCheck(keys ?? []);
  return (request, _reply, done) => done(isKeyGood(queryOf(request)) ? undefined : refusals.unauthorized());
}

export const dialectHook: Hook = (request, _reply, done) => {
  const name = queryOf(request).get('dialect');
  if (name === null) return done();
  if (!isDialectName(name)) return done(refusals.unknownDialect(name));
  stateOf(request).dialect = DIALECTS[name];
  done();
};

export const contentTypeHook: Hook = (request, _reply, done) => {
  if (!isJsonContentType(request.headers['content-type'], stateOf(request).dialect))
    return done(refusals.unsupportedContentType());
  // Fastify refuses some types that are allowed here
  request.headers['content-type'] = 'application/json';
  done();
};

/** Parsed as in a browser: Fastify parses repeated keys differently. */
function queryOf({ originalUrl }: FastifyRequest): URLSearchParams {
  const at = originalUrl.indexOf('?');
  return at < 0 ? NO_QUERY : new URLSearchParams(originalUrl.slice(at));
}
