import type { NewFault, NewFaultMatch } from '../script/format/ledgerJsonTypes.ts';
import { FAULT_MATCH_MEMBERS } from '../script/ledgerJson/faultRule.ts';

/**
 * The calls of a method that `answer` and `fail` are for: docs/control.md describes each member. `optional`: a strict test may leave the
 * answer or the fault unused.
 */
export type AnswerMatch = Omit<NewFaultMatch, 'method'> & Pick<NewFault, 'optional'>;

/** The names of its members. */
export const MATCH_NAMES: readonly string[] = [
  ...Object.keys(FAULT_MATCH_MEMBERS).filter((name) => name !== 'method'),
  'optional',
];
