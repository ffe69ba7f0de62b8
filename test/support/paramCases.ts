import { badParam, badParams, errorText } from './answers.ts';
import { namedAddress } from './transactions.ts';

/** Parameters that several methods refuse in the same way, with the errors they are refused with: `[params, error]`. */

export type ParamCase = readonly [params: string, error: string];

function noParams(debug: string): string {
  return errorText(-32602, 'Invalid parameters: No parameters were expected', JSON.stringify(debug));
}

/** For methods without parameters. */
export const NO_PARAMS_CASES: readonly ParamCase[] = [
  ['[1]', noParams('Array([Number(1)])')],
  ['[null]', noParams('Array([Null])')],
  ['[{}]', noParams('Array([Object {}])')],
  ['[{"commitment":"bogus"}]', noParams('Array([Object {"commitment": String("bogus")}])')],
  // by the bytes of UTF-8
  ['[{"😀":1,"\uffee":2}]', noParams('Array([Object {"\uffee": Number(2), "😀": Number(1)}])')],
  ['{}', noParams('Map({})')],
  ['{"commitment":"finalized"}', noParams('Map({"commitment": String("finalized")})')],
];

/** For methods with a slot as their only and required argument. */
export const SLOT_TUPLE_CASES: readonly ParamCase[] = [
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
  // the first one is checked first
  ['["1",2]', badParams('invalid type: string "1", expected u64')],
];

const ADDRESS = `"${namedAddress('anyone')}"`;

const wrongCount = (min: number, max: number, got: number): string =>
  errorText(-32602, `Invalid parameters: Expected from ${min} to ${max} parameters.`, JSON.stringify(`"Got: ${got}"`));

/** Neither the list nor its length. `argument` is any of the arguments. */
export function countCases(min: number, max: number, argument = ADDRESS): readonly ParamCase[] {
  const list = (length: number) => `[${Array(length).fill(argument).join(',')}]`;
  const tooFew = errorText(-32602, `\`params\` should have at least ${min} argument(s)`);
  const short = Array.from({ length: min }, (_, i): ParamCase => [list(i), tooFew]);
  return [
    ['{}', errorText(-32602, '`params` should be an array')],
    ['{"address":1}', errorText(-32602, '`params` should be an array')],
    ...(min > 0 ? ([['null', tooFew]] as const) : []),
    ...short,
    [list(max + 1), wrongCount(min, max, max + 1)],
    [list(max + 3), wrongCount(min, max, max + 3)],
  ];
}

/** A first argument that is no address. `rest` is what follows it. */
export function addressCases(rest = ''): readonly ParamCase[] {
  return [
    [`[null${rest}]`, badParams('invalid type: null, expected a string')],
    [`[5${rest}]`, badParams('invalid type: integer `5`, expected a string')],
    [`[1.0${rest}]`, badParams('invalid type: floating point `1.0`, expected a string')],
    [`[{}${rest}]`, badParams('invalid type: map, expected a string')],
    [`[[]${rest}]`, badParams('invalid type: sequence, expected a string')],
    [`[""${rest}]`, badParam('WrongSize')],
    [`["0OIl"${rest}]`, badParam('Invalid')],
    [`["${'1'.repeat(31)}"${rest}]`, badParam('WrongSize')],
    [`["${'1'.repeat(33)}"${rest}]`, badParam('WrongSize')],
    [`["${'1'.repeat(45)}"${rest}]`, badParam('WrongSize')],
  ];
}

const WORDS = 'expected one of `processed`, `confirmed`, `finalized`';

/** A last argument that must be a bare commitment. `first` is what precedes it, with its comma. */
export function bareCommitmentCases(first: string): readonly ParamCase[] {
  const tupleCases: readonly ParamCase[] = [
    [`[${first}[]]`, badParams('invalid length 0, expected struct CommitmentConfig with 1 element')],
    [`[${first}["bogus"]]`, badParams(`unknown variant \`bogus\`, ${WORDS}`)],
    [`[${first}["processed",1]]`, badParams('invalid length 2, expected fewer elements in array')],
  ];
  return [
    [`[${first}{}]`, badParams('missing field `commitment`')],
    [`[${first}{"minContextSlot":1}]`, badParams('missing field `commitment`')],
    [`[${first}{"commitment":null}]`, badParams('invalid type: null, expected string or map')],
    [`[${first}{"commitment":5}]`, badParams('invalid type: integer `5`, expected string or map')],
    [`[${first}{"commitment":"bogus"}]`, badParams(`unknown variant \`bogus\`, ${WORDS}`)],
    [`[${first}{"commitment":"recent"}]`, badParams(`unknown variant \`recent\`, ${WORDS}`)],
    [`[${first}"confirmed"]`, badParams('invalid type: string "confirmed", expected struct CommitmentConfig')],
    [`[${first}5]`, badParams('invalid type: integer `5`, expected struct CommitmentConfig')],
    [`[${first}true]`, badParams('invalid type: boolean `true`, expected struct CommitmentConfig')],
    ...tupleCases,
  ];
}

