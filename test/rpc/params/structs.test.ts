import { describe, expect, test } from 'vitest';
import { callText, testNode } from '../../support/testNode.ts';
import { namedAddress, namedSignature } from '../../support/transactions.ts';

const ACCOUNT = namedAddress('account');
const PROGRAM = namedAddress('program');
const NODE = testNode({
  blocks: [{ slot: 1, transactions: [{ name: 'a' }] }],
  accounts: [{ address: ACCOUNT, owner: PROGRAM, data: Uint8Array.of(1, 2, 3, 4, 5) }],
});
const DIALECTS = ['contract', 'agave'] as const;

function invalidParams(reason: string): string {
  return `{"code":-32602,"message":${JSON.stringify(`Invalid params: ${reason}.`)}}`;
}

/** Asserts that two ways of saying something are answered alike in both dialects, and gives the answer in the contract one. */
async function sameAnswer(method: string, first: string, second: string): Promise<string> {
  for (const dialect of DIALECTS)
    expect(await callText(NODE, method, first, dialect)).toBe(await callText(NODE, method, second, dialect));
  return callText(NODE, method, first, 'contract');
}

async function reasonOf(method: string, params: string): Promise<string> {
  const text = await callText(NODE, method, params, 'contract');
  expect(await callText(NODE, method, params, 'agave')).toBe(text);
  return text;
}

describe('a struct may also be a list of its members in the order they are declared', () => {
  test('dataSlice: [offset, length]', async () => {
    const slice = (dataSlice: string) => `[["${ACCOUNT}"],{"dataSlice":${dataSlice}}]`;
    const answer = await sameAnswer('getMultipleAccounts', slice('[1,3]'), slice('{"offset":1,"length":3}'));
    expect(answer).toContain('"data":["AgME","base64"]');
    const program = (dataSlice: string) => `["${PROGRAM}",{"encoding":"base64","dataSlice":${dataSlice}}]`;
    await sameAnswer('getProgramAccounts', program('[1,3]'), program('{"offset":1,"length":3}'));
  });

  const slices = [
    ['[]', 'invalid length 0, expected struct UiDataSliceConfig with 2 elements'],
    ['[1]', 'invalid length 1, expected struct UiDataSliceConfig with 2 elements'],
    ['[1,2,3]', 'invalid length 3, expected fewer elements in array'],
    ['["0",1]', 'invalid type: string "0", expected usize'],
    ['[0,-1]', 'invalid value: integer `-1`, expected usize'],
  ] as const;
  test.each(slices)('dataSlice %s', async (dataSlice, reason) => {
    expect(await reasonOf('getMultipleAccounts', `[[],{"dataSlice":${dataSlice}}]`)).toBe(invalidParams(reason));
  });

  test('dataSlice [1,2,3] of getProgramAccounts, where the account part is flattened into the rest', async () => {
    const reason = 'invalid length 3, expected 2 elements in sequence';
    expect(await reasonOf('getProgramAccounts', `["${PROGRAM}",{"dataSlice":[1,2,3]}]`)).toBe(invalidParams(reason));
  });

  test('the configuration of getSignatureStatuses: [searchTransactionHistory]', async () => {
    const params = (config: string) => `[["${namedSignature('a')}"],${config}]`;
    await sameAnswer('getSignatureStatuses', params('[true]'), params('{"searchTransactionHistory":true}'));
    await sameAnswer('getSignatureStatuses', params('[false]'), params('{"searchTransactionHistory":false}'));
  });

  const searches = [
    ['[]', 'invalid length 0, expected struct RpcSignatureStatusConfig with 1 element'],
    ['[true,true]', 'invalid length 2, expected fewer elements in array'],
    ['["x"]', 'invalid type: string "x", expected a boolean'],
    ['[null]', 'invalid type: null, expected a boolean'],
  ] as const;
  test.each(searches)('the configuration of getSignatureStatuses: %s', async (config, reason) => {
    expect(await reasonOf('getSignatureStatuses', `[[],${config}]`)).toBe(invalidParams(reason));
  });
});

