import { nearest } from '../codec/text.ts';
import type { Delay, FaultThen } from '../live/faults/fault.ts';
import type { NodeVersionName } from '../nodeVersion.ts';
import type { U64 } from '../solana/meta.ts';
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
  /** matches that are skipped first */
  readonly after?: number;
  /** at most this many times */
  readonly times?: number;
  /** from 0 to 1 */
  readonly probability?: number;
  /** of everything that is random; default 0 */
  readonly seed?: number;
}

export interface NewFaultMatch extends NewFaultMoment {
  readonly method?: string | readonly string[];
}

export type NewDelay = Delay;

export interface NewHttpReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** text, or a value that is sent as JSON */
  readonly body?: unknown;
}

export interface NewFaultThen
  extends Omit<FaultThen, 'agave' | 'answer' | 'featureSet' | 'http' | 'limit' | 'rpcError' | 'stale'> {
  readonly rpcError?: { readonly code: number; readonly message: string; readonly data?: unknown };
  readonly http?: NewHttpReply;
  /** in place of what the ledger answers */
  readonly result?: unknown;
  /** one after the other; the last one stays */
  readonly results?: readonly unknown[];
  /** calls of a client (address and API key) beyond it get 429; `burst` is `perSecond`, `perMethod` false by default */
  readonly limit?: { readonly perSecond: number; readonly burst?: number; readonly perMethod?: true };
  /** slots that the answer is behind */
  readonly stale?: U64;
  /** another node answers: of this version of Agave, of that of the ledger by default, and this many slots behind; `featureSet` is for its getVersion */
  readonly as?: { readonly agave?: NodeVersionName; readonly featureSet?: number; readonly stale?: U64 };
  readonly preset?: 'rateLimited' | 'unhealthy' | 'flapping';
}

/** What happens, and when, in one object; `http: 429` is short for `http: { status: 429 }`. */
export type Failing = NewFaultMoment & Omit<NewFaultThen, 'http'> & { readonly http?: number | NewHttpReply };

const MOMENT: readonly (keyof NewFaultMoment)[] = ['params', 'after', 'times', 'probability', 'seed'];

/**
 * As stillnode_addFault takes it.
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

/** A misspelled name of these is refused as one of them. */
function isOfMoment(name: string): boolean {
  return nearest(name, MOMENT) !== undefined;
}
