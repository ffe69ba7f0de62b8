import { describe, expect, test } from 'vitest';
import { callText, testNode } from '../../support/testNode.ts';
import { namedAddress, namedSignature } from '../../support/transactions.ts';

const NODE = testNode({});
const ADDRESS = `"${namedAddress('a')}"`;

function invalidParams(reason: string): string {
  return `{"code":-32602,"message":${JSON.stringify(`Invalid params: ${reason}.`)}}`;
}

/** The result or error, which must be one and the same in both dialects. */
async function answer(method: string, params: string): Promise<string> {
  const text = await callText(NODE, method, params, 'contract');
  expect(await callText(NODE, method, params, 'agave')).toBe(text);
  return text;
}

describe('what was got, in the words of the decoder', () => {
  const rows = [
    ['null', 'null'],
    ['true', 'boolean `true`'],
    ['false', 'boolean `false`'],
    ['5', 'integer `5`'],
    ['0', 'integer `0`'],
    ['-5', 'integer `-5`'],
    ['9007199254740993', 'integer `9007199254740993`'],
    ['18446744073709551615', 'integer `18446744073709551615`'],
    ['-9223372036854775808', 'integer `-9223372036854775808`'],
    ['1.5', 'floating point `1.5`'],
    ['1.0', 'floating point `1.0`'],
    ['1e3', 'floating point `1000.0`'],
    ['-0', 'floating point `-0.0`'],
    ['-0.0', 'floating point `-0.0`'],
    ['0.1', 'floating point `0.1`'],
    ['1e-7', 'floating point `1e-7`'],
    ['18446744073709551616', 'floating point `1.8446744073709552e+19`'],
    ['-9223372036854775809', 'floating point `-9.223372036854776e+18`'],
    ['1e300', 'floating point `1e+300`'],
    ['0.30000000000000004', 'floating point `0.30000000000000004`'],
    ['33.333333333333336', 'floating point `33.333333333333336`'],
    // the nearest double, where a node's reader of JSON is a bit or two beside it
    ['123456789012345680000', 'floating point `1.2345678901234568e+20`'],
    ['[]', 'sequence'],
    ['[1]', 'sequence'],
    ['{}', 'map'],
    ['{"a":1}', 'map'],
  ] as const;
  test.each(rows)('%s is %s', async (value, got) => {
    expect(await answer('getTransaction', `[${value}]`)).toBe(invalidParams(`invalid type: ${got}, expected a string`));
  });

  const strings = [
    ['"x"', '"x"'],
    ['""', '""'],
    ['"\\"\\\\"', '"\\"\\\\"'],
    ['"it\'s"', '"it\'s"'],
    ['"\\n\\r\\t\\u0000"', '"\\n\\r\\t\\0"'],
    ['"\\u0001\\u001b\\u007f"', '"\\u{1}\\u{1b}\\u{7f}"'],
    ['"é 漢 😀"', '"é 漢 😀"'],
    ['"\\u0301\\u09be\\uff9e"', '"\\u{301}\\u{9be}\\u{ff9e}"'],
    ['"\\u00a0\\u200b\\u2028\\ufeff"', '"\\u{a0}\\u{200b}\\u{2028}\\u{feff}"'],
  ] as const;
  test.each(strings)('a string is quoted and escaped as Rust does: %s', async (value, got) => {
    expect(await answer('getBlock', `[${value}]`)).toBe(invalidParams(`invalid type: string ${got}, expected u64`));
  });
});

