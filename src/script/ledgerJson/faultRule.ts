import { STATUS_CODES } from 'node:http';
import { isJsonArray, isJsonObject, JsonFloat, type JsonValue, stringifyGiven } from '../../codec/jsonText.ts';
import { type RpcError, rpcErrors } from '../../errors.ts';
import { type Delay, MAX_TIMER_MS } from '../../live/faults/delay.ts';
import {
  type Fault,
  type FaultMatch,
  type FaultThen,
  HANDSHAKE_EFFECTS,
  type HttpReply,
} from '../../live/faults/fault.ts';
import type { Limit } from '../../live/faults/limit.ts';
import { NODE_VERSIONS } from '../../nodeVersion.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { presentOf } from '../../syntax/members.ts';
import { readI64, readList, readText } from '../../syntax/readers.ts';
import {
  anyOf,
  boolean,
  converted,
  count,
  exclusive,
  fromOne,
  json,
  list,
  mapOf,
  named,
  type ObjectOf,
  object,
  oneOf,
  optional,
  readElsewhere,
  type Syntax,
  syntax,
  text,
  trueOnly,
  u8,
  u32,
  withDefault,
} from '../../syntax/syntax.ts';
import { versionName } from './protocolMembers.ts';
import { sendMatchRule } from './sendMatchRule.ts';

/**
 * A fault as people write it, `{match?, then}`: in `faults` of `ledger.json`, and for stillnode_addFault. The types of the library, the
 * JSON Schema and the tables of docs/control.md are written from these descriptions.
 * @module
 */

/** The members of `match`, in the order of docs/control.md. */
export const FAULT_MATCH_MEMBERS = {
  method: optional(
    anyOf(readMethods, text, list(text, { minItems: 1 })),
    'name of a method, or a list of names; of notifications `slotNotification` and so on; default: all. A misspelled name is refused',
  ),
  params: optional(
    json(),
    'a value that the parameters must contain: a list may be longer, an object may have more members, at every depth; of a notification `{"result":…,"subscription":n}`',
  ),
  sent: optional(
    readElsewhere(sendMatchRule),
    'only for the method `sendTransaction`: the match of the transaction that it sends, as in send rules, without `nth`',
  ),
  after: withDefault(u32, 0, 'this many matching calls come first without the fault'),
  times: optional(fromOne(u32), 'the fault applies at most this often; default: always'),
  probability: withDefault(number(1), 1, 'from 0 to 1, for each matching call after the first `after`'),
  seed: withDefault(
    u32,
    0,
    'u32, the seed of everything random in the fault; default: 0. The same seed gives the same sequence',
  ),
};

const EVERY_CALL: FaultMatch = { after: 0, times: Number.POSITIVE_INFINITY, probability: 1, seed: 0 };

const faultMatch: Syntax<FaultMatch> = named(
  'faultMatch',
  converted(object(FAULT_MATCH_MEMBERS), ({ method: methods, params, sent: _, times, ...counts }) => ({
    ...counts,
    times: times ?? EVERY_CALL.times,
    ...presentOf({ methods, params }),
  })),
);

/** Reads a name, or a list of names. */
function readMethods(at: Cursor): readonly string[] | undefined {
  if (isJsonArray(at.value) && at.value.length > 0) return readList(at, readText);
  if (isJsonArray(at.value)) return at.expected('the name of a method, or a list of names');
  const method = readText(at);
  return method === undefined ? undefined : [method];
}

/** Standard deviations of the logarithm: more than any network has. */
const MAX_SIGMA = 10;

const spread = object({ median: number(MAX_TIMER_MS), sigma: number(MAX_SIGMA) }, 'log-normal');
const delay = named<Delay>(
  'delay',
  anyOf<Delay>((at) => (isJsonObject(at.value) ? spread(at) : number(MAX_TIMER_MS)(at)), number(MAX_TIMER_MS), spread),
);

