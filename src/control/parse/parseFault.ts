import { STATUS_CODES } from 'node:http';
import { isJsonArray, isJsonObject, JsonFloat, type JsonValue, stringifyJson } from '../../codec/jsonText.ts';
import { type RpcError, rpcErrors } from '../../errors.ts';
import type { Delay, Fault, FaultMatch, FaultThen, HttpReply } from '../../live/faults/fault.ts';
import type { Limit } from '../../live/faults/limit.ts';
import { NODE_VERSIONS } from '../../nodeVersion.ts';
import { readVersionName } from '../../script/ledgerJson/protocolMembers.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { presentOf, readMembers } from '../../syntax/members.ts';
import {
  fromOne,
  isObject,
  readI64,
  readList,
  readText,
  readU8,
  readU32,
  readU64,
  whole,
} from '../../syntax/readers.ts';
import { oneOf } from '../../syntax/syntax.ts';
import { isControl } from '../controlMethod.ts';
import { suggestMethod } from '../suggestMethod.ts';

/** Source RFC 9110 5.1 and 5.5 */
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const VALUE = /^[\t\x20-\x7e]*$/;

const TEXT_TYPE = 'text/plain; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

/** Their replies have no body. Source RFC 9110 15.3.5 and 15.4.5 */
const BODILESS = [204, 304];

const FROM_BODY = 'this header follows from the body';

/** Headers that a reply cannot be given, and why. */
const REFUSED: ReadonlyMap<string, string> = new Map([
  ['content-length', FROM_BODY],
  ['transfer-encoding', FROM_BODY],
  ['trailer', 'replies have no trailers'],
]);

/** `{status, headers?, body?}`: a body other than text is sent as JSON. */
function readHttpReply(at: Cursor): HttpReply | undefined {
  const read = readMembers(at, { status: readStatus, headers: readHeaders, body: (body) => body.value }, ['status']);
  if (read?.status === undefined) return undefined;
  const { body, headers = [], status } = read;
  if (body === undefined) return { status, headers, body };
  const text = typeof body === 'string' ? body : stringifyJson(body);
  return withBody({ status, headers }, text, typeof body === 'string' ? TEXT_TYPE : JSON_TYPE);
}

/** Without body and answer: the text of the status. */
function withStatusText(reply: HttpReply): HttpReply {
  const { body, status } = reply;
  if (body !== undefined) return reply;
  const text = BODILESS.includes(status) ? '' : `${status} ${STATUS_CODES[status] ?? ''}`.trimEnd();
  return withBody(reply, text === '' ? '' : `${text}\n`, TEXT_TYPE);
}

function withBody({ headers, status }: Omit<HttpReply, 'body'>, body: string, type: string): HttpReply {
  const hasType = body === '' || headers.some(([name]) => name.toLowerCase() === 'content-type');
  return { status, headers: hasType ? headers : [['content-type', type], ...headers], body };
}

/** One that ends a request. */
function readStatus(at: Cursor): number | undefined {
  const { value } = at;
  const isStatus = typeof value === 'number' && value >= 200 && value <= 599;
  return isStatus ? value : at.expected('a status from 200 to 599');
}

function readHeaders(at: Cursor): HttpReply['headers'] | undefined {
  if (!isObject(at)) return undefined;
  const headers = at.members().flatMap((member) => {
    const value = readHeader(member);
    return value === undefined ? [] : [[member.key, value] as const];
  });
  return headers.length === at.members().length ? headers : undefined;
}

function readHeader(at: Cursor): string | undefined {
  if (!NAME.test(at.key)) return at.refuse('this cannot be the name of a header');
  const refusal = REFUSED.get(at.key.toLowerCase());
  if (refusal !== undefined) return at.refuse(refusal);
  const value = readText(at);
  return value === undefined || VALUE.test(value) ? value : at.expected('visible ASCII');
}

/** `{code, message, data?}` */
export function readRpcErrorWord(
  at: Cursor,
): { readonly code: number; readonly message: string; readonly data: JsonValue | undefined } | undefined {
  const read = readMembers(at, { code: readCode, message: readText, data: (data) => data.value }, ['code', 'message']);
  const error = read && whole({ code: read.code, message: read.message });
  return error && { ...error, data: read?.data };
}

/** Client libraries read a code as a double. */
function readCode(at: Cursor): number | undefined {
  const code = readI64(at);
  if (code === undefined || Number.isSafeInteger(Number(code))) return code === undefined ? undefined : Number(code);
  return at.expected('a code that a double holds exactly');
}

