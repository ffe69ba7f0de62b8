import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { utf8Text, validUtf8Prefix } from '../codec/text.ts';
import type { Caller } from '../rpc/protocol/call.ts';
import { type ControlRules, createAccess } from './access.ts';
import { answerUnder, whenClosed } from './connectionFault.ts';
import { corsHeaders } from './cors.ts';
import { checkHook, forkHook, startHook } from './hooks.ts';
import type { OnRequest } from './requestRecord.ts';
import { clientOf, STATE, stateOf } from './requestState.ts';
import { type Answer, createSend, JSON_TYPE, Refusal, refusals, type Send } from './send.ts';
import type { Serving } from './serverOptions.ts';

/**
 * Calls `done` with the bytes of a request, or with undefined once there are more than `maxBytes`; the bytes are then discarded.
 * `done` is not called if the client disconnects before the end.
 */
export function readBodyBytes(request: Readable, maxBytes: number, done: (bytes: Buffer | undefined) => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  request.on('data', (chunk: Buffer) => {
    const wasWithin = length <= maxBytes;
    length += chunk.length;
    if (length <= maxBytes) return void chunks.push(chunk);
    chunks.length = 0;
    if (wasWithin) done(undefined);
  });
  request.on('end', () => {
    if (length <= maxBytes) done(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
  });
}

export interface PluginOptions extends Serving, ControlRules {
  /** undefined: every request is accepted */
  readonly apiKeys: readonly string[] | undefined;
  /** of a request body */
  readonly maxBodyBytes: number;
  readonly onRequest: OnRequest | undefined;
  /** if true, replies have `connection: close` */
  readonly isClosing: () => boolean;
}

export type NodePlugin<Options extends object> = FastifyPluginAsync<Options>;

/**
 * The HTTP side of a node as a Fastify plugin: bytes in, bytes out. Its parser, hooks and error handler do not affect the rest of the app.
 *
 * Source   agave 4.1 rpc_service.rs (paths), jsonrpc-http-server 18 (order of checks, texts), executed
 */
export async function nodePlugin(app: FastifyInstance, options: PluginOptions): Promise<void> {
  const send = createSend(options.isClosing, options.onRequest);
  app.decorateRequest(STATE);
  app.removeAllContentTypeParsers();
  // the hook of calls lets no other type pass; one that is named is found faster
  app.addContentTypeParser('application/json', (_request, payload, done) => {
    readBodyBytes(payload, options.maxBodyBytes, (bytes) =>
      bytes === undefined ? done(refusals.bodyTooLarge()) : done(null, bytes),
    );
  });
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof Refusal)) throw error;
    // Fastify ends the connection when a body is refused; here the rest of the body is read and dropped
    reply.removeHeader('connection');
    const { contentType, headers, isLast, message, status } = error;
    send(request, reply, { status, contentType, headers, body: message, isLast });
  });
  app.addHook('onRequest', startHook(options));
  addFixedPaths(app, options, send);
  await app.register(async (calls) => addCalls(calls, options, send));
}

/** Answered for every HTTP method, before any other check. */
function addFixedPaths(app: FastifyInstance, { forkNamed, health }: Serving, send: Send): void {
  const addPath = (url: string, answerTo: (request: FastifyRequest) => Pick<Answer, 'status' | 'body'>): void => {
    const answer = (request: FastifyRequest, reply: FastifyReply) => void send(request, reply, answerTo(request));
    const withoutType = async (_request: FastifyRequest, reply: FastifyReply) =>
      void reply.removeHeader('content-type');
    app.route({ method: app.supportedMethods, url, onRequest: answer, onSend: withoutType, handler: answer });
  };
  const addHealth = (url: string, answerTo: (request: FastifyRequest) => Pick<Answer, 'status' | 'body'>): void =>
    addPath(url, (request) => {
      stateOf(request).cors = corsHeaders(request.headers) ?? [];
      return answerTo(request);
    });
  addHealth('/health', () => ({ status: 200, body: health() }));
  addHealth('/fork/:name/health', (request) => {
    const { name } = request.params as { readonly name: string };
    const fork = forkNamed(name, false);
    if (typeof fork === 'string') return { status: 404, body: `${fork}\n` };
    stateOf(request).fork = name;
    return { status: 200, body: fork.health() };
  });
}

/** JSON-RPC at every other path. A hook refuses what is not POST, so that its body is not parsed. */
function addCalls(app: FastifyInstance, options: PluginOptions, send: Send): void {
  app.addHook('onRequest', checkHook(options, send));
  const handler = callHandler(options, app.prefix, send);
  // `*` also matches targets that are not paths; under the prefix `/a` it would also match `/ab`
  const urls = app.prefix === '' ? ['*'] : ['/', '/*'];
  for (const url of urls) app.route({ method: app.supportedMethods, url, handler });
  app.route({ method: app.supportedMethods, url: '/fork/*', onRequest: forkHook(options), handler });
}

function callHandler(options: PluginOptions, prefix: string, send: Send) {
  const accessOf = createAccess(options, prefix);
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const bytes = request.body as Buffer;
    const { dialect, dispatch } = stateOf(request);
    const text = utf8Text(bytes);
    if (text === undefined) throw refusals.notUtf8(validUtf8Prefix(bytes));
    // Fastify takes more turns for a handler that gives a promise
    const caller: Caller = {
      transport: 'http',
      client: clientOf(request.headers),
      access: () => accessOf(request),
      whenGone: whenClosed(reply.raw),
    };
    dispatch(text, dialect, caller)
      .then(({ calls, fault, reply: body }) => {
        const answer = { status: 200, contentType: JSON_TYPE, body, calls };
        send(request, reply, fault === undefined ? answer : answerUnder(fault, answer));
      })
      .catch((error: unknown) => reply.send(error));
  };
}
