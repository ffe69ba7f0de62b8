/** What every method without parameters refuses: `[params, error]`. */
import { errorText } from '../support/answers.ts';

function noParams(debug: string): string {
  return errorText(-32602, 'Invalid parameters: No parameters were expected', JSON.stringify(debug));
}

export const NO_PARAMS_CASES: readonly (readonly [params: string, error: string])[] = [
  ['[1]', noParams('Array([Number(1)])')],
  ['[null]', noParams('Array([Null])')],
  ['[{}]', noParams('Array([Object {}])')],
  ['[{"commitment":"bogus"}]', noParams('Array([Object {"commitment": String("bogus")}])')],
  ['{}', noParams('Map({})')],
  ['{"commitment":"finalized"}', noParams('Map({"commitment": String("finalized")})')],
];