/** What a timer takes. */
const MAX_MS = 2 ** 31 - 1;
/** Standard deviations of the logarithm: more than any network has. */
const MAX_SIGMA = 10;
/** more than any client asks */
const MAX_RATE = 1_000_000;
/** Codes of a Close frame that may be sent. Source RFC 6455 7.4 */
const CLOSE_CODES = 'true, or a code that a Close frame may have';

const READERS = {
  delayMs: readDelay,
  rpcError: readRpcErrorWord,
  result: (at: Cursor) => at.value,
  results: readResults,
  limit: readLimit,
  http: readHttpReply,
  reset: readTrue,
  truncate: readU32,
  garbage: readTrue,
  stale: readSlots,
  as: readOtherNode,
  preset: oneOf(['rateLimited', 'unhealthy', 'flapping']),
  closeSocket: readClosing,
  dropNotifications: readTrue,
  delayNotificationsMs: readDelay,
  repeatNotifications: fromOne(readU8),
};

/** In the order of docs/control.md. */
export const FAULT_THEN_MEMBERS: readonly string[] = Object.keys(READERS);

/** Another node answers the whole call. */
const NOT_OF_OTHER_NODE = [
  'preset',
  'rpcError',
  'result',
  'results',
  'limit',
  'http',
  'garbage',
  'reset',
  'truncate',
] as const;

/** Of each row, only one can happen. */
const EXCLUSIVE: readonly (readonly (keyof typeof READERS)[])[] = [
  ['preset', 'rpcError', 'result', 'results', 'stale', 'garbage', 'reset'],
  ['preset', 'http', 'garbage', 'reset', 'closeSocket'],
  ['preset', 'limit', 'result', 'results', 'stale', 'garbage', 'reset'],
  ['preset', 'truncate', 'garbage', 'reset'],
  ['closeSocket', 'dropNotifications', 'delayNotificationsMs'],
  ['dropNotifications', 'repeatNotifications'],
  ...NOT_OF_OTHER_NODE.map((name) => [name, 'as'] as const),
];

/** `{delayMs?, rpcError?, http?, …}`: at least one member. */
function readFaultThen(at: Cursor): Pick<Fault, 'then' | 'isFlapping'> | undefined {
  const read = readMembers(at, READERS);
  if (read === undefined) return undefined;
  const given = at.members().map(({ key }) => key);
  if (given.length === 0) return at.expected(`one of ${FAULT_THEN_MEMBERS.join(', ')}`);
  for (const row of EXCLUSIVE) {
    const [first, second] = row.filter((name) => given.includes(name));
    if (second !== undefined) return at.member(second).refuse(`there cannot be ${second} where there is ${first}`);
  }
  if (read.stale !== undefined && read.as?.stale !== undefined)
    return at.member('as').member('stale').refuse('there cannot be as.stale where there is stale');
  const { as, limit, preset, result, results = result === undefined ? undefined : [result], ...others } = read;
  const then: FaultThen = {
    ...presentOf(others),
    ...as,
    ...(results && { answer: answerOf(results) }),
    ...(limit && { limit, http: others.http ?? { status: 429, headers: [], body: undefined } }),
    ...(preset && PRESETS[preset]),
  };
  const { http } = then;
  const isAnswered = http === undefined || then.rpcError !== undefined;
  return { then: isAnswered ? then : { ...then, http: withStatusText(http) }, isFlapping: preset === 'flapping' };
}

/** `{agave?, featureSet?, stale?}`: a version, slots behind, or both. */
function readOtherNode(at: Cursor): Pick<FaultThen, 'agave' | 'featureSet' | 'stale'> | undefined {
  const read = readMembers(at, { agave: readVersionName, featureSet: readU32, stale: readSlots });
  if (read === undefined) return undefined;
  if (at.members().length === 0) return at.expected('agave, stale or both');
  const { agave, ...others } = read;
  if (others.featureSet !== undefined && agave === undefined)
    return at.member('featureSet').refuse('there cannot be as.featureSet without as.agave');
  return presentOf({ agave: agave && NODE_VERSIONS[agave], ...others });
}

/** One after the other; the last one stays. */
function answerOf(results: readonly JsonValue[]): NonNullable<FaultThen['answer']> {
  const texts = results.map(stringifyJson);
  return (_params, n) => texts[Math.min(n, texts.length - 1)]!;
}

function readResults(at: Cursor): readonly JsonValue[] | undefined {
  if (isJsonArray(at.value) && at.value.length > 0) return at.value;
  return at.expected('a list of results, at least one');
}