/** A last argument that must be a commitment and a slot. `first` as there. */
export function contextConfigCases(first: string): readonly ParamCase[] {
  return [
    [`[${first}"confirmed"]`, badParams('invalid type: string "confirmed", expected struct RpcContextConfig')],
    [`[${first}[]]`, badParams('invalid type: sequence, expected struct RpcContextConfig')],
    [`[${first}7]`, badParams('invalid type: integer `7`, expected struct RpcContextConfig')],
    [`[${first}{"minContextSlot":"5"}]`, badParams('invalid type: string "5", expected u64')],
    [`[${first}{"minContextSlot":-1}]`, badParams('invalid value: integer `-1`, expected u64')],
    [`[${first}{"minContextSlot":1.0}]`, badParams('invalid type: floating point `1.0`, expected u64')],
  ];
}

/** A last argument that must be the configuration of accounts. */
export function accountConfigCases(first: string): readonly ParamCase[] {
  const encodings = '`binary`, `base58`, `base64`, `jsonParsed`, `base64+zstd`';
  return [
    [`[${first},"base64"]`, badParams('invalid type: string "base64", expected struct RpcAccountInfoConfig')],
    [`[${first},[]]`, badParams('invalid type: sequence, expected struct RpcAccountInfoConfig')],
    [`[${first},{"encoding":"json"}]`, badParams(`unknown variant \`json\`, expected one of ${encodings}`)],
    [`[${first},{"encoding":5}]`, badParams('invalid type: integer `5`, expected string or map')],
    [`[${first},{"dataSlice":{"length":1}}]`, badParams('missing field `offset`')],
    [`[${first},{"dataSlice":[1]}]`, badParams('invalid length 1, expected struct UiDataSliceConfig with 2 elements')],
    [`[${first},{"dataSlice":["1"]}]`, badParams('invalid type: string "1", expected usize')],
    [`[${first},{"dataSlice":[1,2,3]}]`, badParams('invalid length 3, expected fewer elements in array')],
    [`[${first},{"minContextSlot":-1}]`, badParams('invalid value: integer `-1`, expected u64')],
    // members decode in alphabetical order: the first that fails is reported
    [`[${first},{"minContextSlot":"5","encoding":5}]`, badParams('invalid type: integer `5`, expected string or map')],
  ];
}

/** A second argument that must name a mint or a token program. `holder` is a good first one. */
export function tokenScopeCases(holder: string): readonly ParamCase[] {
  return [
    [`[${holder},null]`, badParams('invalid type: null, expected string or map')],
    [`[${holder},5]`, badParams('invalid type: integer `5`, expected string or map')],
    [`[${holder},[]]`, badParams('invalid type: sequence, expected string or map')],
    [`[${holder},"mint"]`, badParams('invalid type: unit variant, expected newtype variant')],
    [`[${holder},"owner"]`, badParams('unknown variant `owner`, expected `mint` or `programId`')],
    [`[${holder},{}]`, badParams('invalid value: map, expected map with a single key')],
    [
      `[${holder},{"mint":${ADDRESS},"programId":${ADDRESS}}]`,
      badParams('invalid value: map, expected map with a single key'),
    ],
    [`[${holder},{"owner":${ADDRESS}}]`, badParams('unknown variant `owner`, expected `mint` or `programId`')],
    [`[${holder},{"mint":null}]`, badParams('invalid type: null, expected a string')],
    [`[${holder},{"programId":5}]`, badParams('invalid type: integer `5`, expected a string')],
    [`[${holder},{"mint":"0"}]`, badParam('Invalid')],
    [`[${holder},{"programId":""}]`, badParam('WrongSize')],
    // all of it is decoded before a key is looked at, the holder first
    [`["0",{"mint":"1"},{"minContextSlot":-1}]`, badParams('invalid value: integer `-1`, expected u64')],
    [`["0",{"mint":5}]`, badParams('invalid type: integer `5`, expected a string')],
    [`["0",{"mint":"1"}]`, badParam('Invalid')],
    [`["1",{"mint":"0"}]`, badParam('WrongSize')],
  ];
}
