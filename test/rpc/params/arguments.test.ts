import { describe, expect, test } from 'vitest';
import { callText, testNode } from '../../support/testNode.ts';
import { namedAddress, namedSignature } from '../../support/transactions.ts';

const NODE = testNode({});
const ADDRESS = `"${namedAddress('a')}"`;
const SIGNATURE = `"${namedSignature('a')}"`;

/** Every method takes one argument and one optional configuration. */
const FIRST = {
  getBlock: '1',
  getTransaction: SIGNATURE,
  getSignatureStatuses: `[${SIGNATURE}]`,
  getSignaturesForAddress: ADDRESS,
  getProgramAccounts: ADDRESS,
  getMultipleAccounts: `[${ADDRESS}]`,
} as const;
const METHODS = Object.entries(FIRST);

function error(message: string, data?: string): string {
  return `{"code":-32602,"message":${JSON.stringify(message)}${data === undefined ? '' : `,"data":${data}`}}`;
}

/** The result or error, which must be one and the same in both dialects. */
async function answer(method: string, params: string): Promise<string> {
  const text = await callText(NODE, method, params, 'contract');
  expect(await callText(NODE, method, params, 'agave')).toBe(text);
  return text;
}

describe.each(METHODS)('arguments of %s', (method, first) => {
  test.each(['{}', '{"slot":1}', '{"0":1}'])('params must be a list: %s', async (params) => {
    expect(await answer(method, params)).toBe(error('`params` should be an array'));
  });

  test.each(['[]', 'null'])('one is required: %s', async (params) => {
    expect(await answer(method, params)).toBe(error('`params` should have at least 1 argument(s)'));
  });

  test('one is required: absent', async () => {
    expect(await NODE.dispatch(`{"jsonrpc":"2.0","id":1,"method":"${method}"}`)).toBe(
      `{"jsonrpc":"2.0","error":${error('`params` should have at least 1 argument(s)')},"id":1}\n`,
    );
  });

  const tooMany = [
    [`[${first},null,null]`, 3],
    [`[${first},{},{},{}]`, 4],
    // counted before any of them is decoded
    ['[[],[],[]]', 3],
    ['[null,null,null]', 3],
  ] as const;
  test.each(tooMany)('two at most: %s', async (params, count) => {
    expect(await answer(method, params)).toBe(
      error('Invalid parameters: Expected from 1 to 2 parameters.', `"\\"Got: ${count}\\""`),
    );
  });

  test('the second may be absent, or null, which is the same', async () => {
    for (const dialect of ['contract', 'agave'] as const)
      expect(await callText(NODE, method, `[${first},null]`, dialect)).toBe(
        await callText(NODE, method, `[${first}]`, dialect),
      );
  });

  test('the first may not be null', async () => {
    expect(await answer(method, '[null]')).toMatch(
      /^\{"code":-32602,"message":"Invalid params: invalid type: null, expected /,
    );
  });

  test('they are decoded from left to right', async () => {
    const bothWrong = await answer(method, '[{"a":1},5]');
    expect(bothWrong).toMatch(/^\{"code":-32602,"message":"Invalid params: invalid type: map, expected /);
    expect(await answer(method, `[${first},5]`)).not.toBe(bothWrong);
  });
});

describe('a configuration is decoded before the text of the first argument is looked at', () => {
  const rows = [
    ['getTransaction', '["!",5]', 'data did not match any variant of untagged enum RpcEncodingConfigWrapper'],
    ['getSignatureStatuses', '[["!"],5]', 'invalid type: integer `5`, expected struct RpcSignatureStatusConfig'],
    ['getSignaturesForAddress', '["!",5]', 'invalid type: integer `5`, expected struct RpcSignaturesForAddressConfig'],
    ['getProgramAccounts', '["!",5]', 'invalid type: integer `5`, expected struct RpcProgramAccountsConfig'],
    ['getMultipleAccounts', '[["!"],5]', 'invalid type: integer `5`, expected struct RpcAccountInfoConfig'],
  ] as const;
  test.each(rows)('%s', async (method, params, reason) => {
    expect(await answer(method, params)).toBe(error(`Invalid params: ${reason}.`));
  });
});
