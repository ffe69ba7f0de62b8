import { containsJson, type JsonDifference, jsonDifferences } from '../../codec/compareJson.ts';
import { type JsonValue, stringifyJson } from '../../codec/jsonText.ts';
import { parseJson } from '../../codec/parseJson.ts';
import { counted, middleCut, nearest } from '../../codec/text.ts';
import { rpcErrors } from '../../errors.ts';
import type { Cursor } from '../../fixtures/document/cursor.ts';
import { readMembers } from '../../fixtures/document/members.ts';
import { readText, readU32 } from '../../fixtures/document/readers.ts';
import type { LoggedCall } from '../../live/callLog.ts';
import { ANY_OBJECT, U64 } from '../openrpc/schemas.ts';
import { NO_PARAMS } from './callMethods.ts';
import { controlMethod } from './controlMethod.ts';
import { suggestMethod } from './suggestMethod.ts';

export const verify = controlMethod({
  name: 'stillnode_verify',
  summary: 'asserts that calls of a method were made, with parameters that contain the expected ones',
  params: { expected: { schema: ANY_OBJECT, read: readExpected } },
  result: 'how many calls fit',
  schema: U64,
  errors: ['verificationFailed'],

  run({ expected }, { live }) {
    const { calls, forgotten, size } = live.calls;
    if (size === 0) throw rpcErrors.verificationFailed('the journal is off: `journalSize` is 0');
    const fitting = calls.filter((call) => fits(call, expected));
    const isRight = expected.times === undefined ? fitting.length > 0 : fitting.length === expected.times;
    if (isRight) return fitting.length;
    throw rpcErrors.verificationFailed(mismatchText(expected, { calls, fitting, forgotten }));
  },
});

interface ExpectedCalls {
  readonly method: string;
  /** parameters contain it; undefined: any do */
  readonly params: JsonValue | undefined;
  /** undefined: at least one call fits */
  readonly times: number | undefined;
}

function readExpected(at: Cursor): ExpectedCalls | undefined {
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

const SHOWN_CALLS = 3;
const SHOWN_DIFFERENCES = 3;
const SHOWN_METHODS = 5;

function fits(call: LoggedCall, { method, params }: ExpectedCalls): boolean {
  return call.method === method && (params === undefined || containsJson(paramsOf(call), params));
}

/** Lines: what was expected, and then what comes near it. */
function mismatchText(expected: ExpectedCalls, found: Found): string {
  const { calls, fitting, forgotten } = found;
  const isTooMany = fitting.length > (expected.times ?? 1);
  const lines = isTooMany ? fittingLines(fitting) : nearLines(expected, calls);
  const older =
    forgotten === 0 ? [] : [`${forgotten} older calls are forgotten: \`journalSize\` is too small for them`];
  return [headline(expected, fitting.length), ...lines, ...older].join('\n');
}

function headline({ method, params, times }: ExpectedCalls, count: number): string {
  const wanted = times === undefined ? 'at least 1 call' : counted(times, 'call');
  const withParams = params === undefined ? '' : ` with ${middleCut(stringifyJson(params))}`;
  return `expected ${wanted} of ${method}${withParams}, found ${count}`;
}

function fittingLines(fitting: readonly LoggedCall[]): readonly string[] {
  const more = fitting.length - SHOWN_CALLS;
  return [...fitting.slice(-SHOWN_CALLS).map(callLine), ...(more > 0 ? [`  and ${more} before`] : [])];
}

/** Those with the fewest differences, of these the newest. */
function nearLines(expected: ExpectedCalls, calls: readonly LoggedCall[]): readonly string[] {
  const { method, params } = expected;
  const ofMethod = calls.filter((call) => call.method === method);
  if (ofMethod.length === 0) return [otherMethods(method, calls)];
  if (params === undefined) return ofMethod.slice(-SHOWN_CALLS).map(callLine);
  return ofMethod
    .map((call) => ({ call, differences: jsonDifferences(paramsOf(call), params) }))
    .filter(({ differences }) => differences.length > 0)
    .sort((a, b) => a.differences.length - b.differences.length || b.call.id - a.call.id)
    .slice(0, SHOWN_CALLS)
    .flatMap(({ call, differences }) => [callLine(call), ...differenceLines(differences)]);
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

function differenceLines(differences: readonly JsonDifference[]): readonly string[] {
  const lines = differences.slice(0, SHOWN_DIFFERENCES).map(({ expected, found, path }) => {
    const has = found === undefined ? 'is missing' : `is ${middleCut(stringifyJson(found))}`;
    return `    params${path} ${has}, expected ${middleCut(stringifyJson(expected))}`;
  });
  const more = differences.length - SHOWN_DIFFERENCES;
  return more > 0 ? [...lines, `    and ${counted(more, 'more difference')}`] : lines;
}

/** Null means none. */
function paramsOf({ params = NO_PARAMS }: LoggedCall): JsonValue {
  const value = parseJson(params);
  return value === null ? [] : value;
}
