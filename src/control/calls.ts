import { readMembers } from '../document/members.ts';
import { readText, readU32, readU64 } from '../document/readers.ts';
import { rpcErrors } from '../errors.ts';
import { readArguments, readOptional } from './arguments.ts';
import { callJson } from './callJson.ts';
import type { Verb } from './verb.ts';
import { misspeltText } from './words/meantMethod.ts';

interface Params {
  readonly method: string | undefined;
  /** id of a call; only newer ones are listed */
  readonly since: bigint;
  /** of calls; the newest are listed */
  readonly limit: number;
}

const READERS = { method: readText, since: readU64, limit: readU32 };

export const calls: Verb<Params> = {
  name: 'stillnode_calls',

  describe: ({ ADDRESS, closedObjectOf, FLOAT, listOf, objectOf, TEXT, U64, wordOf }) => ({
    summary: 'the calls that were answered, control calls aside, the newest last',
    params: { 'config?': closedObjectOf({ 'method?': TEXT, 'since?': U64, 'limit?': U64 }) },
    result:
      '`{"calls":[{"assumed"?,"client"?,"code"?,"durationMs","from"?,"id","method","outcome","params","transport"}],"last":id}`, the id of the newest call of all',
    schema: objectOf({
      calls: listOf(
        objectOf({
          'assumed?': listOf(ADDRESS),
          'client?': TEXT,
          'code?': { type: 'integer' },
          durationMs: FLOAT,
          'from?': wordOf('ledger', 'record', 'upstream'),
          id: U64,
          method: TEXT,
          outcome: wordOf('result', 'error', 'fault'),
          params: {},
          transport: wordOf('http', 'socket', 'process'),
        }),
      ),
      last: U64,
    }),
    errors: [],
  }),

  readParams: (params) =>
    readArguments(params, ['config?'], (config) => {
      const read = readOptional(config!, (at) => readMembers(at, READERS));
      return { method: read?.method, since: read?.since ?? 0n, limit: read?.limit ?? Number.POSITIVE_INFINITY };
    }),

  run({ limit, method, since }, { live }) {
    const named = live.calls.calls.filter((call) => (method ?? call.method) === call.method);
    // an app may misspell it too, but what nobody has called is a mistake of the test
    const misspelt = method === undefined || named.length > 0 ? undefined : misspeltText(method);
    if (misspelt !== undefined) throw rpcErrors.invalidArgument(`config.method: ${misspelt}`);
    const fitting = named.filter((call) => call.id > since);
    const shown = fitting.slice(Math.max(0, fitting.length - limit));
    return { calls: shown.map(callJson), last: live.calls.last };
  },
};
