import { describe, expect, test } from 'vitest';
import { callText, testNode } from '../../support/testNode.ts';
import { namedAddress, namedSignature } from '../../support/transactions.ts';

const ACCOUNT = namedAddress('account');
const PROGRAM = namedAddress('program');
const NODE = testNode({
  blocks: [{ slot: 1, transactions: [{ name: 'a' }] }],
  accounts: [{ address: ACCOUNT, owner: PROGRAM, data: Uint8Array.of(1, 2, 3, 4, 5) }],
});

function invalidParams(reason: string): string {
  return `{"code":-32602,"message":${JSON.stringify(`Invalid params: ${reason}.`)}}`;
}

const NO_WRAPPER = invalidParams('data did not match any variant of untagged enum RpcEncodingConfigWrapper');
const DIALECTS = ['contract', 'agave'] as const;

describe('an encoding of accounts', () => {
  const accountsWith = (encoding: string, dialect: 'contract' | 'agave') =>
    callText(NODE, 'getMultipleAccounts', `[["${ACCOUNT}"],{"encoding":${encoding}}]`, dialect);
  const programWith = (encoding: string, dialect: 'contract' | 'agave') =>
    callText(NODE, 'getProgramAccounts', `["${PROGRAM}",{"encoding":${encoding}}]`, dialect);
  const LISTS = {
    contract: '`base58`, `base64`, `jsonParsed`, `base64+zstd`',
    agave: '`binary`, `base58`, `base64`, `jsonParsed`, `base64+zstd`',
  };

  for (const dialect of DIALECTS) {
    const unknown = ['foo', '', 'Base64', 'base64 ', 'json', 'zstd', 'constructor', 'a`b"c'];
    test.each(unknown)(`that is none is named beside those of the ${dialect} dialect: %s`, async (word) => {
      const error = invalidParams(`unknown variant \`${word}\`, expected one of ${LISTS[dialect]}`);
      expect(await accountsWith(JSON.stringify(word), dialect)).toBe(error);
      expect(await programWith(JSON.stringify(word), dialect)).toBe(error);
      expect(await accountsWith(`{${JSON.stringify(word)}:null}`, dialect)).toBe(error);
    });

    const words = ['base58', 'base64', 'base64+zstd', 'jsonParsed'];
    test.each(words)(`may be the only key of an object in the ${dialect} dialect: %s`, async (word) => {
      expect(await accountsWith(`{"${word}":null}`, dialect)).toBe(await accountsWith(`"${word}"`, dialect));
      expect(await programWith(`{"${word}":null}`, dialect)).toBe(await programWith(`"${word}"`, dialect));
      expect(await accountsWith(`"${word}"`, dialect)).toMatch(/^\{"context"/);
    });
  }

  test('binary is one in the agave dialect only', async () => {
    expect(await accountsWith('"binary"', 'agave')).toContain('"data":"7bWpTW"');
    expect(await accountsWith('{"binary":null}', 'agave')).toContain('"data":"7bWpTW"');
    const error = invalidParams(`unknown variant \`binary\`, expected one of ${LISTS.contract}`);
    expect(await accountsWith('"binary"', 'contract')).toBe(error);
  });

  test.each(['{}', '{"base64":null,"base58":null}'])('in an object must be its only key: %s', async (encoding) => {
    for (const dialect of DIALECTS)
      expect(await accountsWith(encoding, dialect)).toBe(
        invalidParams('invalid value: map, expected map with a single key'),
      );
  });

  test('in an object has no content; the key is looked at first', async () => {
    for (const dialect of DIALECTS) {
      expect(await accountsWith('{"base64":"x"}', dialect)).toBe(
        invalidParams('invalid type: string "x", expected unit'),
      );
      expect(await accountsWith('{"foo":"x"}', dialect)).toContain('unknown variant `foo`');
      const notEmpty = invalidParams('invalid type: map, expected unit');
      expect(await accountsWith('{"base64":{}}', dialect)).toBe(notEmpty);
      expect(await programWith('{"base64":{}}', dialect)).toBe(notEmpty);
    }
  });
});

describe('an encoding or detail of transactions that is none gives one and the same message', () => {
  const configs = [
    '{"encoding":"foo"}',
    '{"encoding":"base64+zstd"}',
    '{"encoding":5}',
    '{"encoding":{"json":5}}',
    '{"maxSupportedTransactionVersion":256}',
    '{"maxSupportedTransactionVersion":-1}',
    '{"maxSupportedTransactionVersion":0.0}',
    '{"maxSupportedTransactionVersion":"legacy"}',
    '"foo"',
    '""',
    '5',
    'true',
    '1.5',
  ];
  test.each(configs)('%s', async (config) => {
    for (const dialect of DIALECTS) {
      expect(await callText(NODE, 'getBlock', `[1,${config}]`, dialect)).toBe(NO_WRAPPER);
      expect(await callText(NODE, 'getTransaction', `["${namedSignature('a')}",${config}]`, dialect)).toBe(NO_WRAPPER);
    }
  });

  const blockConfigs = [
    '{"transactionDetails":"foo"}',
    '{"transactionDetails":1}',
    '{"rewards":"yes"}',
    '{"rewards":1}',
  ];
  test.each(blockConfigs)('getBlock %s; getTransaction does not know that member', async (config) => {
    for (const dialect of DIALECTS) {
      expect(await callText(NODE, 'getBlock', `[1,${config}]`, dialect)).toBe(NO_WRAPPER);
      const plain = await callText(NODE, 'getTransaction', `["${namedSignature('a')}"]`, dialect);
      expect(await callText(NODE, 'getTransaction', `["${namedSignature('a')}",${config}]`, dialect)).toBe(plain);
    }
  });

  test('getBlock takes details as the only key of an object', async () => {
    for (const dialect of DIALECTS) {
      const plain = await callText(NODE, 'getBlock', '[1,{"transactionDetails":"signatures"}]', dialect);
      expect(await callText(NODE, 'getBlock', '[1,{"transactionDetails":{"signatures":null}}]', dialect)).toBe(plain);
      expect(plain).toContain('"signatures":[');
    }
  });
});

describe('an encoding in place of the configuration', () => {
  const encodings = ['"json"', '"jsonParsed"', '"base58"', '"base64"', '"binary"', '{"base64":null}'];
  test.each(encodings)('%s is taken in the agave dialect', async (encoding) => {
    for (const [method, first] of [
      ['getBlock', '1'],
      ['getTransaction', `"${namedSignature('a')}"`],
    ] as const) {
      const bare = await callText(NODE, method, `[${first},${encoding}]`, 'agave');
      expect(bare).toBe(await callText(NODE, method, `[${first},{"encoding":${encoding}}]`, 'agave'));
      expect(bare).toContain('"transaction":');
    }
  });

  test.each(encodings.slice(0, -1))('%s is refused in the contract dialect', async (encoding) => {
    expect(await callText(NODE, 'getBlock', `[1,${encoding}]`, 'contract')).toBe(NO_WRAPPER);
    expect(await callText(NODE, 'getTransaction', `["${namedSignature('a')}",${encoding}]`, 'contract')).toBe(
      NO_WRAPPER,
    );
  });

  test('binary as a member is refused in the contract dialect', async () => {
    expect(await callText(NODE, 'getBlock', '[1,{"encoding":"binary"}]', 'contract')).toBe(NO_WRAPPER);
  });
});
