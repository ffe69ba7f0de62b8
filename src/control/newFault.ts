import { nearest } from '../codec/suggest.ts';
import type { NewFault, NewFaultMatch, NewFaultThen, NewHttpReply } from '../script/format/ledgerJsonTypes.ts';
import { FAULT_MATCH_MEMBERS } from '../script/ledgerJson/faultRule.ts';
import { assertObject } from './assertArguments.ts';

/** The short form of a fault in the code of a test: `fail('getBlock', { http: 429, times: 2 })`. @module */

/** The match of a fault without its `method`: the other members that choose calls. */
export type NewFaultMoment = Omit<NewFaultMatch, 'method'>;

/** A fault in one object: its calls and its effects; `http: 429` is short for `http: { status: 429 }`. */
export type Failing = NewFaultMoment &
  Omit<NewFaultThen, 'http'> &
  Pick<NewFault, 'optional'> & { readonly http?: number | NewHttpReply };

/**
 * The fault as stillnode_addFault takes it.
 *
 * @throws TypeError if `how` is not an object
 */
export function faultJson(method: string | readonly string[], how: Failing): object {
  assertObject(how, 'how', "fail('getBlock', { http: 429 })");
  const { http, optional, ...others } = how;
  const members = Object.entries(others);
  const match = Object.fromEntries(members.filter(([name]) => isMatchMember(name)));
  const then = Object.fromEntries(members.filter(([name]) => !isMatchMember(name)));
  return {
    match: { method, ...match },
    then: { ...then, http: typeof http === 'number' ? { status: http } : http },
    optional,
  };
}

const MATCH_NAMES = Object.keys(FAULT_MATCH_MEMBERS).filter((name) => name !== 'method');

/** Whether a name is a member of `match`. A misspelled one counts, so that it is refused there. */
function isMatchMember(name: string): boolean {
  return nearest(name, MATCH_NAMES) !== undefined;
}
