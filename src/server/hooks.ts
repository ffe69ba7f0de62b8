import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { DIALECTS, isDialectName } from '../dialect.ts';
import type { ServedLedger } from '../rpc/ledgerService.ts';
import { corsHeaders, type Headers } from './cors.ts';
import { asksForPage, type InspectorRules, inspectorPage } from './inspector.ts';
import { keyCheck } from './keyCheck.ts';
import { HTML_TYPE, JSON_TYPE, Refusal, refusals } from './refusals.ts';
import type { Send } from './reply.ts';
import { asksForWebSocket, isJsonContentType } from './requestParts.ts';
import { startRequest } from './requestState.ts';

type Hook = (request: FastifyRequest, reply: FastifyReply, next: HookHandlerDoneFunction) => void;

const PREFLIGHT: Headers = { allow: 'OPTIONS, POST', accept: 'application/json' };

interface HookOptions extends InspectorRules {
  /** undefined: every request is accepted */
  readonly apiKeys: readonly string[] | undefined;
  /** the ledger at the root of the port */
  readonly ledger: ServedLedger;
}

/**
 * Answers OPTIONS and the page of the inspector, and refuses other requests that are not calls before their body is parsed: by origin,
 * whether the node is closed, HTTP method, key, dialect, content type and ledger, in this order.
 *
 * @param prefix of the app
 */
export function callHook({ apiKeys = [], ledger, ...inspecting }: HookOptions, prefix: string, send: Send): Hook {
  const isKeyGood = keyCheck('apikey', apiKeys);
  const { service } = ledger;
  const pageOf = (request: FastifyRequest) => {
    const { fork, path } = request.stillnode.target;
    const page = asksForPage(request) && path === '' ? inspectorPage(inspecting, request.headers.host) : undefined;
    const named = page && fork !== undefined ? service.forkNamed(fork, { mayCreate: false }) : undefined;
    return typeof named === 'string' ? refusals.noFork(named) : page;
  };
  /** Lets the ledger fork that the path names answer the calls. */
  const chooseFork = ({ stillnode: state }: FastifyRequest): Refusal | undefined => {
    const { fork } = state.target;
    if (fork === undefined) return undefined;
    const named = service.forkNamed(fork, { mayCreate: true });
    if (typeof named === 'string') return refusals.noFork(named);
    state.ledger = named;
    state.fork = fork;
    return undefined;
  };
  return (request, reply, next) => {
    startRequest(request, ledger, prefix);
    const { headers, method, stillnode: state } = request;
    const refusal = refuseEarly(request, reply, ledger);
    if (refusal !== undefined) return next(refusal);
    if (method === 'OPTIONS')
      return void send(request, reply, { status: 200, contentType: JSON_TYPE, headers: PREFLIGHT, body: '' });
    const page = pageOf(request);
    if (page instanceof Refusal) return next(page);
    if (page !== undefined) {
      // the page shows the answers of the calls that come after it was asked for
      service.keepAnswers();
      return void send(request, reply, { status: 200, contentType: HTML_TYPE, ...page });
    }
    const { query } = state.target;
    const name = query.get('dialect');
    if (method !== 'POST') return next(refuseMethod(request, name ?? service.dialect));
    if (!isKeyGood(query)) return next(refusals.unauthorized());
    if (name !== null && !isDialectName(name)) return next(refusals.unknownDialect(name));
    if (name !== null) state.dialect = DIALECTS[name];
    if (!isJsonContentType(headers['content-type'], state.dialect)) return next(refusals.unsupportedContentType());
    // Fastify refuses some unusual spellings that are allowed here
    headers['content-type'] = 'application/json';
    next(chooseFork(request));
  };
}

/** Adds the headers that let a page of another origin read the reply. False: it is refused. */
function allowOrigin(headers: IncomingHttpHeaders, reply: FastifyReply): boolean {
  if (headers.origin === undefined) return true;
  const cors = corsHeaders(headers);
  if (cors !== undefined) reply.headers(cors);
  return cors !== undefined;
}

/** A closed node still answers OPTIONS: else a page of another origin could not read why it answers nothing. */
function refuseEarly(
  { headers, method }: FastifyRequest,
  reply: FastifyReply,
  { live: { endedBecause } }: ServedLedger,
): Refusal | undefined {
  if (!allowOrigin(headers, reply)) return refusals.forbiddenOrigin();
  return endedBecause === undefined || method === 'OPTIONS' ? undefined : refusals.closed(endedBecause);
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
