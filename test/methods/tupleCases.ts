/** What methods with a slot as their only and required argument refuse: `[params, error]`. */
import { badParams } from '../support/answers.ts';

export const SLOT_TUPLE_CASES: readonly (readonly [params: string, error: string])[] = [
  ['null', badParams('invalid type: null, expected a tuple of size 1')],
  ['{}', badParams('invalid type: map, expected a tuple of size 1')],
  ['{"slot":1}', badParams('invalid type: map, expected a tuple of size 1')],
  ['[]', badParams('invalid length 0, expected a tuple of size 1')],
  ['[1,2]', badParams('invalid length 2, expected fewer elements in array')],
  ['[1,null]', badParams('invalid length 2, expected fewer elements in array')],
  ['[1,{"commitment":"confirmed"}]', badParams('invalid length 2, expected fewer elements in array')],
  ['[null]', badParams('invalid type: null, expected u64')],
  ['["1"]', badParams('invalid type: string "1", expected u64')],
  ['[-1]', badParams('invalid value: integer `-1`, expected u64')],
  ['[1.0]', badParams('invalid type: floating point `1.0`, expected u64')],
  ['[{}]', badParams('invalid type: map, expected u64')],
  // what stands first is looked at first
  ['["1",2]', badParams('invalid type: string "1", expected u64')],
];
