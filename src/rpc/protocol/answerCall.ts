import { type JsonResult, stringifyJson } from '../../codec/jsonText.ts';
import { RpcError, rpcErrors } from '../../errors.ts';
import type { OtherNode } from '../../ledger/otherNode.ts';
import { keepsAnswer } from '../../live/faults/fault.ts';
import type { AnswerSource, CallEnd, CallOutcome } from '../../live/journal.ts';
import type { Moment } from '../../live/move.ts';
import type { SentRecord } from '../../live/sentLog.ts';
import {
  type Call,
  type CallContext,
  type Caller,
  type CallFault,
  type FaultFor,
  holdBack,
  type LedgerEnd,
  type RpcCall,
} from './call.ts';
import { type CallEnvelope, errorReply, type ReplyParts, replyText, resultIn, resultReply } from './envelope.ts';
import type { CallJournal } from './ledgerJournal.ts';
import { notify } from './notify.ts';

export interface DispatchRules {
  /** the reply to a request without `jsonrpc` has that member itself */
  readonly versionlessReplyHasVersion: boolean;
}

/** Answers a call, or refuses it because of a limit. */
export type AnswerLimit = (
  call: Call,
  caller: Caller,
  answer: () => JsonResult | Promise<JsonResult>,
) => JsonResult | Promise<JsonResult>;

export interface CallOptions {
  readonly call: RpcCall;
  readonly rules: DispatchRules;
  /** called with the error that a client only sees as -32603 */
  readonly onInternalError: ((error: unknown) => void) | undefined;
  /** milliseconds on a clock that only goes forward */
  readonly now: () => number;
  /** called for every call; undefined: no listener */
  readonly journal?: CallJournal | undefined;
  /** the end of the ledger, which ends delays; default: it never ends */
  readonly end?: LedgerEnd | undefined;
  /** default: no call has a fault */
  readonly faultFor?: FaultFor | undefined;
  /** default: none, every call is answered */
  readonly limit?: AnswerLimit | undefined;
}

/** A call with its reply. */
export interface AnsweredCall {
  readonly reply: ReplyParts;
  readonly outcome: CallOutcome;
  readonly fault: CallFault | undefined;
}

/** Answers a call: at once where nothing has to be waited for. Every call passes here, with or without a cached result. */
export function answerCall(
  envelope: CallEnvelope,
  options: CallOptions,
  caller: Caller,
): AnsweredCall | Promise<AnsweredCall> {
  const call = new CallInProgress(envelope, options, caller);
  let result: JsonResult | Promise<JsonResult>;
  try {
    result = call.carryOut();
  } catch (error) {
    return call.fail(error);
  }
  if (!(result instanceof Promise)) return call.succeed(result);
  return result.then(
    (result) => call.succeed(result),
    (error: unknown) => call.fail(error),
  );
}

/** A call that is being answered, and what becomes known of it meanwhile. */
class CallInProgress implements CallContext {
  readonly caller: Caller;
  readonly #envelope: CallEnvelope;
  readonly #options: CallOptions;
  readonly #start: number;
  readonly #fault: CallFault | undefined;
  moment: Moment | undefined;
  source: AnswerSource | undefined = undefined;
  sent: SentRecord | undefined = undefined;
  isListening: Promise<boolean> | undefined = undefined;

  constructor(envelope: CallEnvelope, options: CallOptions, caller: Caller) {
    this.caller = caller;
    this.#envelope = envelope;
    this.#options = options;
    this.#start = options.now();
    this.#fault = envelope.hasVersion ? options.faultFor?.(envelope, caller) : undefined;
    this.moment = options.journal?.now?.();
  }

  get otherNode(): OtherNode | undefined {
    return this.#fault?.otherNode;
  }

  carryOut(): JsonResult | Promise<JsonResult> {
    if (!this.#envelope.hasVersion) throw rpcErrors.unsupportedProtocolVersion();
    const { limit } = this.#options;
    return limit === undefined ? this.#answer() : limit(this.#envelope, this.caller, () => this.#answer());
  }

  /** The answer of the ledger, or that of a fault. */
  #answer(): JsonResult | Promise<JsonResult> {
    const { answer, error } = this.#fault ?? {};
    if (error !== undefined) throw error;
    return answer === undefined ? this.#options.call(this.#envelope, this) : answer();
  }

  succeed(result: JsonResult): AnsweredCall | Promise<AnsweredCall> {
    return this.#end(resultReply(this.#envelope.id, result), undefined);
  }

