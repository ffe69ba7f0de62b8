import bs58 from 'bs58';
import { describe, expect, it } from 'vitest';
import type { DialectName } from '../../../src/dialect.ts';
import { type Address, SYSTEM_PROGRAM } from '../../../src/solana/address.ts';
import {
  BOTH_DIALECTS,
  badParam,
  badParams,
  errorText,
  partOf,
  TOO_LONG_FOR_BASE58,
  tooManyParams,
  tooOld,
} from '../../support/answers.ts';
import { callText, THREE_TIPS, testNode } from '../../support/testNode.ts';
import { namedAddress } from '../../support/transactions.ts';

const SHORT = namedAddress('short');
const LONG = namedAddress('long');
const EMPTY = namedAddress('empty');
const BROKE = namedAddress('broke');
const NOBODY = namedAddress('nobody');
const OWNER = namedAddress('owner');

const SHORT_DATA = Buffer.from([0, 1, 2, 3, 250]);

const NODE = testNode({
  ...THREE_TIPS,
  accounts: [
    {
      address: SHORT,
      lamports: 18446744073709551615n,
      owner: OWNER,
      data: SHORT_DATA,
      executable: true,
      rentEpoch: 9n,
    },
    { address: LONG, data: Buffer.alloc(129, 7) },
    { address: EMPTY, lamports: 1n },
    { address: BROKE, lamports: 0n, data: Buffer.from('gone') },
  ],
});

const SHORT_TEXT = `{"data":["AAECA/o=","base64"],"executable":true,"lamports":18446744073709551615,"owner":"${OWNER}","rentEpoch":9,"space":5}`;
const EMPTY_TEXT = `{"data":["","base64"],"executable":false,"lamports":1,"owner":"${SYSTEM_PROGRAM}","rentEpoch":18446744073709551615,"space":0}`;

const ask = (params: string, dialect: DialectName) => callText(NODE, 'getMultipleAccounts', params, dialect);
const askFor = (addresses: readonly Address[], dialect: DialectName, config = '{}') =>
  ask(`[${JSON.stringify(addresses)},${config}]`, dialect);

describe.each(BOTH_DIALECTS)('getMultipleAccounts params (%s)', (dialect) => {
  it.each([
    ['[]', errorText(-32602, '`params` should have at least 1 argument(s)')],
    ['null', errorText(-32602, '`params` should have at least 1 argument(s)')],
    ['{}', errorText(-32602, '`params` should be an array')],
    ['[[],{},{},{}]', tooManyParams(2, 4)],
    ['[null]', badParams('invalid type: null, expected a sequence')],
    [`["${SHORT}"]`, badParams(`invalid type: string "${SHORT}", expected a sequence`)],
    ['[[5]]', badParams('invalid type: integer `5`, expected a string')],
    ['[[""]]', badParam('WrongSize')],
    ['[["0"]]', badParam('Invalid')],
    [`[["${'1'.repeat(33)}"]]`, badParam('WrongSize')],
    [`[["${'1'.repeat(31)}"]]`, badParam('WrongSize')],
    [`[["${'1'.repeat(45)}"]]`, badParam('WrongSize')],
    [`[["${'0'.repeat(45)}"]]`, badParam('WrongSize')],
    [`[["${SHORT}","0","1"]]`, badParam('Invalid')],
    ['[[],"base64"]', badParams('invalid type: string "base64", expected struct RpcAccountInfoConfig')],
    ['[[],[]]', badParams('invalid type: sequence, expected struct RpcAccountInfoConfig')],
    ['[[],5]', badParams('invalid type: integer `5`, expected struct RpcAccountInfoConfig')],
    ['[[],false]', badParams('invalid type: boolean `false`, expected struct RpcAccountInfoConfig')],
    ['[[],{"encoding":5}]', badParams('invalid type: integer `5`, expected string or map')],
    ['[[],{"encoding":{}}]', badParams('invalid value: map, expected map with a single key')],
    ['[[],{"encoding":{"base64":1}}]', badParams('invalid type: integer `1`, expected unit')],
    ['[[],{"dataSlice":5}]', badParams('invalid type: integer `5`, expected struct UiDataSliceConfig')],
    ['[[],{"dataSlice":{}}]', badParams('missing field `offset`')],
    ['[[],{"dataSlice":{"length":1}}]', badParams('missing field `offset`')],
    ['[[],{"dataSlice":{"offset":1}}]', badParams('missing field `length`')],
    ['[[],{"dataSlice":{"offset":-1,"length":1}}]', badParams('invalid value: integer `-1`, expected usize')],
    ['[[],{"dataSlice":{"offset":1,"length":1.5}}]', badParams('invalid type: floating point `1.5`, expected usize')],
    ['[[],{"dataSlice":{"offset":"1","length":null}}]', badParams('invalid type: null, expected usize')],
    ['[[],{"dataSlice":[]}]', badParams('invalid length 0, expected struct UiDataSliceConfig with 2 elements')],
    ['[[],{"dataSlice":[1]}]', badParams('invalid length 1, expected struct UiDataSliceConfig with 2 elements')],
    ['[[],{"dataSlice":["1"]}]', badParams('invalid type: string "1", expected usize')],
    ['[[],{"dataSlice":[1,2,3]}]', badParams('invalid length 3, expected fewer elements in array')],
    ['[[],{"minContextSlot":-1}]', badParams('invalid value: integer `-1`, expected u64')],
    ['[[],{"minContextSlot":"5"}]', badParams('invalid type: string "5", expected u64')],
    // members decode in alphabetical order: the first that fails is reported
    [
      '[[],{"minContextSlot":"5","encoding":5,"dataSlice":5}]',
      badParams('invalid type: integer `5`, expected struct UiDataSliceConfig'),
    ],
    ['[[],{"minContextSlot":"5","encoding":5}]', badParams('invalid type: integer `5`, expected string or map')],
    // decoding comes before keys are looked at
    ['[["0"],{"minContextSlot":"5"}]', badParams('invalid type: string "5", expected u64')],
  ])('%s is refused', async (params, error) => {
    expect(await ask(params, dialect)).toBe(error);
  });

  it('takes 100 addresses and not one more, counted before they are looked at', async () => {
    const hundred = Array.from({ length: 100 }, () => SHORT);
    expect(partOf(await askFor(hundred, dialect), 'value')).toBe(`[${Array(100).fill(SHORT_TEXT).join(',')}]`);
    const error = errorText(-32602, 'Too many inputs provided; max 100');
    expect(await askFor([...hundred, SHORT], dialect)).toBe(error);
    expect(await ask(`[${JSON.stringify(Array(101).fill('0'))}]`, dialect)).toBe(error);
  });

  it.each([
    'null',
    '{}',
    '{"encoding":null,"dataSlice":null,"commitment":null,"minContextSlot":null}',
    '{"encoding":"base64"}',
    '{"encoding":{"base64":null}}',
    '{"commitment":"bogus","unheardOf":{}}',
    '{"commitment":"finalized"}',
  ])('a configuration of %s asks for the default', async (config) => {
    expect(await askFor([SHORT], dialect, config)).toBe(await ask(`[["${SHORT}"]]`, dialect));
  });

  it('an address need not be on the curve', async () => {
    expect(partOf(await ask(`[["${'1'.repeat(32)}"]]`, dialect), 'value')).toBe('[null]');
  });

  it.each([
    ['finalized', 5],
    ['confirmed', 6],
    ['processed', 7],
  ])('%s: minContextSlot may be up to its tip', async (commitment, tip) => {
    const config = (slot: number) => `{"commitment":"${commitment}","minContextSlot":${slot}}`;
    expect(partOf(await askFor([], dialect, config(tip)), 'context', 'slot')).toBe(`${tip}`);
    expect(await askFor([], dialect, config(tip + 1))).toBe(tooOld(tip));
  });
});

