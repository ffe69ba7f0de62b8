import { type JsonResult, stringifyJson } from '../../codec/jsonText.ts';
import { RpcError, rpcErrors } from '../../errors.ts';
import type { OtherNode } from '../../ledger/otherNode.ts';
import type { AnswerSource, CallOutcome } from '../../live/callLog.ts';
import type { ConnectionFault } from '../../live/faults/fault.ts';
import type { SentRecord } from '../../live/sentLog.ts';
import {
  answerUnderFault,
  type Call,
  type CallContext,
  type Caller,
  type CallFault,
  type FaultFor,
  holdBack,
  type RpcCall,
  type WhenGone,
} from './call.ts';
import {
  batchReply,
  type Envelope,
  errorReply,
  type ReplyParts,
  readBody,
  replyText,
  resultIn,
  resultReply,
  singleReply,
} from './envelope.ts';
import type { CallJournal } from './journal.ts';
import { callKey, type ScopeOf } from './resultCache.ts';

/** Calls a listener. If it throws, or its promise rejects, that is a warning: the client still gets its reply. */
export function notify<T>(listener: ((value: T) => unknown) | undefined, value: T): void {
  try {
    const returned = listener?.(value);
    if (returned instanceof Promise) returned.catch(warn);
  } catch (error) {
    warn(error);
  }
}

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error));
}

export interface DispatchRules {
  /** the reply to a request without `jsonrpc` has that member itself */
  readonly versionlessReplyHasVersion: boolean;
}

export interface DispatchOptions {
  readonly call: RpcCall;
  readonly scopeOf: ScopeOf;
  readonly rules: DispatchRules;
  /** limit for all results in the reply to a batch: calls beyond it are refused */
  readonly maxBatchReplyBytes: number;
  /** called with the error that a client only sees as -32603 */
  readonly onInternalError: ((error: unknown) => void) | undefined;
  /** milliseconds on a clock that only goes forward */
  readonly now: () => number;
  /** called for every call; undefined: no listener */
  readonly journal?: CallJournal | undefined;
  /** default: no call has a fault */
  readonly faultFor?: FaultFor | undefined;
}

export interface Dispatched {
  readonly reply: ReplyParts;
  /** the calls, in order */
  readonly calls: readonly CallOutcome[];
  /** a fault of the connection, for the reply as a whole */
  readonly fault?: ConnectionFault | undefined;
}

/** A request that is being answered. */
interface RequestUnderway {
  readonly caller: Caller;
  /** the answered calls, in order */
  readonly calls: CallOutcome[];
  /** the first fault of the connection among the calls */
  fault: ConnectionFault | undefined;
}

/** Answers one request body: a call, a notification or a batch of them. Never throws: every error becomes an answer. */
export async function dispatchBody(body: string, options: DispatchOptions, caller: Caller): Promise<Dispatched> {
  try {
    const { isBatch, envelopes } = readBody(body);
    const request: RequestUnderway = { caller, calls: [], fault: undefined };
    const reply = isBatch
      ? await answerBatch(envelopes, options, request)
      : singleReplyOf(await answerEnvelope(envelopes[0]!, options, request));
    return { reply, calls: request.calls, fault: request.fault };
  } catch (error) {
    return { reply: singleReply(errorReply('null', asRpcError(error, options))), calls: [] };
  }
}

function singleReplyOf(parts: ReplyParts | undefined): ReplyParts {
  return parts === undefined ? [] : singleReply(parts);
}

/** Answers the calls in order, one at a time, so that other requests get their turn in between. */
async function answerBatch(
  envelopes: readonly Envelope[],
  options: DispatchOptions,
  request: RequestUnderway,
): Promise<ReplyParts> {
  const ofBatch = { ...options, call: callOnce(options) };
  const limit = limitOf(options);
  const replies: ReplyParts[] = [];
  for (const [i, envelope] of envelopes.entries()) {
    if (i > 0) await nextTurn();
    const parts = await answerEnvelope(envelope, ofBatch, request, limit);
    if (parts !== undefined) replies.push(parts);
  }
  return batchReply(replies);
}

/** Answers a call, as long as there is room for its answer. */
type AnswerLimit = (
  call: Call,
  caller: Caller,
  answer: () => JsonResult | Promise<JsonResult>,
) => JsonResult | Promise<JsonResult>;

const WITHOUT_LIMIT: AnswerLimit = (_call, _caller, answer) => answer();

