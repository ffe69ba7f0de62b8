import { type JsonResult, stringifyJson } from '../codec/json.ts';
import { RpcError, rpcErrors } from '../errors.ts';
import { type Envelope, readBody } from './envelope.ts';
import type { CallJournal } from './journal.ts';
import { notify } from './notify.ts';
import { batchReply, errorReply, type ReplyParts, resultReply, singleReply } from './reply.ts';
import { callKey, type RpcCall, type ScopeOf } from './resultCache.ts';

export interface DispatchRules {
  /** the reply to a request without `jsonrpc` has that member itself */
  readonly versionlessReplyHasVersion: boolean;
  /** `["2.0", method, params, id]` is accepted as a request */
  readonly acceptsPositionalRequests: boolean;
}

export interface DispatchOptions {
  readonly call: RpcCall;
  readonly scopeOf: ScopeOf;
  readonly rules: DispatchRules;
  /** limit for all results in the reply to a batch: calls beyond it are refused */
  readonly maxBatchReplyBytes: number;
  /** called with the error that a client only sees as -32603 */
  readonly onInternalError: ((error: unknown) => void) | undefined;
  /** told of every call; undefined: nobody is */
  readonly journal?: CallJournal | undefined;
}

export interface Dispatched {
  readonly reply: ReplyParts;
  /** of the calls, in order */
  readonly methods: readonly string[];
}

/** Answers one request body: a call, a notification or a batch of them. Never throws: every error becomes an answer. */
export async function dispatchBody(body: string, options: DispatchOptions): Promise<Dispatched> {
  try {
    const { isBatch, envelopes } = readBody(body, options.rules.acceptsPositionalRequests);
    const methods: string[] = [];
    for (const envelope of envelopes) if (envelope.kind === 'call') methods.push(envelope.method);
    // the texts of its calls are parts of the body, and keep it in memory together
    const characters = body.length / methods.length;
    if (isBatch) return { reply: await answerBatch(envelopes, options, characters), methods };
    const parts = await answerEnvelope(envelopes[0]!, options, characters);
    return { reply: parts === undefined ? [] : singleReply(parts), methods };
  } catch (error) {
    return { reply: singleReply(errorReply('null', asRpcError(error, options))), methods: [] };
  }
}

/** Answers the calls in order, one at a time, so that other requests get their turn in between. */
async function answerBatch(
  envelopes: readonly Envelope[],
  options: DispatchOptions,
  characters: number,
): Promise<ReplyParts> {
  const ofBatch = { ...options, call: boundedCall(callOnce(options), options) };
  const replies: ReplyParts[] = [];
  for (const [i, envelope] of envelopes.entries()) {
    if (i > 0) await nextTurn();
    const parts = await answerEnvelope(envelope, ofBatch, characters);
    if (parts !== undefined) replies.push(parts);
  }
  return batchReply(replies);
}

/** Once the results are too large for one reply, no more calls are computed. */
function boundedCall(call: RpcCall, { maxBatchReplyBytes, scopeOf }: DispatchOptions): RpcCall {
  let bytes = 0;
  return async (method, ...rest) => {
    if (bytes <= maxBatchReplyBytes) {
      const result = await call(method, ...rest);
      bytes += Buffer.byteLength(result);
      // what has changed something has to be answered
      if (bytes <= maxBatchReplyBytes || scopeOf(method) === undefined) return result;
    }
    throw rpcErrors.batchTooLarge(maxBatchReplyBytes);
  };
}

/** Computes equal calls of a batch only once, if nothing has changed between them. */
function callOnce({ call, scopeOf }: DispatchOptions): RpcCall {
  const known = new Map<string, Promise<JsonResult>>();
  return (method, params, paramsText) => {
    const scope = scopeOf(method);
    if (scope === undefined) return call(method, params, paramsText);
    // without the text: calls are equal however they are written
    const key = `${scope}\0${callKey(method, params)}`;
    const result = known.get(key) ?? (async () => call(method, params, paramsText))();
    known.set(key, result);
    return result;
  };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * Every call passes here, with or without a cached result. Undefined for a notification.
 *
 * @param characters of the request, which the texts of the call keep in memory
 */
async function answerEnvelope(
  envelope: Envelope,
  options: DispatchOptions,
  characters: number,
): Promise<ReplyParts | undefined> {
  if (envelope.kind === 'notification') return undefined;
  if (envelope.kind === 'invalid') return errorReply(envelope.id, rpcErrors.invalidRequest());
  const { hasVersion, id, method, params, paramsText } = envelope;
  const { call, journal, rules } = options;
  const start = journal?.now() ?? 0;
  let error: RpcError | undefined;
  let parts: ReplyParts;
  try {
    if (!hasVersion) throw rpcErrors.unsupportedProtocolVersion();
    parts = resultReply(id, await call(method, params, paramsText));
  } catch (thrown) {
    error = asRpcError(thrown, options);
    parts = errorReply(id, error, hasVersion || rules.versionlessReplyHasVersion);
  }
  if (journal !== undefined)
    journal.add({
      method,
      params: paramsText ?? (params === undefined ? undefined : stringifyJson(params)),
      outcome: error === undefined ? 'result' : 'error',
      code: error?.code,
      durationMs: journal.now() - start,
      characters,
    });
  return parts;
}

function asRpcError(error: unknown, { onInternalError }: DispatchOptions): RpcError {
  if (error instanceof RpcError) return error;
  notify(onInternalError, error);
  return rpcErrors.internalError();
}
