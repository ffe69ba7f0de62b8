import type { FastifyError, FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { utf8Text, validUtf8Prefix } from '../codec/text.ts';
import { RpcError } from '../errors.ts';
import type { ServedLedger } from '../rpc/ledgerService.ts';
import type { Dispatched } from '../rpc/protocol/dispatch.ts';
import { type ControlRules, createAccess } from './controlAccess.ts';
import { corsHeaders, type Headers } from './cors.ts';
import { withConnectionFault } from './faultyReply.ts';
import { callHook } from './hooks.ts';
import { HttpCaller } from './httpCaller.ts';
import { JSON_TYPE, Refusal, refusals, TEXT_TYPE } from './refusals.ts';
import { createSend, type HttpAnswer, type Send } from './reply.ts';
import type { OnRequest } from './requestRecord.ts';
import { startRequest } from './requestState.ts';

export interface PluginOptions extends ControlRules {
  /** the ledger at the root of the port */
  readonly ledger: ServedLedger;
  /** undefined: every request is accepted */
  readonly apiKeys: readonly string[] | undefined;
  /** largest size of a request body */
  readonly maxBodyBytes: number;
  readonly onRequest: OnRequest | undefined;
  /** whether the page of the inspector is served */
  readonly inspector: boolean;
}

/** The type of the plugin that `stillnode/fastify` exports: it has other options. */
export type NodePlugin<Options extends object> = FastifyPluginAsync<Options>;

/**
 * The HTTP side of a node as a Fastify plugin: bytes in, bytes out. Its parser, hooks and error handler do not affect the rest of the app.
 *
 * Source   agave 4.1 rpc_service.rs (paths), jsonrpc-http-server 18 (order of checks, texts), executed
 */
export async function nodePlugin(app: FastifyInstance, options: PluginOptions): Promise<void> {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  const send = createSend(() => isClosing, options.onRequest);
  app.decorateRequest('stillnode');
  app.removeAllContentTypeParsers();
  // callHook has rejected every other content type; Fastify finds an exact match fastest
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: options.maxBodyBytes },
    (_request, bytes, next) => next(null, bytes),
  );
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? refusals.bodyTooLarge() : error;
    if (!(refusal instanceof Refusal)) throw error;
    // Fastify ends the connection when a body is refused, and a client that is still sending would not read why
    reply.removeHeader('connection');
    const { contentType, headers, message, status } = refusal;
    send(request, reply, { status, contentType, headers, body: message });
  });
  addRest(app, options, send);
  addCalls(app, options, send);
}

type RestAnswer = Pick<HttpAnswer, 'status' | 'body'>;

/** The answers at these paths for every HTTP method, before any other check. Source   agave 4.3 rpc_service.rs on_request */
const REST: Readonly<Record<string, (ledger: ServedLedger) => RestAnswer>> = {
  '/health': (ledger) => ({ status: 200, body: ledger.health() }),
  '/v0/circulating-supply': (ledger) => supplyAnswer(ledger, 'circulating'),
  '/v0/total-supply': (ledger) => supplyAnswer(ledger, 'total'),
};

function supplyAnswer(ledger: ServedLedger, part: 'circulating' | 'total'): RestAnswer {
  try {
    return { status: 200, body: ledger.supply(part) };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return { status: 404, body: `${error.message}\n` };
  }
}

function addRest(app: FastifyInstance, { ledger }: PluginOptions, send: Send): void {
  const addPath = (url: string, answerWhileOpen: (request: FastifyRequest) => RestAnswer): void => {
    const answerTo = (request: FastifyRequest) => {
      const { endedBecause } = ledger.live;
      return endedBecause === undefined ? answerWhileOpen(request) : { status: 503, body: `${endedBecause}\n` };
    };
    const answer = (request: FastifyRequest, reply: FastifyReply) => {
      startRequest(request, ledger, prefixOf(app));
      reply.headers(corsHeaders(request.headers) ?? {});
      send(request, reply, { contentType: TEXT_TYPE, ...answerTo(request) });
    };
    app.all(url, { onRequest: answer }, answer);
  };
  for (const [path, answerOf] of Object.entries(REST)) {
    addPath(path, () => answerOf(ledger));
    addPath(`/fork/:name${path}`, (request) => {
      const { name } = request.params as { readonly name: string };
      const fork = ledger.service.forkNamed(name, { mayCreate: false });
      if (typeof fork === 'string') return { status: 404, body: `${fork}\n` };
      request.stillnode.fork = name;
      return answerOf(fork);
    });
  }
}

/** JSON-RPC at every other path. The hook refuses what is not POST, so that its body is not parsed. */
function addCalls(app: FastifyInstance, options: PluginOptions, send: Send): void {
  const prefix = prefixOf(app);
  const onRequest = callHook(options, prefix, send);
  const handler = callHandler(options, prefix, send);
  // `*` also matches targets that are not paths; under the prefix `/a` it would also match `/ab`
  const urls = app.prefix === '' ? ['*'] : ['/', '/*'];
  for (const url of urls) app.all(url, { onRequest }, handler);
}

/** The prefix of an app, without a slash at its end. */
function prefixOf({ prefix }: FastifyInstance): string {
  return prefix.replace(/\/+$/, '');
}

/** Answers at once where it can: then Fastify sends the reply without a promise. */
function callHandler(options: PluginOptions, prefix: string, send: Send) {
  const accessOf = createAccess(options, prefix);
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const bytes = request.body as Buffer;
    const text = utf8Text(bytes);
    if (text === undefined) throw refusals.notUtf8(validUtf8Prefix(bytes));
    const { dialect, ledger } = request.stillnode;
    const caller = new HttpCaller(request, reply, accessOf);
    const sendAnswer = ({ calls, fault, reply: body }: Dispatched) => {
      const exposedHeaders = bundleHeaderOf(calls, caller, ledger);
      const answer = { status: 200, contentType: JSON_TYPE, body, calls, ...(exposedHeaders && { exposedHeaders }) };
      send(request, reply, fault === undefined ? answer : withConnectionFault(fault, answer));
    };
    const dispatched = ledger.dispatch(text, dialect, caller);
    if (dispatched instanceof Promise) dispatched.then(sendAnswer).catch((error: unknown) => reply.send(error));
    else sendAnswer(dispatched);
  };
}

/** The header with the id of the last bundle that was sent; undefined: none was sent, or the path has no such header. */
function bundleHeaderOf(
  calls: Dispatched['calls'],
  caller: HttpCaller,
  { service }: ServedLedger,
): Headers | undefined {
  const id = calls.findLast(({ bundle }) => bundle !== undefined)?.bundle;
  const name = id && service.bundleHeaderAt(caller.endpoint().path);
  return id && name ? { [name]: id } : undefined;
}
