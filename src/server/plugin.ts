import type { FastifyError, FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { utf8Text, validUtf8Prefix } from '../codec/text.ts';
import type { Serving } from '../rpc/ledgerService.ts';
import type { Caller } from '../rpc/protocol/call.ts';
import { type ControlRules, createAccess } from './controlAccess.ts';
import { corsHeaders } from './cors.ts';
import { withConnectionFault } from './faultyReply.ts';
import { checkHook, forkHook, startHook } from './hooks.ts';
import { JSON_TYPE, Refusal, refusals, TEXT_TYPE } from './refusals.ts';
import { type Answer, createSend, type Send, whenClosed } from './reply.ts';
import type { OnRequest } from './requestRecord.ts';
import { clientOf, originOf, queryOf } from './requestState.ts';

export interface PluginOptions extends Serving, ControlRules {
  /** undefined: every request is accepted */
  readonly apiKeys: readonly string[] | undefined;
  /** largest size of a request body */
  readonly maxBodyBytes: number;
  readonly onRequest: OnRequest | undefined;
  /** whether the page of the inspector is served */
  readonly inspector: boolean;
}

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
  // checkHook has rejected every other content type; Fastify finds an exact match fastest
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
  app.addHook('onRequest', startHook(options));
  addHealth(app, options, send);
  await app.register(async (calls) => addCalls(calls, options, send));
}

/** Health is answered for every HTTP method, before any other check. */
function addHealth(app: FastifyInstance, { forkNamed, health }: Serving, send: Send): void {
  const addPath = (url: string, answerTo: (request: FastifyRequest) => Pick<Answer, 'status' | 'body'>): void => {
    const answer = (request: FastifyRequest, reply: FastifyReply) => {
      reply.headers(corsHeaders(request.headers) ?? {});
      send(request, reply, { contentType: TEXT_TYPE, ...answerTo(request) });
    };
    app.all(url, { onRequest: answer }, answer);
  };
  addPath('/health', () => ({ status: 200, body: health() }));
  addPath('/fork/:name/health', (request) => {
    const { name } = request.params as { readonly name: string };
    const fork = forkNamed(name, false);
    if (typeof fork === 'string') return { status: 404, body: `${fork}\n` };
    request.stillnode.fork = name;
    return { status: 200, body: fork.health() };
  });
}

const never = () => false;

/** JSON-RPC at every other path. A hook refuses what is not POST, so that its body is not parsed. */
function addCalls(app: FastifyInstance, options: PluginOptions, send: Send): void {
  app.addHook('onRequest', checkHook(options, app.prefix.replace(/\/+$/, ''), send));
  const handler = callHandler(options, app.prefix, send);
  // `*` also matches targets that are not paths; under the prefix `/a` it would also match `/ab`
  const urls = app.prefix === '' ? ['*'] : ['/', '/*'];
  for (const url of urls) app.all(url, handler);
  app.all('/fork/*', { onRequest: forkHook(options) }, handler);
}

function callHandler(options: PluginOptions, prefix: string, send: Send) {
  const accessOf = createAccess(options, prefix);
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const bytes = request.body as Buffer;
    const { dialect, dispatch } = request.stillnode;
    const text = utf8Text(bytes);
    if (text === undefined) throw refusals.notUtf8(validUtf8Prefix(bytes));
    // a sync handler: Fastify needs fewer microtasks than for an async one
    const access = () => accessOf(request);
    const caller: Caller = {
      transport: 'http',
      client: clientOf(request.headers),
      origin: () => originOf(request.ip, queryOf(request)),
      access,
      isInspector: request.headers['stillnode-inspector'] === undefined ? never : () => access().kind === 'allowed',
      whenGone: whenClosed(reply.raw),
    };
    dispatch(text, dialect, caller)
      .then(({ calls, fault, reply: body }) => {
        const answer = { status: 200, contentType: JSON_TYPE, body, calls };
        send(request, reply, fault === undefined ? answer : withConnectionFault(fault, answer));
      })
      .catch((error: unknown) => reply.send(error));
  };
}