describe('getMultipleAccounts encoding names', () => {
  it('binary is agave only', async () => {
    expect(partOf(await askFor([SHORT], 'agave', '{"encoding":"binary"}'), 'value', 0, 'data')).toBe(
      `"${bs58.encode(SHORT_DATA)}"`,
    );
    expect(await askFor([SHORT], 'contract', '{"encoding":"binary"}')).toBe(
      badParams('unknown variant `binary`, expected one of `base58`, `base64`, `jsonParsed`, `base64+zstd`'),
    );
  });

  it.each(['foo', 'json', 'Base64', ''])('%s is none', async (encoding) => {
    const config = `{"encoding":"${encoding}"}`;
    expect(await askFor([SHORT], 'agave', config)).toBe(
      badParams(
        `unknown variant \`${encoding}\`, expected one of \`binary\`, \`base58\`, \`base64\`, \`jsonParsed\`, \`base64+zstd\``,
      ),
    );
    expect(await askFor([SHORT], 'contract', config)).toBe(
      badParams(
        `unknown variant \`${encoding}\`, expected one of \`base58\`, \`base64\`, \`jsonParsed\`, \`base64+zstd\``,
      ),
    );
  });
});

describe('getMultipleAccounts answers', () => {
  it.each([
    ['contract', '{"slot":5}'],
    ['agave', '{"apiVersion":"4.1.0","slot":5}'],
  ] as const)('%s: one element an address, in order, duplicates and all', async (dialect, context) => {
    expect(await askFor([NOBODY, SHORT, EMPTY, SHORT], dialect)).toBe(
      `{"context":${context},"value":[null,${SHORT_TEXT},${EMPTY_TEXT},${SHORT_TEXT}]}`,
    );
    expect(await askFor([], dialect)).toBe(`{"context":${context},"value":[]}`);
  });

  it.each(BOTH_DIALECTS)('%s: an account without lamports does not exist', async (dialect) => {
    expect(partOf(await askFor([BROKE], dialect), 'value')).toBe('[null]');
  });

  it.each(BOTH_DIALECTS)('%s: one account too long for base58 fails the whole call', async (dialect) => {
    expect(await askFor([SHORT, LONG, NOBODY], dialect, '{"encoding":"base58"}')).toBe(TOO_LONG_FOR_BASE58);
    expect(await askFor([SHORT, NOBODY], dialect, '{"encoding":"base58"}')).toBe(
      (await askFor([SHORT, NOBODY], dialect)).replace(
        '["AAECA/o=","base64"]',
        `["${bs58.encode(SHORT_DATA)}","base58"]`,
      ),
    );
  });

  it.each(BOTH_DIALECTS)('%s: minContextSlot is checked before accounts are encoded', async (dialect) => {
    expect(await askFor([LONG], dialect, '{"encoding":"base58","minContextSlot":6}')).toBe(tooOld(5));
  });
});