  fail(thrown: unknown): AnsweredCall | Promise<AnsweredCall> {
    const { hasVersion, id } = this.#envelope;
    const error = asRpcError(thrown, this.#options);
    return this.#end(errorReply(id, error, hasVersion || this.#options.rules.versionlessReplyHasVersion), error);
  }

  /** Tells the journal, and gives the answer, which a fault may hold back. */
  #end(reply: ReplyParts, error: RpcError | undefined): AnsweredCall | Promise<AnsweredCall> {
    const fault = this.#fault;
    const { isListening, moment, otherNode, sent, source } = this;
    const kind = outcomeOf(fault, error);
    const outcome: CallOutcome = {
      method: this.#envelope.method,
      from: source,
      outcome: kind,
      isNull: kind === 'result' ? isNullResult(reply) : undefined,
      code: codeSeen(fault, error),
      durationMs: this.#duration,
      ...(error === undefined && sent !== undefined && factsOf(sent)),
    };
    const totalMs = this.#holdBack();
    this.#options.journal?.add(outcome, paramsTextOf(this.#envelope), this.caller, {
      text: () => replyText(reply),
      moment,
      otherNode,
      sent,
      isListening,
      totalMs,
    });
    if (totalMs === undefined) return { reply, outcome, fault };
    return totalMs.then((durationMs) => {
      const delayedOutcome = { ...outcome, durationMs };
      const because = this.#options.end?.endedBecause;
      return because === undefined
        ? { reply, outcome: delayedOutcome, fault }
        : this.#endedReply(because, delayedOutcome);
    });
  }

  /** The reply to a call whose ledger has ended while a fault held the answer back. */
  #endedReply(because: string, outcome: CallOutcome): AnsweredCall {
    return { reply: errorReply(this.#envelope.id, rpcErrors.unknownName(because)), outcome, fault: undefined };
  }

  get #duration(): number {
    return this.#options.now() - this.#start;
  }

  /** Undefined: nothing holds the answer back. */
  #holdBack(): Promise<number> | undefined {
    const { delayMs = 0 } = this.#fault ?? {};
    return delayMs > 0
      ? holdBack(delayMs, this.caller.whenGone, this.#options.end).then(() => this.#duration)
      : undefined;
  }
}

/** The longest result that is read for nulls, in characters. */
const MAX_NULLS = 2000;

/** The text of a result with a context whose `value` is null, or a list of nulls. */
const ONLY_NULLS = /^{"context":{[^{}]*},"value":(?:null|\[null(?:,null)*\])}$/;

/**
 * Whether a result is null, or its `value` is, or each item of its `value` is, as the journal shows it. The text is compared with a pattern,
 * because parsing every result would cost more than the calls. Long results are not read.
 */
function isNullResult(reply: ReplyParts): true | undefined {
  const result = resultIn(reply);
  if (result === undefined || result.length > MAX_NULLS || !endsWithNull(result)) return undefined;
  const text = String(result);
  return text === 'null' || ONLY_NULLS.test(text) || undefined;
}

/** Whether the end of a result allows nulls: few results end so, and only they are read. */
function endsWithNull(result: JsonResult): boolean {
  const end = typeof result === 'string' ? result.slice(-6) : result.toString('latin1', result.length - 6);
  return end.endsWith('null') || end.includes('null}') || end.endsWith('null]}');
}

/**
 * The programs whose effect an accepted transaction assumes, the signers that are impersonated, and its bundle; a list that is empty is
 * absent.
 */
function factsOf({
  assumed,
  bundle,
  impersonated,
}: SentRecord): Pick<CallOutcome, 'assumed' | 'bundle' | 'impersonated'> {
  return { assumed: orAbsent(assumed), bundle: bundle?.id, impersonated: orAbsent(impersonated) };
}

function orAbsent(list: readonly string[] | undefined): readonly string[] | undefined {
  return list?.length === 0 ? undefined : list;
}

function paramsTextOf({ params, paramsText }: Call): string | undefined {
  return paramsText ?? (params === undefined ? undefined : stringifyJson(params));
}

/** A delay and headers are not an outcome, and an outdated answer is a result. */
function outcomeOf(fault: CallFault | undefined, error: RpcError | undefined): CallEnd {
  if ((fault?.error ?? fault?.answer) !== undefined || breaks(fault)) return 'fault';
  return error === undefined ? 'result' : 'error';
}

function breaks(fault: CallFault | undefined): boolean {
  return fault?.connection !== undefined && !keepsAnswer(fault.connection);
}

/** The error code that the client sees; undefined where the connection fails. */
function codeSeen(fault: CallFault | undefined, error: RpcError | undefined): number | undefined {
  const connection = fault?.connection;
  if (connection === undefined || !breaks(fault)) return error?.code;
  return connection.reset ? undefined : connection.http?.status;
}

/** The error that is sent: -32603 in place of one that clients must not see. */
export function asRpcError(error: unknown, { onInternalError }: Pick<CallOptions, 'onInternalError'>): RpcError {
  if (error instanceof RpcError) return error;
  notify(onInternalError, error);
  return rpcErrors.internalError();
}
