import { rpcErrors } from '../../errors.ts';
import type { JournaledCall } from '../../live/journal.ts';
import { withNote } from '../../rpc/openrpc/schema.ts';
import { COUNT } from '../../rpc/openrpc/schemas.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { anyOf, json, object, optional, readParts, text, u32 } from '../../syntax/syntax.ts';
import { assertObject } from '../assertArguments.ts';
import {
  type CallMatch,
  callText,
  forgottenCalls,
  isCallOf,
  journalOff,
  matchText,
  nearestCalls,
} from '../callMatch.ts';
import { fromCode } from '../codeArgument.ts';
import { controlMethod } from '../controlMethod.ts';
import { headline, isExpected, matchingItems, mismatchError } from '../mismatchText.ts';
import { type NewSendMatch, sendMatchJson } from '../newSendRule.ts';
import { suggestMethod } from '../suggestMethod.ts';
import { type ExpectedSends, verifySent } from '../verifySent.ts';

/** Calls that a test expects. */
export interface ExpectedCall {
  readonly method: string;
  /** values that the parameters must contain: lists may be longer, objects may have more members; default: any */
  readonly params?: unknown;
  /** number of such calls; default: at least one */
  readonly times?: number;
}

/** Sent transactions that a test expects. */
export interface ExpectedSend {
  /** a match of send rules; `{}`: any */
  readonly sent: NewSendMatch;
  /** number of such transactions; default: at least one */
  readonly times?: number;
}

const CALLS = object({ method: text, params: optional(json()), times: optional(u32) });
const SENDS = object({ sent: json(), times: optional(u32) });
const EXPECTED = anyOf<ExpectedCalls | ExpectedSends>(
  (at) => (at.member('sent').value === undefined ? readCalls(at) : readSends(at)),
  CALLS,
  SENDS,
);

const PARAMS = { expected: fromCode(EXPECTED, 'ExpectedCall | ExpectedSend', expectedJson) };

export const verify = controlMethod({
  name: 'verify',
  effect: 'reads',
  summary:
    'asserts that calls of a method were made, with parameters that contain the expected ones, or that transactions were sent',
  doc: [
    '@example',
    "await node.verify({ method: 'getBlock' });",
    "await node.verify({ method: 'getBlock', params: [5, { encoding: 'json' }], times: 1 });",
    "await node.verify({ sent: { instruction: 'market.placeOrder', args: { price: 10 } } });",
    '@throws RpcError whose message shows the nearest ones, and where they differ',
  ],
  params: PARAMS,
  result: withNote(COUNT, 'the number that matches'),
  errors: ['verificationFailed'],

  run({ expected }, { live }) {
    if ('sent' in expected) return verifySent(expected, live);
    const { calls, forgotten, capacity: size } = live.calls;
    if (size === 0) throw rpcErrors.verificationFailed(...journalOff());
    const matching = calls.filter((call) => isCallOf(call, expected));
    // of calls that are forgotten, it is not known whether they match
    const isNumberKnown = forgotten === 0 || expected.times === undefined;
    if (isNumberKnown && isExpected(matching.length, expected.times)) return matching.length;
    throw rpcErrors.verificationFailed(...mismatchOf(expected, { calls, matching, forgotten }));
  },
});

function expectedJson(expected: ExpectedCall | ExpectedSend): unknown {
  assertObject(expected, 'expected', "{ method: 'getBlock' }");
  return 'sent' in expected ? { ...expected, sent: sendMatchJson(expected.sent) } : expected;
}

interface ExpectedCalls extends CallMatch {
  /** undefined: at least one call matches */
  readonly times: number | undefined;
}

function readCalls(at: Cursor): ExpectedCalls | undefined {
  const read = CALLS(at);
  if (read === undefined) return undefined;
  const { method, params, times } = read;
  // a misspelled method was never called, so `times: 0` would always be true of it
  const suggestion = times === 0 ? suggestMethod(method) : undefined;
  if (suggestion !== undefined) return at.refuse(`there is no method ${JSON.stringify(method)}`, suggestion);
  return { method, params: params ?? undefined, times };
}

const CALL_MEMBERS = ['method', 'params'];

function readSends(at: Cursor): ExpectedSends | undefined {
  const read = readParts(at, SENDS.members, CALL_MEMBERS);
  for (const name of CALL_MEMBERS)
    if (at.member(name).value !== undefined)
      at.member(name).refuse(`\`${name}\` cannot be given beside \`sent\``, 'expect calls and transactions one by one');
  return read?.sent === undefined ? undefined : { sent: read.sent, times: read.times };
}

interface JournalMatches {
  /** all calls of the journal, oldest first */
  readonly calls: readonly JournaledCall[];
  readonly matching: readonly JournaledCall[];
  /** number of older calls that the journal has dropped */
  readonly forgotten: number;
}

/** The error with the expected calls, and then with the most similar ones. */
function mismatchOf(expected: ExpectedCalls, { calls, matching, forgotten }: JournalMatches) {
  const { times } = expected;
  const isTooMany = matching.length > (times ?? 1);
  const foundItems = isTooMany ? matchingItems(matching, callText) : nearestCalls(expected, calls);
  const head = headline({ noun: 'call', whichText: matchText(expected), times }, matching.length);
  return mismatchError(head, matching.length, foundItems, forgottenCalls(forgotten));
}