describe('members of an object are decoded in alphabetical order, whatever order they come in', () => {
  const string = (text: string) => `invalid type: string "${text}"`;
  const rows = [
    [
      'getMultipleAccounts',
      '[[],{"minContextSlot":"m","encoding":1,"dataSlice":"d"}]',
      `${string('d')}, expected struct UiDataSliceConfig`,
    ],
    [
      'getMultipleAccounts',
      '[[],{"minContextSlot":"m","encoding":1}]',
      'invalid type: integer `1`, expected string or map',
    ],
    ['getMultipleAccounts', '[[],{"dataSlice":{"offset":"o","length":"l"}}]', `${string('l')}, expected usize`],
    ['getMultipleAccounts', '[[],{"dataSlice":{"length":"l"}}]', `${string('l')}, expected usize`],
    [
      'getSignaturesForAddress',
      `["${ACCOUNT}",{"until":1,"minContextSlot":"m","limit":"l","before":2}]`,
      'invalid type: integer `2`, expected a string',
    ],
    [
      'getSignaturesForAddress',
      `["${ACCOUNT}",{"until":1,"minContextSlot":"m","limit":"l"}]`,
      `${string('l')}, expected usize`,
    ],
    ['getSignaturesForAddress', `["${ACCOUNT}",{"until":1,"minContextSlot":"m"}]`, `${string('m')}, expected u64`],
    // getProgramAccounts: its own members first, then those it shares
    [
      'getProgramAccounts',
      `["${PROGRAM}",{"dataSlice":"d","withContext":"w","sortResults":"s","filters":"f"}]`,
      `${string('f')}, expected a sequence`,
    ],
    [
      'getProgramAccounts',
      `["${PROGRAM}",{"dataSlice":"d","withContext":"w","sortResults":"s"}]`,
      `${string('s')}, expected a boolean`,
    ],
    ['getProgramAccounts', `["${PROGRAM}",{"dataSlice":"d","withContext":"w"}]`, `${string('w')}, expected a boolean`],
    [
      'getProgramAccounts',
      `["${PROGRAM}",{"minContextSlot":"m","encoding":1,"dataSlice":"d"}]`,
      `${string('d')}, expected struct UiDataSliceConfig`,
    ],
    [
      'getProgramAccounts',
      `["${PROGRAM}",{"minContextSlot":"m","encoding":1}]`,
      'invalid type: integer `1`, expected string or map',
    ],
  ] as const;
  test.each(rows)('%s %s', async (method, params, reason) => {
    expect(await reasonOf(method, params)).toBe(invalidParams(reason));
  });
});

describe('members that do not matter', () => {
  const calls = [
    ['getBlock', '1', '"transactionDetails":"none"'],
    ['getTransaction', `"${namedSignature('a')}"`, '"encoding":"base64"'],
    ['getSignatureStatuses', `["${namedSignature('a')}"]`, '"searchTransactionHistory":true'],
    ['getSignaturesForAddress', `"${PROGRAM}"`, '"limit":5'],
    ['getProgramAccounts', `"${PROGRAM}"`, '"encoding":"base64"'],
    ['getMultipleAccounts', `["${ACCOUNT}"]`, '"encoding":"base58"'],
  ] as const;
  test.each(calls)('%s ignores those it does not know', async (method, first, member) => {
    const others = '"x":1,"Encoding":5,"__proto__":{"encoding":5,"limit":"x"},"changedSinceSlot":"y"';
    await sameAnswer(method, `[${first},{${others},${member}}]`, `[${first},{${member}}]`);
  });

  test.each(calls)('%s takes the last of a repeated one', async (method, first, member) => {
    const name = member.slice(0, member.indexOf(':'));
    await sameAnswer(method, `[${first},{${name}:[[]],${member}}]`, `[${first},{${member}}]`);
  });

  test('null is as good as absent for every optional one', async () => {
    const nulls: Record<string, string> = {
      getBlock: '"encoding","transactionDetails","rewards","commitment","maxSupportedTransactionVersion"',
      getTransaction: '"encoding","commitment","maxSupportedTransactionVersion"',
      getSignaturesForAddress: '"before","until","limit","commitment","minContextSlot"',
      getProgramAccounts: '"encoding","dataSlice","filters","withContext","sortResults","commitment","minContextSlot"',
      getMultipleAccounts: '"encoding","dataSlice","commitment","minContextSlot"',
    };
    for (const [method, first] of calls.filter(([name]) => name in nulls)) {
      const members = nulls[method]!.split(',').map((name) => `${name}:null`);
      await sameAnswer(method, `[${first},{${members.join(',')}}]`, `[${first}]`);
    }
  });

  test('null is as good as absent in a filter too', async () => {
    const filtered = (memcmp: string) => `["${PROGRAM}",{"encoding":"base64","filters":[{"memcmp":{${memcmp}}}]}]`;
    const answer = await sameAnswer(
      'getProgramAccounts',
      filtered('"offset":0,"bytes":"2","encoding":null'),
      filtered('"offset":0,"bytes":"2"'),
    );
    expect(answer).toContain(`"pubkey":"${ACCOUNT}"`);
  });
});
