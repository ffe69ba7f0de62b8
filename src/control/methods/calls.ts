import type { JsonObject } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import type { JournaledCall } from '../../live/journal.ts';
import { listOf, objectOf, withNote } from '../../rpc/openrpc/schema.ts';
import { COUNT } from '../../rpc/openrpc/schemas.ts';
import { boolean, config, optional, text, u32, u64, withDefault } from '../../syntax/syntax.ts';
import { assertObject } from '../assertArguments.ts';
import { reasonsOf } from '../callReasons.ts';
import { type ControlContext, controlMethod } from '../controlMethod.ts';
import type { JournalCall } from '../controlTypes.ts';
import { CALL, callJson } from '../journalCall.ts';
import { paced } from '../pace.ts';
import { misspelledMethodText } from '../suggestMethod.ts';

/** A filter of calls; default: all. */
export interface CallFilter {
  readonly method?: string;
  /** id of a call: only later calls */
  readonly since?: number;
  /** number of calls, the newest ones; default: all */
  readonly limit?: number;
  /** id of the only call, which has its reasons then */
  readonly id?: number;
  /** adds the reasons of each answer */
  readonly why?: boolean;
}

export interface CallsMethod {
  /**
   * The answered calls, of one method or all, newest last; without control calls.
   * @example
   * const [first] = await node.calls({ method: 'getBlock' });
   */
  calls(filter?: CallFilter): Promise<readonly JournalCall[]>;
}

const FILTER = config({
  method: optional(text),
  since: withDefault(u64, 0n),
  limit: optional(u32),
  id: optional(u64),
  why: withDefault(boolean, false),
});

const PARAMS = { config: FILTER };

export const calls = controlMethod({
  name: 'calls',
  effect: 'reads',
  summary: 'the answered calls without control calls, newest last',
  params: PARAMS,
  result: objectOf({
    calls: withNote(
      listOf(CALL),
      'with `id` only that call, with its reasons and the text of its reply if it was kept',
    ),
    last: withNote(COUNT, 'the id of the newest call of all'),
  }),

  async run({ config: { id, limit = Number.POSITIVE_INFINITY, method, since, why } }, context): Promise<JsonObject> {
    const { calls, lastId: last } = context.live.calls;
    if (id !== undefined) {
      const call = calls.find((call) => call.id === Number(id));
      return {
        calls: call === undefined ? [] : [{ answer: call.answer, ...(await explainedJson(call, context)) }],
        last,
      };
    }
    const ofMethod = calls.filter((call) => (method ?? call.method) === call.method);
    // the app may misspell it too, but a method that was never called is a mistake of the test
    const message = method === undefined || ofMethod.length > 0 ? undefined : misspelledMethodText(method);
    if (message !== undefined) throw rpcErrors.invalidArgument(`config.method: ${message}`);
    const later = ofMethod.filter((call) => call.id > since);
    const newest = later.slice(Math.max(0, later.length - limit));
    return { calls: why ? await explainAll(newest, context) : newest.map(callJson), last };
  },

  library: (call): CallsMethod => ({
    calls: async (filter) => {
      if (filter !== undefined) assertObject(filter, 'filter', "{ method: 'getBlock' }");
      return (await call<{ readonly calls: readonly JournalCall[] }>(filter)).calls;
    },
  }),
});

async function explainedJson(call: JournaledCall, context: ControlContext): Promise<JsonObject> {
  return { ...callJson(call), why: await reasonsOf(call, context) };
}

/** Explains one call after the other: between them, other requests are answered. */
function explainAll(calls: readonly JournaledCall[], context: ControlContext): Promise<readonly JsonObject[]> {
  return paced(context.caller, async ({ turn }) => {
    const explained: JsonObject[] = [];
    for (const call of calls) {
      explained.push(await explainedJson(call, context));
      await turn();
    }
    return explained;
  });
}
