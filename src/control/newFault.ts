import type { NewFault as FaultJson, NewFaultMatch as FaultMatchJson } from '../script/format/ledgerJsonTypes.ts';
import { FAULT_MATCH_MEMBERS } from '../script/ledgerJson/faultRule.ts';
import { type NewSendMatch, sendMatchJson } from './newSendRule.ts';

/**
 * Faults as the code of a test writes them, and the calls that they are for.
 * @module
 */

/** A fault: docs/control.md describes each member. */
export interface NewFault extends Omit<FaultJson, 'match'> {
  /** default: every call */
  readonly match?: NewFaultMatch;
}

/** The calls that a fault is for: all members must match. */
export interface NewFaultMatch extends Omit<FaultMatchJson, 'sent'> {
  /** the match of the transaction that a call of `sendTransaction` sends, as in send rules; only for that method */
  readonly sent?: NewSendMatch;
}

/**
 * The calls of a method that `answer` and `fail` are for: docs/control.md describes each member. `optional`: a strict test may leave the
 * answer or the fault unused.
 */
export type AnswerMatch = Omit<NewFaultMatch, 'method'> & Pick<NewFault, 'optional'>;

/** The names of the members of an `AnswerMatch`. */
export const MATCH_NAMES: readonly string[] = [
  ...Object.keys(FAULT_MATCH_MEMBERS).filter((name) => name !== 'method'),
  'optional',
];

/**
 * The fault as stillnode_addFault takes it.
 *
 * @throws TypeError for an invalid match of a transaction
 */
export function faultJson(fault: NewFault): unknown {
  // JavaScript without types may give another value, which the node refuses
  const match = fault?.match;
  return match?.sent === undefined ? fault : { ...fault, match: matchWithSent(match) };
}

/** The match of a fault as the wire has it, which differs in `sent`. */
export function matchWithSent(match: NewFaultMatch): object {
  return match.sent === undefined ? match : { ...match, sent: sendMatchJson(match.sent) };
}
