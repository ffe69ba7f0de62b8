import type { JsonResult } from '../../codec/jsonText.ts';
import { RpcError, rpcErrors } from '../../errors.ts';
import type { ConnectionFault } from '../../live/faults/fault.ts';
import type { CallOutcome } from '../../live/journal.ts';
import { type AnsweredCall, type AnswerLimit, answerCall, asRpcError, type CallOptions } from './answerCall.ts';
import type { Caller, RpcCall } from './call.ts';
import {
  batchReply,
  type Envelope,
  errorReply,
  errorText,
  type ReplyParts,
  readBody,
  singleReply,
} from './envelope.ts';
import { callKey, type ScopeOf } from './resultCache.ts';

export interface DispatchOptions extends Omit<CallOptions, 'limit'> {
  readonly scopeOf: ScopeOf;
  /** whether calls of a method may change something: in a batch they are answered in any case, so that the client knows what has happened */
  readonly isChange: (method: string) => boolean;
  /** limit for all answers in the reply to a batch: calls beyond it are refused */
  readonly maxBatchReplyBytes: number;
}

export interface Dispatched {
  readonly reply: ReplyParts;
  /** the calls, in order */
  readonly calls: readonly CallOutcome[];
  /** a fault of the connection, for the reply as a whole */
  readonly fault?: ConnectionFault | undefined;
}

/** Answers one request body: a call, a notification or a batch of them. Never throws or rejects: every error becomes an answer. */
export function answerBody(body: string, options: DispatchOptions, caller: Caller): Dispatched | Promise<Dispatched> {
  try {
    const { envelopes, isBatch } = readBody(body);
    const answer = isBatch ? answerBatch(envelopes, options, caller) : answerSingle(envelopes[0]!, options, caller);
    return answer instanceof Promise ? answer.catch((error: unknown) => refusedBody(error, options)) : answer;
  } catch (error) {
    return refusedBody(error, options);
  }
}

function refusedBody(error: unknown, options: DispatchOptions): Dispatched {
  return { reply: singleReply(errorReply('null', asRpcError(error, options))), calls: [] };
}

/** Answers one request: at once where nothing has to be waited for. */
function answerSingle(envelope: Envelope, options: DispatchOptions, caller: Caller): Dispatched | Promise<Dispatched> {
  if (envelope.kind !== 'call') {
    const reply = replyWithoutCall(envelope);
    return { reply: reply === undefined ? [] : singleReply(reply), calls: [] };
  }
  const answered = answerCall(envelope, options, caller);
  return answered instanceof Promise ? answered.then(dispatchedSingle) : dispatchedSingle(answered);
}

function dispatchedSingle({ fault, outcome, reply }: AnsweredCall): Dispatched {
  return { reply: singleReply(reply), calls: [outcome], fault: fault?.connection };
}

/** Undefined for a notification. */
function replyWithoutCall(envelope: Exclude<Envelope, { readonly kind: 'call' }>): ReplyParts | undefined {
  return envelope.kind === 'invalid' ? errorReply(envelope.id, rpcErrors.invalidRequest()) : undefined;
}

/** Answers the calls in order, one at a time, so that other requests get their turn in between. */
async function answerBatch(
  envelopes: readonly Envelope[],
  options: DispatchOptions,
  caller: Caller,
): Promise<Dispatched> {
  const batchOptions: CallOptions = { ...options, call: callOnce(options), limit: createBatchLimit(options) };
  const calls: CallOutcome[] = [];
  const replies: ReplyParts[] = [];
  let connectionFault: ConnectionFault | undefined;
  for (const [i, envelope] of envelopes.entries()) {
    if (i > 0) await nextTurn();
    if (envelope.kind !== 'call') {
      const reply = replyWithoutCall(envelope);
      if (reply !== undefined) replies.push(reply);
      continue;
    }
    const { fault, outcome, reply } = await answerCall(envelope, batchOptions, caller);
    connectionFault ??= fault?.connection;
    calls.push(outcome);
    replies.push(reply);
  }
  return { reply: batchReply(replies), calls, fault: connectionFault };
}

/** A limit for all answers of a batch, results and errors. Once they are too large for one reply, no more calls are answered, from any source. */
function createBatchLimit({ isChange, maxBatchReplyBytes }: DispatchOptions): AnswerLimit {
  let bytes = 0;
  const hasRoomFor = (text: JsonResult) => {
    bytes += Buffer.byteLength(text);
    return bytes <= maxBatchReplyBytes;
  };
  return async ({ method }, _caller, answer) => {
    const tooLarge = rpcErrors.batchTooLarge(maxBatchReplyBytes);
    if (bytes > maxBatchReplyBytes) throw tooLarge;
    let result: JsonResult;
    try {
      result = await answer();
    } catch (error) {
      throw !(error instanceof RpcError) || hasRoomFor(errorText(error)) || isChange(method) ? error : tooLarge;
    }
    if (hasRoomFor(result) || isChange(method)) return result;
    throw tooLarge;
  };
}

/** Computes equal calls of a batch only once, if nothing has changed between them. */
function callOnce({ call, scopeOf }: DispatchOptions): RpcCall {
  const results = new Map<string, Promise<JsonResult>>();
  return (request, context) => {
    const scope = context.otherNode === undefined ? scopeOf(request.method, context.caller) : undefined;
    if (scope === undefined) return call(request, context);
    // without the text: calls are equal however they are written
    const key = `${scope}\0${callKey({ method: request.method, params: request.params })}`;
    const result = results.get(key) ?? (async () => call(request, context))();
    results.set(key, result);
    return result;
  };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