describe('what was wanted, in the words of the decoder', () => {
  const signature = `"${namedSignature('a')}"`;
  const rows = [
    ['getBlock', '["1"]', 'string "1"', 'u64'],
    ['getTransaction', '[5]', 'integer `5`', 'a string'],
    ['getSignatureStatuses', '["x"]', 'string "x"', 'a sequence'],
    ['getSignatureStatuses', '[{}]', 'map', 'a sequence'],
    ['getSignatureStatuses', `[[${signature},5]]`, 'integer `5`', 'a string'],
    ['getSignatureStatuses', '[[],"x"]', 'string "x"', 'struct RpcSignatureStatusConfig'],
    ['getSignatureStatuses', '[[],true]', 'boolean `true`', 'struct RpcSignatureStatusConfig'],
    ['getSignatureStatuses', '[[],{"searchTransactionHistory":1}]', 'integer `1`', 'a boolean'],
    ['getSignatureStatuses', '[[],{"searchTransactionHistory":"true"}]', 'string "true"', 'a boolean'],
    ['getSignaturesForAddress', '[[]]', 'sequence', 'a string'],
    ['getSignaturesForAddress', `[${ADDRESS},"x"]`, 'string "x"', 'struct RpcSignaturesForAddressConfig'],
    ['getSignaturesForAddress', `[${ADDRESS},[]]`, 'sequence', 'struct RpcSignaturesForAddressConfig'],
    ['getSignaturesForAddress', `[${ADDRESS},{"before":5}]`, 'integer `5`', 'a string'],
    ['getSignaturesForAddress', `[${ADDRESS},{"until":[]}]`, 'sequence', 'a string'],
    ['getSignaturesForAddress', `[${ADDRESS},{"limit":"1"}]`, 'string "1"', 'usize'],
    ['getSignaturesForAddress', `[${ADDRESS},{"limit":1.0}]`, 'floating point `1.0`', 'usize'],
    ['getSignaturesForAddress', `[${ADDRESS},{"minContextSlot":"1"}]`, 'string "1"', 'u64'],
    ['getProgramAccounts', '[1.5]', 'floating point `1.5`', 'a string'],
    ['getProgramAccounts', `[${ADDRESS},"base64"]`, 'string "base64"', 'struct RpcProgramAccountsConfig'],
    ['getProgramAccounts', `[${ADDRESS},[]]`, 'sequence', 'struct RpcProgramAccountsConfig'],
    ['getProgramAccounts', `[${ADDRESS},false]`, 'boolean `false`', 'struct RpcProgramAccountsConfig'],
    ['getProgramAccounts', `[${ADDRESS},{"filters":{}}]`, 'map', 'a sequence'],
    ['getProgramAccounts', `[${ADDRESS},{"filters":[5]}]`, 'integer `5`', 'string or map'],
    ['getProgramAccounts', `[${ADDRESS},{"filters":[{"dataSize":"1"}]}]`, 'string "1"', 'u64'],
    ['getProgramAccounts', `[${ADDRESS},{"filters":[{"memcmp":"x"}]}]`, 'string "x"', 'struct Memcmp'],
    ['getProgramAccounts', `[${ADDRESS},{"filters":[{"memcmp":{"offset":"0","bytes":""}}]}]`, 'string "0"', 'usize'],
    ['getProgramAccounts', `[${ADDRESS},{"withContext":1}]`, 'integer `1`', 'a boolean'],
    ['getProgramAccounts', `[${ADDRESS},{"sortResults":"no"}]`, 'string "no"', 'a boolean'],
    ['getProgramAccounts', `[${ADDRESS},{"encoding":5}]`, 'integer `5`', 'string or map'],
    ['getProgramAccounts', `[${ADDRESS},{"dataSlice":5}]`, 'integer `5`', 'struct UiDataSliceConfig'],
    ['getProgramAccounts', `[${ADDRESS},{"minContextSlot":[]}]`, 'sequence', 'u64'],
    ['getMultipleAccounts', `[${ADDRESS}]`, `string ${ADDRESS}`, 'a sequence'],
    ['getMultipleAccounts', '[[],"base64"]', 'string "base64"', 'struct RpcAccountInfoConfig'],
    ['getMultipleAccounts', '[[],[]]', 'sequence', 'struct RpcAccountInfoConfig'],
    ['getMultipleAccounts', '[[],{"encoding":true}]', 'boolean `true`', 'string or map'],
    ['getMultipleAccounts', '[[],{"encoding":[]}]', 'sequence', 'string or map'],
    ['getMultipleAccounts', '[[],{"encoding":{"base64":5}}]', 'integer `5`', 'unit'],
    ['getMultipleAccounts', '[[],{"dataSlice":"x"}]', 'string "x"', 'struct UiDataSliceConfig'],
    ['getMultipleAccounts', '[[],{"dataSlice":{"offset":null,"length":1}}]', 'null', 'usize'],
    ['getMultipleAccounts', '[[],{"dataSlice":["0",1]}]', 'string "0"', 'usize'],
    ['getMultipleAccounts', '[[],{"minContextSlot":1.0}]', 'floating point `1.0`', 'u64'],
  ] as const;
  test.each(rows)('%s %s', async (method, params, got, want) => {
    expect(await answer(method, params)).toBe(invalidParams(`invalid type: ${got}, expected ${want}`));
  });
});

