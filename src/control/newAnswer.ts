import { isJsonArray, type JsonObject, type JsonText, type JsonValue, stringifyJson } from '../codec/jsonText.ts';
import type { Fault, FaultThen, GivenFault } from '../live/faults/fault.ts';
import { jsonOf, toPlain } from '../rpc/protocol/inProcessCalls.ts';
import type { NewFault, NewFaultMatch } from '../script/format/ledgerJsonTypes.ts';
import { assertOptions } from './assertArguments.ts';
import { isControl } from './controlMethod.ts';
import { misspelledMethodText } from './suggestMethod.ts';

/**
 * Answers that a test gives in place of the node: faults that have a function.
 * @module
 */

/** Makes the answer to a call from its parameters. In both, integers beyond 2^53 are bigints. */
export type AnswerMaker = (...params: never[]) => unknown;

/** The calls that are answered, and whether a strict test may leave the answer unused. */
export type AnswerMatch = Pick<NewFaultMatch, 'params' | 'times'> & Pick<NewFault, 'optional'>;

/**
 * @param answer the result; a list: one result after the other, and the last one stays; a function makes it
 * @returns the fault, and its text in stillnode_listFaults; without a function, stillnode_addFault takes it
 * @throws TypeError for a misspelled method, a control method, or no answer
 */
export function answerFault(method: unknown, answer: unknown, match: AnswerMatch = {}): GivenFault {
  const name = methodOf(method);
  assertOptions(match, ['params', 'times', 'optional'], 'answer');
  const { optional, params, times } = match;
  if (times !== undefined && !(Number.isInteger(times) && times >= 1))
    throw new TypeError(`\`times\` has to be a whole number from 1, not ${String(times)}`);
  if (optional !== undefined && typeof optional !== 'boolean')
    throw new TypeError(`\`optional\` has to be true or false, not ${String(optional)}`);
  const expected = params === undefined ? {} : { params: jsonOf(params, 'params') };
  const counts = { after: 0, times: times ?? Number.POSITIVE_INFINITY, probability: 1, seed: 0 };
  const fault: Fault = {
    match: { methods: [name], ...expected, ...counts },
    then: { answer: makerOf(name, answer) },
    isFlapping: false,
  };
  const shownMatch = { method: name, ...expected, ...(times !== undefined && { times }) };
  const json = { match: shownMatch, then: shownAnswer(answer), ...(optional !== undefined && { optional }) };
  return { fault, json };
}

function shownAnswer(answer: unknown): JsonObject {
  if (typeof answer === 'function') return { result: 'a function' };
  const json = jsonOf(answer ?? null, 'answer');
  return Array.isArray(answer) ? { results: json } : { result: json };
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

function makerOf(method: string, answer: unknown): NonNullable<FaultThen['answer']> {
  if (answer === undefined)
    throw new TypeError(`\`answer\` of ${method} is missing: give a value, or a function that makes it`);
  if (answer instanceof Error)
    throw new TypeError(`\`answer\` of ${method} is an error: throw it, as in () => { throw error; }`);
  if (typeof answer !== 'function') {
    // values that are changed later are answered as they were given
    const texts = Array.isArray(answer) ? answer.map((item, i) => textOf(item, `answer[${i}]`)) : [textOf(answer)];
    if (texts.length === 0)
      throw new TypeError(
        `\`answer\` of ${method} is an empty list: a list has one result after the other, so write [[]]`,
      );
    return (_params, n) => texts[Math.min(n, texts.length - 1)]!;
  }
  const make = answer as (...params: readonly unknown[]) => unknown;
  return async (params) => textOf(await make(...argumentsOf(params)));
}

/** Parameters by name are one argument. */
function argumentsOf(params: JsonValue | undefined): readonly unknown[] {
  if (params === undefined || params === null) return [];
  return isJsonArray(params) ? params.map(toPlain) : [toPlain(params)];
}

function textOf(value: unknown, name = 'answer'): JsonText {
  return stringifyJson(jsonOf(value ?? null, name));
}
