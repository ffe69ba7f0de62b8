import { nearest } from '../codec/suggest.ts';
import type { NewFaultMatch, NewFaultThen, NewHttpReply } from '../script/format/ledgerJsonTypes.ts';
import { FAULT_MATCH_MEMBERS } from '../script/ledgerJson/faultRule.ts';
import { assertObject } from './newAccount.ts';

/** The short form of a fault in the code of a test: `fail('getBlock', { http: 429, times: 2 })`. */

/** The calls that a fault applies to, besides their method. */
export type NewFaultMoment = Omit<NewFaultMatch, 'method'>;

/** A fault in one object: its calls and its effects; `http: 429` is short for `http: { status: 429 }`. */
export type Failing = NewFaultMoment & Omit<NewFaultThen, 'http'> & { readonly http?: number | NewHttpReply };

/**
 * The fault as stillnode_addFault takes it.
 *
 * @throws TypeError if `how` is not an object
 */
export function faultOf(method: string | readonly string[], how: Failing): object {
  assertObject(how, 'how', "fail('getBlock', { http: 429 })");
  const { http, ...others } = how;
  const [match, then] = [true, false].map((ofMoment) =>
    Object.fromEntries(Object.entries(others).filter(([name]) => isOfMoment(name) === ofMoment)),
  );
  return { match: { method, ...match }, then: { ...then, http: typeof http === 'number' ? { status: http } : http } };
}

const MOMENT = Object.keys(FAULT_MATCH_MEMBERS).filter((name) => name !== 'method');

/** A misspelled name of these is refused as one of them. */
function isOfMoment(name: string): boolean {
  return nearest(name, MOMENT) !== undefined;
}
