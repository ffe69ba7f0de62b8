import { describe, expect, test } from 'vitest';
import { encodeBase58 } from '../../../src/codec/base58.ts';
import { callText, testNode } from '../../support/testNode.ts';
import { namedAddress, namedSignature } from '../../support/transactions.ts';

const NODE = testNode({});
const WRONG_SIZE = '{"code":-32602,"message":"Invalid param: WrongSize"}';
const INVALID = '{"code":-32602,"message":"Invalid param: Invalid"}';

/** The result or error, which must be one and the same in both dialects but for the context. */
async function answer(method: string, params: string): Promise<string> {
  const text = await callText(NODE, method, params, 'contract');
  const agave = await callText(NODE, method, params, 'agave');
  expect(agave.replace(/"apiVersion":"[^"]*",/, '')).toBe(text);
  return text;
}

const ADDRESS = namedAddress('a');
const SIGNATURE = namedSignature('a');

interface Place {
  readonly where: string;
  readonly method: string;
  readonly params: (key: string) => string;
}

const quoted = (key: string) => JSON.stringify(key);
const ADDRESS_PLACES: readonly Place[] = [
  { where: 'program of getProgramAccounts', method: 'getProgramAccounts', params: (key) => `[${quoted(key)}]` },
  {
    where: 'address of getSignaturesForAddress',
    method: 'getSignaturesForAddress',
    params: (key) => `[${quoted(key)}]`,
  },
  {
    where: 'list of getMultipleAccounts',
    method: 'getMultipleAccounts',
    params: (key) => `[["${ADDRESS}",${quoted(key)}]]`,
  },
];
const SIGNATURE_PLACES: readonly Place[] = [
  { where: 'signature of getTransaction', method: 'getTransaction', params: (key) => `[${quoted(key)}]` },
  {
    where: 'list of getSignatureStatuses',
    method: 'getSignatureStatuses',
    params: (key) => `[["${SIGNATURE}",${quoted(key)}]]`,
  },
  { where: 'before', method: 'getSignaturesForAddress', params: (key) => `["${ADDRESS}",{"before":${quoted(key)}}]` },
  { where: 'until', method: 'getSignaturesForAddress', params: (key) => `["${ADDRESS}",{"until":${quoted(key)}}]` },
];

/** Texts that are no key of so many bytes, and what is wrong with them. */
function badKeys(size: number, maxText: number): readonly (readonly [fault: string, key: string, error: string])[] {
  const bytes = (count: number, fill = 0xff) => encodeBase58(new Uint8Array(count).fill(fill));
  return [
    ['empty', '', WRONG_SIZE],
    ['one character', '1', WRONG_SIZE],
    ['a byte too few', bytes(size - 1), WRONG_SIZE],
    ['a byte too many', bytes(size + 1, 1), WRONG_SIZE],
    ['a zero byte too few', '1'.repeat(size - 1), WRONG_SIZE],
    ['a zero byte too many', '1'.repeat(size + 1), WRONG_SIZE],
    ['as many ones as the text may be long', '1'.repeat(maxText), WRONG_SIZE],
    ['a one before a good key', `1${bytes(size, 1)}`.slice(0, maxText), WRONG_SIZE],
    ['the largest text of that length', 'z'.repeat(maxText), WRONG_SIZE],
    ['a character too long', 'z'.repeat(maxText + 1), WRONG_SIZE],
    ['a character too long, one of them not base58', `${'1'.repeat(maxText)}0`, WRONG_SIZE],
    ['bytes too long, though not characters', 'é'.repeat(maxText / 2 + 1), WRONG_SIZE],
    ['a zero', '0', INVALID],
    ['a capital O', 'O', INVALID],
    ['a capital I', 'I', INVALID],
    ['a small l', 'l', INVALID],
    ['a space', ' ', INVALID],
    ['a space after a good key', `${'1'.repeat(size)} `, INVALID],
    ['a NUL', '\0', INVALID],
    ['not ASCII', 'é', INVALID],
    ['not ASCII, as long as may be', 'é'.repeat(maxText / 2), INVALID],
    ['too long as well, once decoded', `${'z'.repeat(maxText - 1)}0`, INVALID],
    ['too short as well, once decoded', '0', INVALID],
    ['hexadecimal', '00'.repeat(maxText / 2), INVALID],
  ];
}

describe('an address is the base58 of 32 bytes', () => {
  for (const { where, method, params } of ADDRESS_PLACES) {
    test.each(badKeys(32, 44))(`${where}: %s`, async (_fault, key, error) => {
      expect(await answer(method, params(key))).toBe(error);
    });

    test.each([
      ['all zeros', '1'.repeat(32)],
      ['all ones', encodeBase58(new Uint8Array(32).fill(0xff))],
      ['a point off the curve', encodeBase58(Uint8Array.of(...new Uint8Array(31), 2))],
    ])(`${where}: any 32 bytes will do: %s`, async (_kind, key) => {
      expect(await answer(method, params(key))).not.toContain('"code"');
    });
  }
});

describe('a signature is the base58 of 64 bytes', () => {
  for (const { where, method, params } of SIGNATURE_PLACES) {
    test.each(badKeys(64, 88))(`${where}: %s`, async (_fault, key, error) => {
      expect(await answer(method, params(key))).toBe(error);
    });
  }

  test.each([
    ['all zeros', '1'.repeat(64)],
    ['all ones', encodeBase58(new Uint8Array(64).fill(0xff))],
  ])('any 64 bytes will do: %s', async (_kind, key) => {
    expect(await answer('getTransaction', `["${key}"]`)).toBe('null');
    expect(await answer('getSignatureStatuses', `[["${key}"]]`)).toBe('{"context":{"slot":0},"value":[null]}');
  });
});

describe('the first bad one of several decides', () => {
  const rows = [
    ['getMultipleAccounts', `[["${ADDRESS}","0","1"]]`, INVALID],
    ['getMultipleAccounts', `[["${ADDRESS}","1","0"]]`, WRONG_SIZE],
    ['getSignatureStatuses', `[["${SIGNATURE}","0","1"]]`, INVALID],
    ['getSignatureStatuses', `[["${SIGNATURE}","1","0"]]`, WRONG_SIZE],
    ['getSignaturesForAddress', '["0",{"before":"1","until":"1"}]', INVALID],
    ['getSignaturesForAddress', '["1",{"before":"0","until":"0"}]', WRONG_SIZE],
    ['getSignaturesForAddress', `["${ADDRESS}",{"before":"0","until":"1"}]`, INVALID],
    ['getSignaturesForAddress', `["${ADDRESS}",{"until":"0","before":"1"}]`, WRONG_SIZE],
  ] as const;
  test.each(rows)('%s %s', async (method, params, error) => {
    expect(await answer(method, params)).toBe(error);
  });
});
