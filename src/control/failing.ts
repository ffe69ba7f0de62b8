import { nearest } from '../codec/suggest.ts';
import type { NewFaultThen, NewHttpReply } from '../script/format/ledgerJsonTypes.ts';
import { FAULT_THEN_MEMBERS } from '../script/ledgerJson/faultRule.ts';
import { assertObject, assertOptions } from './assertArguments.ts';
import { type AnswerMatch, MATCH_NAMES, matchWithSent } from './newFault.ts';

/** The short form of a fault in the code of a test: `fail('getBlock', { http: 429 }, { times: 2 })`. @module */

/** The effects of a fault; `http: 429` is short for `http: { status: 429 }`. */
export type Failing = Omit<NewFaultThen, 'http'> & { readonly http?: number | NewHttpReply };

/**
 * The fault as stillnode_addFault takes it.
 *
 * @throws TypeError if `how` is not an object, or has a member of the match
 */
export function failingJson(method: string | readonly string[], how: Failing, match: AnswerMatch = {}): object {
  assertObject(how, 'how', "fail('getBlock', { http: 429 })");
  for (const name of Object.keys(how)) assertEffect(name);
  assertOptions(match, MATCH_NAMES, 'fail');
  const { http, ...others } = how;
  const { optional, ...whichCalls } = match;
  return {
    match: matchWithSent({ method, ...whichCalls }),
    then: { ...others, http: typeof http === 'number' ? { status: http } : http },
    optional,
  };
}

const EFFECTS = Object.keys(FAULT_THEN_MEMBERS);

/** @throws TypeError for a member of the match, also if it is misspelled */
function assertEffect(name: string): void {
  const suggestion = nearest(name, [...EFFECTS, ...MATCH_NAMES]);
  if (suggestion === undefined || EFFECTS.includes(suggestion)) return;
  const place = `the third argument: fail('getBlock', { http: 429 }, { ${suggestion}: … })`;
  throw new TypeError(
    suggestion === name
      ? `\`${name}\` belongs in ${place}`
      : `unknown effect \`${name}\`: did you mean \`${suggestion}\` in ${place}?`,
  );
}
