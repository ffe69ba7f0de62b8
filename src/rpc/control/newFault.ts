import { nearest } from '../../codec/text.ts';
import type { U64 } from '../../solana/meta.ts';
import { assertObject } from './newAccount.ts';

/**
 * Faults, as the code of a test writes them.
 * @module
 */

/** docs/control.md describes each member. */
export interface NewFault {
  /** default: every call */
  readonly match?: NewFaultMatch;
  readonly then: NewFaultThen;
}

/** When a fault happens, besides the method. */
export interface NewFaultMoment {
  /** a value that the parameters contain: members of objects, beginnings of lists */
  readonly params?: unknown;
  /** the first matches that are spared */
  readonly after?: number;
  /** it happens at most so often */
  readonly times?: number;
  /** from 0 to 1 */
  readonly probability?: number;
  /** of everything that is random; default 0 */
  readonly seed?: number;
}

export interface NewFaultMatch extends NewFaultMoment {
  readonly method?: string | readonly string[];
}

/** Milliseconds, or a log-normal distribution of them. */
export type NewDelay = number | { readonly median: number; readonly sigma: number };

export interface NewHttpReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** text, or a value that is sent as JSON */
  readonly body?: unknown;
}

export interface NewFaultThen {
  readonly delayMs?: NewDelay;
  readonly rpcError?: { readonly code: number; readonly message: string; readonly data?: unknown };
  readonly http?: NewHttpReply;
  readonly reset?: true;
  /** bytes of the body that are sent */
  readonly truncate?: number;
  readonly garbage?: true;
  /** slots that the answer is behind */
  readonly stale?: U64;
  readonly preset?: 'rateLimited' | 'unhealthy' | 'flapping';
  /** true, or the code of a Close frame */
  readonly closeSocket?: true | number;
  readonly dropNotifications?: true;
  readonly delayNotificationsMs?: NewDelay;
  /** extra copies */
  readonly repeatNotifications?: number;
}

/** What happens, and when, in one object; `http: 429` is short for `http: { status: 429 }`. */
export type Failing = NewFaultMoment & Omit<NewFaultThen, 'http'> & { readonly http?: number | NewHttpReply };

const MOMENT: readonly (keyof NewFaultMoment)[] = ['params', 'after', 'times', 'probability', 'seed'];

/**
 * As a fault.
 *
 * @throws TypeError if there is nothing that happens
 */
export function faultOf(method: string | readonly string[], how: Failing): object {
  assertObject(how, 'how', "fail('getBlock', { http: 429 })");
  const { http, ...others } = how;
  const [match, then] = [true, false].map((ofMoment) =>
    Object.fromEntries(Object.entries(others).filter(([name]) => isOfMoment(name) === ofMoment)),
  );
  return { match: { method, ...match }, then: { ...then, http: typeof http === 'number' ? { status: http } : http } };
}

/** A word that is nearly one of these is refused as one of them. */
function isOfMoment(name: string): boolean {
  return nearest(name, MOMENT) !== undefined;
}
