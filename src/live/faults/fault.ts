import type { JsonText, JsonValue } from '../../codec/jsonText.ts';
import type { NodeVersion } from '../../nodeVersion.ts';
import type { SendMatch } from '../../runtime/sendRule.ts';
import type { Delay } from './delay.ts';
import type { Limit } from './limit.ts';

export interface HttpReply {
  readonly status: number;
  /** names and values */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** undefined: the normal body, with this status */
  readonly body: string | undefined;
}

/** The effects of a fault. Of those that are given, all happen that apply to the call or notification. */
export interface FaultThen {
  /** time by which the answer is delayed */
  readonly delayMs?: Delay;
  /** an error that replaces the answer */
  readonly rpcError?: { readonly code: number; readonly message: string; readonly data: JsonValue | undefined };
  /** computes the result in place of the ledger; `n`: number of earlier hits of this fault */
  readonly answer?: (params: JsonValue | undefined, n: number) => JsonText | Promise<JsonText>;
  /** a condition, although users write it among the effects: the fault happens only to calls beyond it */
  readonly limit?: Limit;
  /** an HTTP reply that replaces the answer */
  readonly http?: HttpReply;
  /** names and values of headers that are added to the reply, whatever it is */
  readonly headers?: HttpReply['headers'];
  /** the connection ends with a reset of TCP, and nothing is answered */
  readonly reset?: true;
  /** bytes of the body that are sent before the connection ends */
  readonly truncate?: number;
  /** the body is not JSON */
  readonly garbage?: true;
  /** number of slots by which all tips are moved back for this answer */
  readonly stale?: bigint;
  /** version of another node, which answers instead of the node of the ledger */
  readonly agave?: NodeVersion;
  /** feature set of the node of `agave` */
  readonly featureSet?: number;
  /** the socket ends in place of the message: without a Close frame, or with one that has this code */
  readonly closeSocket?: true | number;
  /** the reply to the handshake of a WebSocket, which does not open */
  readonly refuseSocket?: HttpReply;
  /** milliseconds without a message after which the socket that opens is cut off */
  readonly closeIdleSocketAfterMs?: number;
  readonly dropNotifications?: true;
  readonly delayNotificationsMs?: Delay;
  /** extra copies */
  readonly repeatNotifications?: number;
}

/** The effects on a connection: they affect the whole reply. */
export type ConnectionFault = Pick<FaultThen, 'http' | 'headers' | 'reset' | 'truncate' | 'garbage' | 'closeSocket'>;

/** The effects of the handshake of a WebSocket. */
export type HandshakeFault = Pick<FaultThen, (typeof HANDSHAKE_EFFECTS)[number]>;

/** Whether the fault leaves the answer unchanged: headers are only sent with it. */
export function keepsAnswer({ headers: _, ...others }: ConnectionFault): boolean {
  return Object.values(others).every((effect) => effect === undefined);
}

export interface FaultMatch {
  /** undefined: any */
  readonly methods?: readonly string[];
  /** a part of the parameters: the call must contain it */
  readonly params?: JsonValue;
  /** the call has to send such a transaction; undefined: any call */
  readonly sent?: SendMatch;
  /** matches that are skipped first */
  readonly after: number;
  /** largest number of times that the fault happens */
  readonly times: number;
  /** chance of each match, from 0 to 1 */
  readonly probability: number;
  /** u32 */
  readonly seed: number;
}

export interface Fault {
  readonly match: FaultMatch;
  readonly then: FaultThen;
  /** every other match is skipped */
  readonly isFlapping: boolean;
}

export interface GivenFault {
  /** the fault as the caller wrote it */
  readonly json: JsonValue;
  readonly fault: Fault;
}

/** The way a call arrived. */
export type Transport = 'http' | 'socket' | 'process';

/** The kind of thing that a fault affects: a call, by its transport, a notification, or the handshake of a WebSocket. */
export type Occasion = Transport | 'notification' | 'handshake';

const CALL_EFFECTS = [
  'delayMs',
  'rpcError',
  'answer',
  'http',
  'reset',
  'truncate',
  'garbage',
  'stale',
  'agave',
  'featureSet',
] as const;

/** Effects that only reads can have. */
const READ_EFFECTS: readonly (keyof FaultThen)[] = ['stale', 'agave', 'featureSet'];

/** Effects that follow from the handshake of a WebSocket. */
export const HANDSHAKE_EFFECTS = ['refuseSocket', 'closeIdleSocketAfterMs'] as const;

/** Effects by occasion. */
const EFFECTS: Readonly<Record<Occasion, readonly (keyof FaultThen)[]>> = {
  http: [...CALL_EFFECTS, 'headers'],
  process: CALL_EFFECTS,
  socket: ['delayMs', 'rpcError', 'answer', 'reset', 'garbage', 'closeSocket'],
  notification: ['closeSocket', 'dropNotifications', 'delayNotificationsMs', 'repeatNotifications'],
  handshake: HANDSHAKE_EFFECTS,
};

/** The effects that apply: those in `READ_EFFECTS` only to reads, and a fault with a limit only to HTTP and in-process calls. */
export function effectsOf(then: FaultThen, occasion: Occasion, isRead: boolean): readonly (keyof FaultThen)[] {
  if (then.limit !== undefined && occasion !== 'http' && occasion !== 'process') return [];
  return EFFECTS[occasion].filter((effect) => then[effect] !== undefined && (isRead || !READ_EFFECTS.includes(effect)));
}