/** A limit for all answers of a batch. Once they are too large for one reply, no more calls are answered, from any source. */
function limitOf({ maxBatchReplyBytes, scopeOf }: DispatchOptions): AnswerLimit {
  let bytes = 0;
  const hasRoomFor = (text: JsonResult) => {
    bytes += Buffer.byteLength(text);
    return bytes <= maxBatchReplyBytes;
  };
  return async (call, caller, answer) => {
    const tooLarge = rpcErrors.batchTooLarge(maxBatchReplyBytes);
    if (bytes > maxBatchReplyBytes) throw tooLarge;
    // what has changed something has to be answered
    const isChange = scopeOf(call.method, caller) === undefined;
    let result: JsonResult;
    try {
      result = await answer();
    } catch (error) {
      const data = error instanceof RpcError ? error.data : undefined;
      throw data === undefined || hasRoomFor(stringifyJson(data)) || isChange ? error : tooLarge;
    }
    if (hasRoomFor(result) || isChange) return result;
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

/** Every call passes here, with or without a cached result. Undefined for a notification. */
async function answerEnvelope(
  envelope: Envelope,
  options: DispatchOptions,
  request: RequestUnderway,
  limit: AnswerLimit = WITHOUT_LIMIT,
): Promise<ReplyParts | undefined> {
  if (envelope.kind === 'notification') return undefined;
  if (envelope.kind === 'invalid') return errorReply(envelope.id, rpcErrors.invalidRequest());
  const { hasVersion, id, method } = envelope;
  const { call, faultFor, journal, now, rules } = options;
  const { caller } = request;
  const start = now();
  const fault = hasVersion ? faultFor?.(envelope, caller) : undefined;
  request.fault ??= fault?.connection;
  let moment = journal?.now?.();
  const notes: { from?: AnswerSource; sent?: SentRecord; hears?: Promise<boolean> } = {};
  const context: CallContext = {
    caller,
    onSource: (from) => Object.assign(notes, { from }),
    onSent: (sent) => Object.assign(notes, { sent }),
    onSubscribed: (hears) => Object.assign(notes, { hears }),
    onAnew: () => {
      moment = journal?.now?.();
    },
  };
  let error: RpcError | undefined;
  let parts: ReplyParts;
  try {
    if (!hasVersion) throw rpcErrors.unsupportedProtocolVersion();
    const answer = (otherNode?: OtherNode) => call(envelope, { ...context, otherNode });
    const answerOrFault = () => (fault === undefined ? answer() : answerUnderFault(fault, answer));
    parts = resultReply(id, await limit(envelope, caller, answerOrFault));
  } catch (thrown) {
    error = asRpcError(thrown, options);
    parts = errorReply(id, error, hasVersion || rules.versionlessReplyHasVersion);
  }
  const outcome = outcomeOf(fault, error);
  const { from, hears, sent } = notes;
  const answered = {
    method,
    from,
    outcome,
    isNull: outcome === 'result' ? isNullResult(parts) : undefined,
    code: codeSeen(fault, error),
    durationMs: now() - start,
    assumed: error === undefined ? assumedIn(sent) : undefined,
  };
  const delayMs = fault?.delayMs ?? 0;
  const lasting = delayMs > 0 ? holdBack(delayMs, caller.whenGone).then(() => now() - start) : undefined;
  const { otherNode } = fault ?? {};
  const details = { text: () => replyText(parts), moment, otherNode, sent, hears, durationMs: lasting };
  journal?.add(answered, paramsTextOf(envelope), caller, details);
  request.calls.push({ ...answered, durationMs: (await lasting) ?? answered.durationMs });
  return parts;
}

function isNullResult(reply: ReplyParts): true | undefined {
  const result = resultIn(reply);
  return (result?.length === 4 && String(result) === 'null') || undefined;
}

/** Programs whose effect an accepted transaction assumes. */
function assumedIn(sent: SentRecord | undefined): readonly string[] | undefined {
  return sent?.assumed?.length === 0 ? undefined : sent?.assumed;
}

function paramsTextOf({ params, paramsText }: Call): string | undefined {
  return paramsText ?? (params === undefined ? undefined : stringifyJson(params));
}

/** A delay is not an outcome, and an outdated answer is a result. */
function outcomeOf(fault: CallFault | undefined, error: RpcError | undefined): CallOutcome['outcome'] {
  if ((fault?.error ?? fault?.connection ?? fault?.answer) !== undefined) return 'fault';
  return error === undefined ? 'result' : 'error';
}

/** The error code that the client sees; undefined where the connection fails. */
function codeSeen(fault: CallFault | undefined, error: RpcError | undefined): number | undefined {
  const connection = fault?.connection;
  if (connection === undefined) return error?.code;
  return connection.reset ? undefined : connection.http?.status;
}

function asRpcError(error: unknown, { onInternalError }: DispatchOptions): RpcError {
  if (error instanceof RpcError) return error;
  notify(onInternalError, error);
  return rpcErrors.internalError();
}

/** Something that ends once, and those who wait for it. */
export class Ending {
  readonly #listeners = new Set<() => void>();
  #isOver = false;

  end(): void {
    this.#isOver = true;
    const listeners = [...this.#listeners];
    this.#listeners.clear();
    for (const listener of listeners) listener();
  }

  readonly whenEnded: WhenGone = (listener) => {
    if (this.#isOver) listener();
    else this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
}
