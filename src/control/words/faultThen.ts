/**
 * What a fault does: `{delayMs?, rpcError?, http?, …}`.
 * @module
 */
import { isJsonObject, JsonFloat } from '../../codec/json.ts';
import type { Cursor } from '../../document/cursor.ts';
import { presentOf, readMembers } from '../../document/members.ts';
import { readU8, readU32, readU64 } from '../../document/readers.ts';
import { type RpcError, rpcErrors } from '../../errors.ts';
import type { Delay, Fault, FaultThen } from '../../faults/fault.ts';
import { readWord } from '../arguments.ts';
import { readHttpReply, withStatusText } from './httpReply.ts';
import { readRpcErrorWord } from './rpcErrorWord.ts';

/** What a timer takes. */
const MAX_MS = 2 ** 31 - 1;
/** Standard deviations of the logarithm: more than any network has. */
const MAX_SIGMA = 10;
/** Codes of a Close frame that may be sent. Source RFC 6455 7.4 */
const CLOSE_CODES = 'true, or a code that a Close frame may have';

const READERS = {
  delayMs: readDelay,
  rpcError: readRpcErrorWord,
  http: readHttpReply,
  reset: readTrue,
  truncate: readU32,
  garbage: readTrue,
  stale: readSlots,
  preset: (at: Cursor) => readWord(at, ['rateLimited', 'unhealthy', 'flapping']),
  closeSocket: readClosing,
  dropNotifications: readTrue,
  delayNotificationsMs: readDelay,
  repeatNotifications: readTimes,
};

/** In the order of docs/control.md. */
export const FAULT_THEN_MEMBERS: readonly string[] = Object.keys(READERS);

/** Of each row, only one can happen. */
const EXCLUSIVE: readonly (readonly (keyof typeof READERS)[])[] = [
  ['preset', 'rpcError', 'stale', 'garbage', 'reset'],
  ['preset', 'http', 'garbage', 'reset', 'closeSocket'],
  ['preset', 'truncate', 'garbage', 'reset'],
  ['closeSocket', 'dropNotifications', 'delayNotificationsMs'],
  ['dropNotifications', 'repeatNotifications'],
];

/** At least one member. */
export function readFaultThen(at: Cursor): Pick<Fault, 'then' | 'isFlapping'> | undefined {
  const read = readMembers(at, READERS);
  if (read === undefined) return undefined;
  const given = at.members().map(({ key }) => key);
  if (given.length === 0) return at.expected(`one of ${FAULT_THEN_MEMBERS.join(', ')}`);
  for (const row of EXCLUSIVE) {
    const [first, second] = row.filter((name) => given.includes(name));
    if (second !== undefined) return at.member(second).refuse(`there cannot be ${second} where there is ${first}`);
  }
  const { preset, ...others } = read;
  const then: FaultThen = { ...presentOf(others), ...(preset && PRESETS[preset]) };
  const { http } = then;
  const isAnswered = http === undefined || then.rpcError !== undefined;
  return { then: isAnswered ? then : { ...then, http: withStatusText(http) }, isFlapping: preset === 'flapping' };
}

/** As an error of the node is given by hand. */
function given({ code, data, message }: RpcError): FaultThen {
  return { rpcError: { code, message, data } };
}

const PRESETS: Readonly<Record<'rateLimited' | 'unhealthy' | 'flapping', FaultThen>> = {
  rateLimited: { http: { status: 429, headers: [['retry-after', '1']], body: undefined } },
  unhealthy: given(rpcErrors.nodeUnhealthyUnknown()),
  flapping: given(rpcErrors.nodeUnhealthyUnknown()),
};

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

function readSlots(at: Cursor): bigint | undefined {
  const slots = readU64(at);
  return slots === 0n ? at.expected('1 slot or more') : slots;
}

function readTimes(at: Cursor): number | undefined {
  const times = readU8(at);
  return times === 0 ? at.expected('1 or more') : times;
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