/** `{perSecond, burst?, perMethod?}` */
function readLimit(at: Cursor): Limit | undefined {
  const members = { perSecond: readRate, burst: fromOne(readU32), perMethod: readTrue };
  const { burst, perMethod, perSecond } = readMembers(at, members, ['perSecond']) ?? {};
  if (perSecond === undefined) return undefined;
  return { perSecond, burst: burst ?? Math.max(1, Math.floor(perSecond)), isPerMethod: perMethod ?? false };
}

function readRate(at: Cursor): number | undefined {
  const rate = readNumber(at, MAX_RATE);
  return rate === 0 ? at.expected('a number above 0') : rate;
}

function errorOf({ code, data, message }: RpcError): FaultThen {
  return { rpcError: { code, message, data } };
}

const PRESETS: Readonly<Record<'rateLimited' | 'unhealthy' | 'flapping', FaultThen>> = {
  rateLimited: { http: { status: 429, headers: [['retry-after', '1']], body: undefined } },
  unhealthy: errorOf(rpcErrors.nodeUnhealthyUnknown()),
  flapping: errorOf(rpcErrors.nodeUnhealthyUnknown()),
};

function readSlots(at: Cursor): bigint | undefined {
  return fromOne(readU64, '1 slot or more')(at);
}

function readDelay(at: Cursor): Delay | undefined {
  if (!isJsonObject(at.value)) return readNumber(at, MAX_MS);
  const members = { median: (to: Cursor) => readNumber(to, MAX_MS), sigma: (to: Cursor) => readNumber(to, MAX_SIGMA) };
  const { median, sigma } = readMembers(at, members, ['median', 'sigma']) ?? {};
  return median === undefined || sigma === undefined ? undefined : { median, sigma };
}

function readNumber(at: Cursor, max: number): number | undefined {
  const value = at.value instanceof JsonFloat ? at.value.value : at.value;
  return typeof value === 'number' && value >= 0 && value <= max ? value : at.expected(`a number from 0 to ${max}`);
}

function readTrue(at: Cursor): true | undefined {
  return at.value === true ? true : at.expected('true');
}

function readClosing(at: Cursor): true | number | undefined {
  const { value } = at;
  const isCode = typeof value === 'number' && isCloseCode(value);
  return value === true || isCode ? value : at.expected(CLOSE_CODES);
}

/** Those that may be sent, such as 1001, going away, and 1013, try again later. Source RFC 6455 §7.4 and the registry of IANA */
function isCloseCode(code: number): boolean {
  const isRegistered = code >= 1000 && code <= 1014 && ![1004, 1005, 1006].includes(code);
  return isRegistered || (code >= 3000 && code <= 4999);
}

/** `{match?, then}` */
export function readFault(at: Cursor): Fault | undefined {
  const read = readMembers(at, { match: readMatch, then: readFaultThen }, ['then']);
  if (read?.then === undefined) return undefined;
  return { match: read.match ?? EVERYTHING, ...read.then };
}

const EVERYTHING: FaultMatch = { after: 0, times: Number.POSITIVE_INFINITY, probability: 1, seed: 0 };

const MATCH_READERS = {
  method: readMethods,
  params: (at: Cursor) => at.value,
  after: readU32,
  times: fromOne(readU32),
  probability: (at: Cursor) => readNumber(at, 1),
  seed: readU32,
};

/** In the order of docs/control.md. */
export const FAULT_MATCH_MEMBERS: readonly string[] = Object.keys(MATCH_READERS);

/** Without members: every call. */
function readMatch(at: Cursor): FaultMatch | undefined {
  const read = readMembers(at, MATCH_READERS);
  if (read === undefined) return undefined;
  const { method, params, ...counts } = read;
  return {
    after: counts.after ?? EVERYTHING.after,
    times: counts.times ?? EVERYTHING.times,
    probability: counts.probability ?? EVERYTHING.probability,
    seed: counts.seed ?? EVERYTHING.seed,
    ...(method && { methods: method }),
    ...(params !== undefined && { params }),
  };
}

function readMethods(at: Cursor): readonly string[] | undefined {
  if (!isJsonArray(at.value)) {
    const method = readMethod(at);
    return method === undefined ? undefined : [method];
  }
  return at.value.length === 0 ? at.expected('the name of a method, or a list of names') : readList(at, readMethod);
}

function readMethod(at: Cursor): string | undefined {
  const method = readText(at);
  if (method === undefined) return undefined;
  if (isControl(method)) return at.refuse('control calls have no faults');
  // a misspelled one would never get it
  const meant = suggestMethod(method);
  return meant === undefined ? method : at.refuse('there is no such method', `did you mean ${JSON.stringify(meant)}?`);
}
