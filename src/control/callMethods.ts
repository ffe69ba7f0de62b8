import { JsonFloat, JsonFragment, type JsonObject } from '../codec/jsonText.ts';
import { rpcErrors } from '../errors.ts';
import type { LoggedCall } from '../live/callLog.ts';
import { listOf, objectOf, type Schema, wordOf } from '../rpc/openrpc/schema.ts';
import { ADDRESS, BOOLEAN, FLOAT, TEXT, U64 } from '../rpc/openrpc/schemas.ts';
import { config, flag, text, u32, u64 } from './arguments.ts';
import { COUNT, type ControlContext, controlMethod } from './controlMethod.ts';
import { reasonsOf } from './explainedCall.ts';
import type { NewSendMatch } from './newSendRule.ts';
import { paced } from './pace.ts';
import { unknownMethodMessage } from './suggestMethod.ts';

/** What a call without parameters has. */
export const NO_PARAMS = '[]';

export function callJson({ durationMs, params, ...call }: LoggedCall): JsonObject {
  const { assumed, client, code, from, id, isNull, method, outcome, transport } = call;
  return {
    assumed,
    client,
    code,
    durationMs: new JsonFloat(Math.round(durationMs * 1000) / 1000),
    from,
    id,
    isNull,
    method,
    outcome,
    params: new JsonFragment(params ?? NO_PARAMS),
    transport,
  };
}

async function explainedJson(call: LoggedCall, context: ControlContext): Promise<JsonObject> {
  return { ...callJson(call), why: await reasonsOf(call, context) };
}

/** One call after the other: between them, other requests are answered. */
function explainAll(calls: readonly LoggedCall[], context: ControlContext): Promise<readonly JsonObject[]> {
  return paced(context.caller, async ({ turn }) => {
    const explained: JsonObject[] = [];
    for (const call of calls) {
      explained.push(await explainedJson(call, context));
      await turn();
    }
    return explained;
  });
}

/** A listed call. */
export const CALL: Schema = objectOf({
  'answer?': TEXT,
  'assumed?': listOf(ADDRESS),
  'client?': TEXT,
  'code?': { type: 'integer' },
  durationMs: FLOAT,
  'from?': wordOf('ledger', 'record', 'upstream'),
  id: U64,
  'isNull?': BOOLEAN,
  method: TEXT,
  outcome: wordOf('result', 'error', 'fault'),
  params: {},
  transport: wordOf('http', 'socket', 'process'),
  'why?': listOf(TEXT),
});

export const calls = controlMethod({
  name: 'stillnode_calls',
  summary: 'the answered calls without control calls, newest last',
  params: { 'config?': config({ 'method?': text, 'since?': u64, 'limit?': u32, 'id?': u64, 'why?': flag(false) }) },
  result:
    '`{"calls":[{"answer"?,"assumed"?,"client"?,"code"?,"durationMs","from"?,"id","isNull"?,"method","outcome","params","transport","why"?}],"last":id}`, the id of the newest call of all. With `id` only that call, its reasons, and the text of its reply if it was kept',
  schema: objectOf({ calls: listOf(CALL), last: U64 }),

  async run(
    { config: { id, limit = Number.POSITIVE_INFINITY, method, since = 0n, why = false } = {} },
    context,
  ): Promise<JsonObject> {
    const { live } = context;
    const { last } = live.calls;
    if (id !== undefined) {
      const call = live.calls.calls.find((each) => each.id === Number(id));
      return {
        calls: call === undefined ? [] : [{ answer: call.answer, ...(await explainedJson(call, context)) }],
        last,
      };
    }
    const named = live.calls.calls.filter((call) => (method ?? call.method) === call.method);
    // the app may misspell it too, but a method that was never called is a mistake of the test
    const message = method === undefined || named.length > 0 ? undefined : unknownMethodMessage(method);
    if (message !== undefined) throw rpcErrors.invalidArgument(`config.method: ${message}`);
    const fitting = named.filter((call) => call.id > since);
    const shown = fitting.slice(Math.max(0, fitting.length - limit));
    return { calls: why ? await explainAll(shown, context) : shown.map(callJson), last };
  },
});

export const clearCalls = controlMethod({
  name: 'stillnode_clearCalls',
  summary: 'clears the journal; later calls get higher ids',
  ...COUNT,
  run: (_args, { live }) => live.calls.clear(),
});

/** A call that was answered. */
export interface JournalCall {
  /** of a transaction that was accepted: the programs whose effect is not known, which did nothing */
  readonly assumed?: readonly string[];
  /** as it calls itself: the header `solana-client`, or `user-agent` */
  readonly client?: string;
  /** of an error, or the status of a reply that is a fault; where the connection failed otherwise there is none */
  readonly code?: number;
  /** time so far, if a fault delays the answer */
  readonly durationMs: number;
  /** of a read, on a node with an upstream: its ledger, what is recorded of upstream, or upstream itself */
  readonly from?: 'ledger' | 'record' | 'upstream';
  /** later calls have higher ones */
  readonly id: number;
  /** the result is null */
  readonly isNull?: true;
  readonly method: string;
  /** `fault`: a fault that a test has added decided */
  readonly outcome: 'result' | 'error' | 'fault';
  /** `[]` where none were sent */
  readonly params: unknown;
  readonly transport: 'http' | 'socket' | 'process';
  /** reasons, with `why` or `id`: sentences, from the ledger as it was then; none where the answer is clear */
  readonly why?: readonly string[];
}

/** Which calls are listed; default: all. */
export interface CallFilter {
  readonly method?: string;
  /** only calls after the one with this id */
  readonly since?: number;
  /** at most this many, the newest */
  readonly limit?: number;
  /** the only call, with `why` */
  readonly id?: number;
  /** adds the reasons of each answer */
  readonly why?: boolean;
}

/** What calls there should have been. */
export interface ExpectedCall {
  readonly method: string;
  /** what the parameters contain: members of objects, beginnings of lists; default: any */
  readonly params?: unknown;
  /** how many calls fit; default: at least one */
  readonly times?: number;
}

/** What transactions should have been sent. */
export interface ExpectedSend {
  /** as in send rules; `{}`: any */
  readonly sent: NewSendMatch;
  /** how many fit; default: at least one */
  readonly times?: number;
}

/** What a call is answered, and why. */
export interface Explanation {
  readonly answer:
    | { readonly result: unknown }
    | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } };
  /** whole sentences; none where the answer speaks for itself */
  readonly why: readonly string[];
}
