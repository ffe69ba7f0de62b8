import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { DIALECTS, type DialectName, isDialectName } from '../dialect.ts';
import type { Serving } from '../rpc/ledgerService.ts';
import { corsHeaders, type Headers } from './cors.ts';
import { asksForPage, type InspectorRules, inspectorPage } from './inspector.ts';
import { keyCheck } from './keyCheck.ts';
import { HTML_TYPE, JSON_TYPE, Refusal, refusals } from './refusals.ts';
import type { Send } from './reply.ts';
import { asksForWebSocket, isJsonContentType, pathOf, queryOf, segmentOf } from './requestParts.ts';
import { startRequest } from './requestState.ts';

type Hook = (request: FastifyRequest, reply: FastifyReply, next: HookHandlerDoneFunction) => void;

const PREFLIGHT: Headers = { allow: 'OPTIONS, POST', accept: 'application/json' };

/** Chooses what answers the calls of a request, or refuses it. */
export type ChooseLedger = (request: FastifyRequest) => Refusal | undefined;

/** Chooses the ledger fork NAME for a request to `/fork/NAME/…`. */
export function forkChooser({ forkNamed }: Pick<Serving, 'forkNamed'>): ChooseLedger {
  return (request) => {
    // Fastify decodes `*`: take the raw segment at its place in the route
    const { url: route = '' } = request.routeOptions;
    const name = segmentOf(request.url, route.split('/').length - 1);
    const fork = forkNamed(name, { mayCreate: true });
    if (typeof fork === 'string') return refusals.noFork(fork);
    request.stillnode.dispatch = fork.dispatch;
    request.stillnode.fork = name;
    return undefined;
  };
}

interface HookOptions extends InspectorRules {
  /** undefined: every request is accepted */
  readonly apiKeys: readonly string[] | undefined;
  readonly dialect: DialectName;
  readonly dispatch: Serving['dispatch'];
  readonly forkNamed: Serving['forkNamed'];
  readonly inspected: Serving['inspected'];
}

/**
 * Answers OPTIONS and the page of the inspector, and refuses other requests that are not calls before their body is parsed: by origin,
 * HTTP method, key, dialect, content type and ledger, in this order.
 *
 * @param chooseLedger default: the main one answers
 */
export function callHook(
  { apiKeys = [], dialect, dispatch, forkNamed, ...inspecting }: HookOptions,
  prefix: string,
  send: Send,
  chooseLedger?: ChooseLedger,
): Hook {
  const isKeyGood = keyCheck('apikey', apiKeys);
  const pageOf = (request: FastifyRequest) => {
    const ledger = asksForPage(request) ? ledgerOfPage(request.url, prefix) : undefined;
    const page = ledger && inspectorPage(inspecting, request.headers.host);
    const fork = page && ledger?.fork !== undefined ? forkNamed(ledger.fork, { mayCreate: false }) : undefined;
    return typeof fork === 'string' ? refusals.noFork(fork) : page;
  };
  return (request, reply, next) => {
    startRequest(request, { dialect, dispatch });
    const { headers, method, stillnode: state } = request;
    if (!allowOrigin(headers, reply)) return next(refusals.forbiddenOrigin());
    if (method === 'OPTIONS')
      return void send(request, reply, { status: 200, contentType: JSON_TYPE, headers: PREFLIGHT, body: '' });
    const page = pageOf(request);
    if (page instanceof Refusal) return next(page);
    if (page !== undefined) {
      inspecting.inspected();
      return void send(request, reply, { status: 200, contentType: HTML_TYPE, ...page });
    }
    const query = queryOf(request);
    const name = query.get('dialect');
    if (method !== 'POST') return next(refuseMethod(request, name ?? dialect));
    if (!isKeyGood(query)) return next(refusals.unauthorized());
    if (name !== null && !isDialectName(name)) return next(refusals.unknownDialect(name));
    if (name !== null) state.dialect = DIALECTS[name];
    if (!isJsonContentType(headers['content-type'], state.dialect)) return next(refusals.unsupportedContentType());
    // Fastify refuses some unusual spellings that are allowed here
    headers['content-type'] = 'application/json';
    next(chooseLedger?.(request));
  };
}

/** Adds the headers that let a page of another origin read the reply. False: it is refused. */
function allowOrigin(headers: IncomingHttpHeaders, reply: FastifyReply): boolean {
  if (headers.origin === undefined) return true;
  const cors = corsHeaders(headers);
  if (cors !== undefined) reply.headers(cors);
  return cors !== undefined;
}

/** The ledger that the page at this path shows: `/` or `/fork/NAME`. Undefined: another path. */
function ledgerOfPage(url: string, prefix: string): { readonly fork: string | undefined } | undefined {
  const path = pathOf(url).slice(prefix.length);
  if (/^\/fork\/[^/]+\/?$/.test(path)) return { fork: segmentOf(path, 2) };
  return path === '/' || path === '' ? { fork: undefined } : undefined;
}

/**
 * Node.js drops everything after an upgrade request, because it expects another protocol there. So the connection ends, and no client
 * waits for a reply to a dropped request.
 */
function refuseMethod(request: FastifyRequest, dialect: string): Refusal {
  if (!asksForWebSocket(request.raw)) return refusals.methodNotAllowed();
  const isExplained = isDialectName(dialect) && DIALECTS[dialect].webSocketUpgrade === 'explained';
  return isExplained ? refusals.noWebSocket() : refusals.methodNotAllowed({ connection: 'close' });
}