describe('a negative integer is a wrong value, not a wrong type', () => {
  const rows = [
    ['getBlock', '[-1]', '-1', 'u64'],
    ['getBlock', '[-9223372036854775808]', '-9223372036854775808', 'u64'],
    ['getSignaturesForAddress', `[${ADDRESS},{"limit":-1}]`, '-1', 'usize'],
    ['getSignaturesForAddress', `[${ADDRESS},{"minContextSlot":-2}]`, '-2', 'u64'],
    ['getProgramAccounts', `[${ADDRESS},{"filters":[{"dataSize":-1}]}]`, '-1', 'u64'],
    ['getProgramAccounts', `[${ADDRESS},{"filters":[{"memcmp":{"offset":-1,"bytes":""}}]}]`, '-1', 'usize'],
    ['getMultipleAccounts', '[[],{"dataSlice":{"offset":-1,"length":1}}]', '-1', 'usize'],
    ['getMultipleAccounts', '[[],{"minContextSlot":-1}]', '-1', 'u64'],
  ] as const;
  test.each(rows)('%s %s', async (method, params, value, want) => {
    expect(await answer(method, params)).toBe(invalidParams(`invalid value: integer \`${value}\`, expected ${want}`));
  });
});

describe('a member that is missing', () => {
  const rows = [
    ['getMultipleAccounts', '[[],{"dataSlice":{}}]', 'offset'],
    ['getMultipleAccounts', '[[],{"dataSlice":{"length":1}}]', 'offset'],
    ['getMultipleAccounts', '[[],{"dataSlice":{"offset":1}}]', 'length'],
    ['getProgramAccounts', `[${ADDRESS},{"dataSlice":{}}]`, 'offset'],
    ['getProgramAccounts', `[${ADDRESS},{"filters":[{"memcmp":{}}]}]`, 'offset'],
    ['getProgramAccounts', `[${ADDRESS},{"filters":[{"memcmp":{"bytes":5}}]}]`, 'offset'],
    ['getProgramAccounts', `[${ADDRESS},{"filters":[{"memcmp":{"offset":0}}]}]`, 'bytes'],
  ] as const;
  test.each(rows)('%s %s: %s', async (method, params, member) => {
    expect(await answer(method, params)).toBe(invalidParams(`missing field \`${member}\``));
  });

  test('searchTransactionHistory is missed in the agave dialect only', async () => {
    for (const config of ['{}', '{"commitment":"confirmed"}', '{"SearchTransactionHistory":true}']) {
      expect(await callText(NODE, 'getSignatureStatuses', `[[],${config}]`, 'agave')).toBe(
        invalidParams('missing field `searchTransactionHistory`'),
      );
      expect(await callText(NODE, 'getSignatureStatuses', `[[],${config}]`, 'contract')).toBe(
        '{"context":{"slot":0},"value":[]}',
      );
    }
  });

  test('so is a null in its place', async () => {
    const params = '[[],{"searchTransactionHistory":null}]';
    expect(await callText(NODE, 'getSignatureStatuses', params, 'agave')).toBe(
      invalidParams('invalid type: null, expected a boolean'),
    );
    expect(await callText(NODE, 'getSignatureStatuses', params, 'contract')).toBe('{"context":{"slot":0},"value":[]}');
  });
});