/** `{code, message, data?}`, an error that a test gives. */
export const givenRpcError = object({
  code: syntax(readCode, { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
  message: text,
  data: optional(json()),
});

/** Client libraries read a code as a double. */
function readCode(at: Cursor): number | undefined {
  const code = readI64(at);
  if (code === undefined || Number.isSafeInteger(Number(code))) return code === undefined ? undefined : Number(code);
  return at.expected('a code that a double holds exactly');
}

const results = syntax(
  (at) => (isJsonArray(at.value) && at.value.length > 0 ? at.value : at.expected('a list of results, at least one')),
  { type: 'array', items: {}, minItems: 1 },
);

/** a limit above the rate of any client */
const MAX_RATE = 1_000_000;

const rate = converted(number(MAX_RATE), (value, at) => (value === 0 ? at.expected('a number above 0') : value));

const limit = converted(
  object({ perSecond: rate, burst: optional(fromOne(u32)), perMethod: optional(trueOnly) }),
  ({ burst, perMethod, perSecond }): Limit => ({
    perSecond,
    burst: burst ?? Math.max(1, Math.floor(perSecond)),
    isPerMethod: perMethod ?? false,
  }),
);

/** Source RFC 9110 5.1 and 5.5 */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e]*$/;

const FROM_BODY = 'this header follows from the body';

/** Headers that a reply cannot be given, and why. */
const REFUSED_HEADERS: ReadonlyMap<string, string> = new Map([
  ['content-length', FROM_BODY],
  ['transfer-encoding', FROM_BODY],
  ['trailer', 'replies have no trailers'],
]);

const headerName = syntax((at) => {
  if (!HEADER_NAME.test(at.key)) return at.refuse('this cannot be the name of a header');
  const refusal = REFUSED_HEADERS.get(at.key.toLowerCase());
  return refusal === undefined ? at.key : at.refuse(refusal);
}, text.schema);
const headerValue = converted(text, (value, at) => (HEADER_VALUE.test(value) ? value : at.expected('visible ASCII')));

/** a status that ends a request */
const status = syntax(
  (at) => {
    const { value } = at;
    const isStatus = typeof value === 'number' && value >= 200 && value <= 599;
    return isStatus ? value : at.expected('a status from 200 to 599');
  },
  { type: 'integer', minimum: 200, maximum: 599 },
);

const TEXT_TYPE = 'text/plain; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

const httpReply: Syntax<HttpReply> = named(
  'httpReply',
  converted(
    object({
      status,
      headers: optional(mapOf(headerName, headerValue)),
      body: optional(json(), 'text, or a value that is sent as JSON'),
    }),
    replyOf,
  ),
);

const addedHeaders = converted(mapOf(headerName, headerValue), (headers, at) =>
  headers.size === 0 ? at.expected('a header') : [...headers],
);

interface GivenReply {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string> | undefined;
  readonly body: JsonValue | undefined;
}

function replyOf({ body, headers = new Map(), status }: GivenReply): HttpReply {
  const reply = { status, headers: [...headers] };
  if (typeof body === 'string') return withBody(reply, body, TEXT_TYPE);
  return body === undefined ? { ...reply, body } : withBody(reply, stringifyGiven(body), JSON_TYPE);
}

/** Statuses of replies without a body. Source RFC 9110 15.3.5 and 15.4.5 */
const BODILESS = [204, 304];

/** The reply with the text of its status, if it has no body. */
function withStatusText(reply: HttpReply): HttpReply {
  const { body, status } = reply;
  if (body !== undefined) return reply;
  const line = BODILESS.includes(status) ? '' : `${status} ${STATUS_CODES[status] ?? ''}`.trimEnd();
  return withBody(reply, line === '' ? '' : `${line}\n`, TEXT_TYPE);
}

function withBody({ headers, status }: Omit<HttpReply, 'body'>, body: string, type: string): HttpReply {
  const hasType = body === '' || headers.some(([name]) => name.toLowerCase() === 'content-type');
  return { status, headers: hasType ? headers : [['content-type', type], ...headers], body };
}

const slots = fromOne(count, '1 slot or more');

const otherNode = converted(
  object({ agave: optional(versionName), featureSet: optional(u32), stale: optional(slots) }, { minProperties: 1 }),
  ({ agave, ...others }, at): Pick<FaultThen, 'agave' | 'featureSet' | 'stale'> | undefined => {
    if (at.members().length === 0) return at.expected('agave, stale or both');
    if (others.featureSet !== undefined && agave === undefined)
      return at.member('featureSet').refuse('there cannot be as.featureSet without as.agave');
    return presentOf({ agave: agave && NODE_VERSIONS[agave], ...others });
  },
);

/** The code of a Close frame. */
export const closeCode = syntax(
  (at) => {
    const { value } = at;
    const isCode = typeof value === 'number' && isCloseCode(value);
    return isCode ? value : at.expected('a code that a Close frame may have');
  },
  { type: 'integer', minimum: 1000, maximum: 4999 },
);

const closing = syntax<true | number>(
  (at) => {
    const { value } = at;
    const isCode = typeof value === 'number' && isCloseCode(value);
    return value === true || isCode ? value : at.expected('true, or a code that a Close frame may have');
  },
  { anyOf: [{ enum: [true] }, { type: 'integer', minimum: 1000, maximum: 4999 }] },
);

/** Codes that a Close frame may have, such as 1001, going away, and 1013, try again later. Source RFC 6455 §7.4 and the registry of IANA */
function isCloseCode(code: number): boolean {
  const isRegistered = code >= 1000 && code <= 1014 && ![1004, 1005, 1006].includes(code);
  return isRegistered || (code >= 3000 && code <= 4999);
}

const THEN_PRESET_NAMES = ['rateLimited', 'unhealthy', 'flapping'] as const;

const THEN_PRESETS: Readonly<Record<(typeof THEN_PRESET_NAMES)[number], FaultThen>> = {
  rateLimited: { http: { status: 429, headers: [['retry-after', '1']], body: undefined } },
  unhealthy: errorOf(rpcErrors.nodeUnhealthyUnknown()),
  // for every other call: `isFlapping`
  flapping: errorOf(rpcErrors.nodeUnhealthyUnknown()),
};

function errorOf({ code, data, message }: RpcError): FaultThen {
  return { rpcError: { code, message, data } };
}

/** The members of `then`, in the order of docs/control.md. */
export const FAULT_THEN_MEMBERS = {
  delayMs: optional(
    delay,
    'the answer is delayed by this many milliseconds, or by `{"median":n,"sigma":n}` (log-normal). The call is carried out at once, on the ledger of that moment; calls behind it in a batch or on a socket wait',
  ),
  rpcError: optional(
    givenRpcError,
    '`{"code","message","data"?}` is the answer. Without `data`, codes with which a node always sends data (-32002, -32005, -32016, -32017, -32018) have them, from the message and the processed tip',
  ),
  result: optional(json(), 'any JSON is the result, unchanged; the call is not carried out'),
  results: optional(results, 'a list: one result after the other, and the last one stays'),
  limit: optional(
    limit,
    '`{"perSecond","burst"?,"perMethod"?}`: a call of a client (address and API key) beyond it gets HTTP 429 with `retry-after` in whole seconds, and with `rpcError` that body. `burst` is the number of calls that may come at once, by default `perSecond`; with `"perMethod":true` each method is counted on its own. For a call within the limit it is as if this fault did not exist: it is no hit, and the next fault that matches decides',
  ),
  http: optional(
    httpReply,
    '`{"status","headers"?,"body"?}` is the reply. The default body is the text of the status, or with `rpcError` the answer with that error. A body that is not text is sent as JSON',
  ),
  headers: optional(
    addedHeaders,
    'these headers, `{name: value}`, are added to the reply over HTTP, whatever it is: such as `x-ratelimit-remaining`. The call is carried out',
  ),
  reset: optional(trueOnly, 'the connection ends with a TCP reset, before any byte of the reply'),
  truncate: optional(u32, 'the connection ends after this many bytes of the body'),
  garbage: optional(trueOnly, 'the body is not JSON'),
  stale: optional(
    slots,
    'the call is answered with every tip this many slots back. Only for methods that read: a fault with only `stale` does not match sends',
  ),
  as: optional(
    otherNode,
    '`{"agave"?,"stale"?}`, at least one: another node answers, of this version of Agave and this many slots behind, as behind a load balancer. `featureSet` beside `agave` is the number for its getVersion. Only for methods that read',
  ),
  preset: optional(
    oneOf(THEN_PRESET_NAMES),
    '`rateLimited`: HTTP 429 with `Retry-After: 1`; `unhealthy`: the error -32005; `flapping`: the same for every other call, starting with the first',
  ),
  closeSocket: optional(
    closing,
    'the socket ends in place of the message: `true` without a Close frame, as a node does, or a number with this close code: 1000, 1001, 1013, 4000 and so on',
  ),
  refuseSocket: optional(
    httpReply,
    'the handshake of a WebSocket gets this reply, as `http` has it, and no socket opens. A handshake is no call: such a fault has no other effect, and its `match` neither `method` nor `params`',
  ),
  closeIdleSocketAfterMs: optional(
    number(MAX_TIMER_MS, 1),
    'the socket that opens ends without a Close frame when it has had no message and no ping for this many milliseconds, 1 or more, as proxies cut idle connections. It follows from the handshake, as `refuseSocket` does',
  ),
  dropNotifications: optional(trueOnly, 'notifications are not sent'),
  delayNotificationsMs: optional(delay, 'as `delayMs`; notifications behind a delayed one wait too'),
  repeatNotifications: optional(fromOne(u8), 'notifications are sent this many more times'),
};

/** Effects that another node, which answers the whole call, cannot have. */
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

/** Members that exclude each other: each row has at most one. */
const EXCLUSIVE: readonly (readonly (keyof typeof FAULT_THEN_MEMBERS)[])[] = [
  ['preset', 'rpcError', 'result', 'results', 'stale', 'garbage', 'reset'],
  ['preset', 'http', 'garbage', 'reset', 'closeSocket'],
  ['preset', 'limit', 'result', 'results', 'stale', 'garbage', 'reset'],
  ['preset', 'truncate', 'garbage', 'reset'],
  ['preset', 'limit', 'http', 'reset', 'headers'],
  ['closeSocket', 'dropNotifications', 'delayNotificationsMs'],
  ['dropNotifications', 'repeatNotifications'],
  ...NOT_OF_OTHER_NODE.map((name) => [name, 'as'] as const),
  ...HANDSHAKE_EFFECTS.flatMap((effect) =>
    (Object.keys(FAULT_THEN_MEMBERS) as (keyof typeof FAULT_THEN_MEMBERS)[])
      .filter((name) => name !== effect)
      .map((name) => [name, effect] as const),
  ),
];

const faultThen = named(
  'faultThen',
  converted(exclusive(object(FAULT_THEN_MEMBERS, { minProperties: 1 }), EXCLUSIVE), effectOf),
);

type GivenThen = ObjectOf<typeof FAULT_THEN_MEMBERS>;

function effectOf(members: GivenThen, at: Cursor): Pick<Fault, 'then' | 'isFlapping'> | undefined {
  if (at.members().length === 0) return at.expected(`one of ${Object.keys(FAULT_THEN_MEMBERS).join(', ')}`);
  const {
    as,
    limit,
    preset,
    refuseSocket,
    result,
    results = result === undefined ? undefined : [result],
    ...others
  } = members;
  if (others.stale !== undefined && as?.stale !== undefined)
    return at.member('as').member('stale').refuse('there cannot be as.stale where there is stale');
  const then: FaultThen = {
    ...presentOf(others),
    ...as,
    ...(results && { answer: answerOf(results) }),
    ...(limit && { limit, http: others.http ?? { status: 429, headers: [], body: undefined } }),
    ...(preset && THEN_PRESETS[preset]),
  };
  if (refuseSocket !== undefined) return { then: { refuseSocket: withStatusText(refuseSocket) }, isFlapping: false };
  const { http } = then;
  const isAnswered = http === undefined || then.rpcError !== undefined;
  return { then: isAnswered ? then : { ...then, http: withStatusText(http) }, isFlapping: preset === 'flapping' };
}

/** One after the other; the last one stays. */
function answerOf(results: readonly JsonValue[]): NonNullable<FaultThen['answer']> {
  const texts = results.map(stringifyGiven);
  return (_params, n) => texts[Math.min(n, texts.length - 1)]!;
}

/** A member of faults and of send rules. */
export const mayBeUnused = optional(
  syntax(boolean, { type: 'boolean', default: false }),
  'a strict test does not fail if it is never used',
);

/** A fault; its reader does not know which methods there are, and leaves out `sent`, which is read with a ledger. */
export const FAULT: Syntax<Fault> = named(
  'fault',
  converted(
    object({
      match: withDefault(faultMatch, EVERY_CALL, 'default: every call'),
      then: faultThen,
      optional: mayBeUnused,
    }),
    ({ match, then }, at): Fault | undefined => {
      const effect = HANDSHAKE_EFFECTS.find((name) => then.then[name] !== undefined);
      if (effect === undefined) return { match, ...then };
      const chosen = (['method', 'params'] as const).map((name) => at.member('match').member(name));
      const [first] = chosen.filter(({ value }) => value !== undefined);
      return first === undefined ? { match, ...then } : first.refuse(`a handshake (then.${effect}) is no call`);
    },
  ),
);

function number(maximum: number, minimum = 0): Syntax<number> {
  return syntax(
    (at) => {
      const value = at.value instanceof JsonFloat ? at.value.value : at.value;
      const isInRange = typeof value === 'number' && value >= minimum && value <= maximum;
      return isInRange ? value : at.expected(`a number from ${minimum} to ${maximum}`);
    },
    { type: 'number', minimum, maximum },
  );
}
