import { containsJson, jsonDifferences } from '../codec/compareJson.ts';
import { type JsonValue, stringifyJson } from '../codec/jsonText.ts';
import { parseJson } from '../codec/parseJson.ts';
import { nearest } from '../codec/suggest.ts';
import { middleCut } from '../codec/text.ts';
import type { MismatchData } from '../errors.ts';
import type { JournaledCall } from '../live/journal.ts';
import { NO_PARAMS } from './journalCall.ts';
import { differenceText, type Forgotten, type FoundItems, matchingItems, nearestItems } from './mismatchText.ts';

/** Calls that a test expects. */
export interface CallMatch {
  readonly method: string;
  /** a value that the parameters contain; undefined: any parameters */
  readonly params: JsonValue | undefined;
}

const JOURNAL_OFF = 'the journal is off: `journalSize` is 0';

/** The message and the data of the error of a check without a journal. */
export function journalOff(): readonly [message: string, data: MismatchData] {
  return [JOURNAL_OFF, { matches: null, nearest: [], missing: JOURNAL_OFF, forgotten: 0 }];
}

/** Calls that the journal has dropped. */
export function forgottenCalls(count: number): Forgotten {
  return { count, noun: 'call', limit: '`journalSize` is too small' };
}

export function isCallOf(call: JournaledCall, { method, params }: CallMatch): boolean {
  return call.method === method && (params === undefined || containsJson(paramsOf(call), params));
}

/** ` of getBlock with [5]` */
export function matchText({ method, params }: CallMatch): string {
  return ` of ${method}${params === undefined ? '' : ` with ${middleCut(stringifyJson(params))}`}`;
}

/** The calls that are most like the expected ones. */
export function nearestCalls(expected: CallMatch, calls: readonly JournaledCall[]): FoundItems {
  const { method, params } = expected;
  const ofMethod = calls.filter((call) => call.method === method);
  if (ofMethod.length === 0) return { nearest: [], missing: otherMethods(method, calls) };
  if (params === undefined) return matchingItems(ofMethod, callText);
  return nearestItems(
    ofMethod.map((call) => ({
      text: callText(call),
      differences: jsonDifferences(paramsOf(call), params).map((difference) => differenceText('params', difference)),
    })),
  );
}

const SHOWN_METHODS = 5;

function otherMethods(method: string, calls: readonly JournaledCall[]): string {
  const counts = new Map<string, number>();
  for (const call of calls) counts.set(call.method, (counts.get(call.method) ?? 0) + 1);
  if (counts.size === 0) return 'there were no calls';
  const near = nearest(method, counts.keys());
  const methods = [...counts].sort(([a], [b]) => Number(b === near) - Number(a === near));
  const list = methods.slice(0, SHOWN_METHODS).map(([name, count]) => `${name} (${count})`);
  const more = methods.length > SHOWN_METHODS ? `, and ${methods.length - SHOWN_METHODS} other methods` : '';
  return `there were calls of ${list.join(', ')}${more}`;
}

export function callText(call: JournaledCall): string {
  return `call ${call.id}: ${call.method} ${middleCut(call.params ?? NO_PARAMS)}`;
}

function paramsOf({ params = NO_PARAMS }: JournaledCall): JsonValue {
  // null means none
  return parseJson(params) ?? [];
}
