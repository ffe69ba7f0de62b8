import { containsJson, jsonDifferences } from '../codec/compareJson.ts';
import { type JsonValue, stringifyJson } from '../codec/jsonText.ts';
import { parseJson } from '../codec/parseJson.ts';
import { middleCut, nearest } from '../codec/text.ts';
import { rpcErrors } from '../errors.ts';
import type { LoggedCall } from '../live/callLog.ts';
import { ANY_OBJECT, U64 } from '../rpc/openrpc/schemas.ts';
import type { Cursor } from '../syntax/cursor.ts';
import { readMembers } from '../syntax/members.ts';
import { readText, readU32 } from '../syntax/readers.ts';
import { NO_PARAMS } from './callMethods.ts';
import { controlMethod } from './controlMethod.ts';
import { differenceText, fittingLines, headline, isExpected, nearLines } from './mismatchText.ts';
import { suggestMethod } from './suggestMethod.ts';
import { type ExpectedSends, readExpectedSends, verifySent } from './verifySent.ts';

export const verify = controlMethod({
  name: 'stillnode_verify',
  summary:
    'asserts that calls of a method were made, with parameters that contain the expected ones, or that transactions were sent',
  params: { expected: { schema: ANY_OBJECT, read: readExpected } },
  result: 'how many of them fit',
  schema: U64,
  errors: ['verificationFailed'],

  run({ expected }, { live, now }) {
    if ('sent' in expected) return verifySent(expected, live.sent.records, now.state);
    const { calls, forgotten, size } = live.calls;
    if (size === 0) throw rpcErrors.verificationFailed(JOURNAL_OFF);
    const fitting = calls.filter((call) => isCallOf(call, expected));
    if (isExpected(fitting.length, expected.times)) return fitting.length;
    throw rpcErrors.verificationFailed(mismatchText(expected, { calls, fitting, forgotten }));
  },
});

export const JOURNAL_OFF = 'the journal is off: `journalSize` is 0';

/** Calls of a method. */
export interface CallMatch {
  readonly method: string;
  /** parameters contain it; undefined: any do */
  readonly params: JsonValue | undefined;
}

interface ExpectedCalls extends CallMatch {
  /** undefined: at least one call fits */
  readonly times: number | undefined;
}

function readExpected(at: Cursor): ExpectedCalls | ExpectedSends | undefined {
  return at.member('sent').value === undefined ? readExpectedCalls(at) : readExpectedSends(at);
}

function readExpectedCalls(at: Cursor): ExpectedCalls | undefined {
  const readers = { method: readText, params: ({ value }: Cursor) => value, times: readU32 };
  const read = readMembers(at, readers, ['method']);
  if (read?.method === undefined) return undefined;
  const { method, params, times } = read;
  // a misspelled method was never called
  const meant = times === 0 ? suggestMethod(method) : undefined;
  if (meant !== undefined)
    return at.refuse(`there is no method ${JSON.stringify(method)}`, `did you mean ${JSON.stringify(meant)}?`);
  return { method, params: params ?? undefined, times };
}

interface Found {
  /** all that are kept, oldest first */
  readonly calls: readonly LoggedCall[];
  readonly fitting: readonly LoggedCall[];
  /** how many are no longer kept */
  readonly forgotten: number;
}

const SHOWN_METHODS = 5;

export function isCallOf(call: LoggedCall, { method, params }: CallMatch): boolean {
  return call.method === method && (params === undefined || containsJson(paramsOf(call), params));
}

/** Lines: what was expected, and then what comes near it. */
function mismatchText(expected: ExpectedCalls, found: Found): string {
  const { calls, fitting, forgotten } = found;
  const { times } = expected;
  const isTooMany = fitting.length > (times ?? 1);
  const lines = isTooMany ? fittingLines(fitting, callLine) : nearCalls(expected, calls);
  const which = matchText(expected);
  const older =
    forgotten === 0 ? [] : [`${forgotten} older calls are forgotten: \`journalSize\` is too small for them`];
  return [headline({ noun: 'call', which, times }, fitting.length), ...lines, ...older].join('\n');
}

/** ` of getBlock with [5]` */
export function matchText({ method, params }: CallMatch): string {
  return ` of ${method}${params === undefined ? '' : ` with ${middleCut(stringifyJson(params))}`}`;
}

export function nearCalls(expected: CallMatch, calls: readonly LoggedCall[]): readonly string[] {
  const { method, params } = expected;
  const ofMethod = calls.filter((call) => call.method === method);
  if (ofMethod.length === 0) return [otherMethods(method, calls)];
  if (params === undefined) return fittingLines(ofMethod, callLine);
  return nearLines(
    ofMethod.map((call) => ({
      line: callLine(call),
      differences: jsonDifferences(paramsOf(call), params).map((difference) => differenceText('params', difference)),
    })),
  );
}

function otherMethods(method: string, calls: readonly LoggedCall[]): string {
  const counts = new Map<string, number>();
  for (const call of calls) counts.set(call.method, (counts.get(call.method) ?? 0) + 1);
  if (counts.size === 0) return 'there were no calls';
  const near = nearest(method, counts.keys());
  const others = [...counts].sort(([a], [b]) => Number(b === near) - Number(a === near));
  const list = others.slice(0, SHOWN_METHODS).map(([name, count]) => `${name} (${count})`);
  const more = others.length > SHOWN_METHODS ? `, and ${others.length - SHOWN_METHODS} other methods` : '';
  return `there were calls of ${list.join(', ')}${more}`;
}

function callLine(call: LoggedCall): string {
  return `  call ${call.id}: ${call.method} ${middleCut(call.params ?? NO_PARAMS)}`;
}

/** Null means none. */
function paramsOf({ params = NO_PARAMS }: LoggedCall): JsonValue {
  const value = parseJson(params);
  return value === null ? [] : value;
}
