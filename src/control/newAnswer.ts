import { isJsonArray, type JsonText, type JsonValue, stringifyJson } from '../codec/jsonText.ts';
import type { LedgerState } from '../ledger/state.ts';
import type { FaultThen, GivenFault } from '../live/faults/fault.ts';
import { jsonOf, toPlain } from '../rpc/protocol/inProcessCalls.ts';
import { assertOptions } from './assertArguments.ts';
import { isControl } from './controlMethod.ts';
import { type AnswerMatch, MATCH_NAMES, matchWithSent } from './newFault.ts';
import { faultOf } from './parse/parseFaults.ts';
import { misspelledMethodText } from './suggestMethod.ts';

/**
 * Answers that a test gives in place of the node: faults with results, or with a function.
 * @module
 */

/** Makes the answer to a call from its parameters. In both, integers beyond 2^53 are bigints. */
export type AnswerMaker = (...params: never[]) => unknown;

/**
 * The fault as stillnode_addFault takes it; for a function, the one that stillnode_listFaults shows.
 *
 * @param answer the result; a list: one result after the other, and the last one stays; a function makes it
 * @throws TypeError for a misspelled method, a control method, or no answer
 */
export function answerJson(method: unknown, answer: unknown, match: AnswerMatch = {}): object {
  const name = methodOf(method);
  assertOptions(match, MATCH_NAMES, 'answer');
  assertAnswer(name, answer);
  const { optional, ...whichCalls } = match;
  // names what JSON does not have by its place in the arguments
  jsonOf(whichCalls.params ?? null, 'params');
  if (typeof answer !== 'function') jsonOf(answer, 'answer');
  return { match: matchWithSent({ method: name, ...whichCalls }), then: shownAnswer(answer), optional };
}

function shownAnswer(answer: unknown): object {
  if (typeof answer === 'function') return { result: 'a function' };
  return Array.isArray(answer) ? { results: answer } : { result: answer };
}

/**
 * The fault whose answers a function makes, which no control call can add.
 *
 * @param json what `answerJson` made
 * @throws RpcError invalidArgument
 */
export function functionFault(json: object, make: AnswerMaker, state: LedgerState): GivenFault {
  const rule = faultOf(jsonOf(json, 'rule'), state);
  return { ...rule, fault: { ...rule.fault, then: { answer: answerBy(make) } } };
}

function answerBy(make: AnswerMaker): NonNullable<FaultThen['answer']> {
  const call = make as (...params: readonly unknown[]) => unknown;
  return async (params) => textOf(await call(...argumentsOf(params)));
}

function methodOf(method: unknown): string {
  if (typeof method !== 'string' || method === '')
    throw new TypeError(
      `\`method\` has to be the name of a method, not ${method === '' ? 'an empty string' : String(method)}`,
    );
  if (isControl(method))
    throw new TypeError(`\`method\` has to be one that the node answers, not the control method ${method}`);
  const message = misspelledMethodText(method);
  if (message !== undefined) throw new TypeError(message);
  return method;
}

function assertAnswer(method: string, answer: unknown): void {
  if (answer === undefined)
    throw new TypeError(`\`answer\` of ${method} is missing: give a value, or a function that makes it`);
  if (answer instanceof Error)
    throw new TypeError(`\`answer\` of ${method} is an error: throw it, as in () => { throw error; }`);
  if (Array.isArray(answer) && answer.length === 0)
    throw new TypeError(
      `\`answer\` of ${method} is an empty list: a list has one result after the other, so write [[]]`,
    );
}

/** Parameters by name are one argument. */
function argumentsOf(params: JsonValue | undefined): readonly unknown[] {
  if (params === undefined || params === null) return [];
  return isJsonArray(params) ? params.map(toPlain) : [toPlain(params)];
}

function textOf(value: unknown): JsonText {
  return stringifyJson(jsonOf(value ?? null, 'answer'));
}
