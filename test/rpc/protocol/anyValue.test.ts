import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isJsonArray, isJsonObject, type JsonValue } from '../../../src/codec/jsonText.ts';
import { parseJson } from '../../../src/codec/parseJson.ts';
import { METHODS } from '../../../src/rpc/methods/index.ts';
import { testNode } from '../../support/testNode.ts';
import { namedAddress, namedSignature } from '../../support/transactions.ts';

const OWNER = namedAddress('program');
const SPEC = {
  blocks: [{ slot: 1, transactions: [{ name: 'a' }, { name: 'b', version: 0 as const }] }],
  accounts: [{ address: namedAddress('account'), owner: OWNER, data: Uint8Array.of(1, 2, 3) }],
};
const DIALECTS = ['contract', 'agave'] as const;

/** Words, keys and numbers that parameters are made of, so that chance gets past the first check. */
const MEANINGFUL = fc.constantFrom<unknown>(
  0,
  1,
  -1,
  2 ** 53 - 1,
  'base58',
  'base64',
  'base64+zstd',
  'binary',
  'json',
  'jsonParsed',
  'full',
  'accounts',
  'signatures',
  'none',
  'processed',
  'confirmed',
  'finalized',
  'tokenAccountState',
  OWNER,
  namedAddress('account'),
  namedSignature('a'),
  namedSignature('b'),
  [],
  {},
  null,
);
const KEYS = fc.constantFrom(
  'encoding',
  'transactionDetails',
  'rewards',
  'commitment',
  'maxSupportedTransactionVersion',
  'minContextSlot',
  'searchTransactionHistory',
  'limit',
  'before',
  'until',
  'dataSlice',
  'offset',
  'length',
  'filters',
  'withContext',
  'sortResults',
  'memcmp',
  'bytes',
  'dataSize',
  'tokenAccountState',
  '__proto__',
  'constructor',
);
const { value: NEAR_MISS } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    { weight: 4, arbitrary: MEANINGFUL },
    { weight: 1, arbitrary: fc.jsonValue() },
    { weight: 2, arbitrary: fc.array(tie('value'), { maxLength: 5 }) },
    { weight: 3, arbitrary: fc.dictionary(KEYS, tie('value'), { maxKeys: 5 }) },
  ),
}));
const JSON_TEXT = fc.oneof(
  fc.json(),
  fc.json({ stringUnit: 'binary' }),
  NEAR_MISS.map((value) => JSON.stringify(value)),
);

/** One reply to a request: these members, in this order, and an error that we know of. */
function expectReply(reply: JsonValue | undefined): void {
  if (!isJsonObject(reply)) throw new Error(`no object: ${String(reply)}`);
  const { error } = reply;
  const names = Object.keys(reply).filter((name) => name !== 'jsonrpc');
  expect(names).toEqual([error === undefined ? 'result' : 'error', 'id']);
  if (error === undefined) return;
  if (!isJsonObject(error)) throw new Error(`no object: ${String(error)}`);
  expect(Object.keys(error).slice(0, 2)).toEqual(['code', 'message']);
  expect(error).not.toEqual({ code: -32603, message: 'Internal error' });
  expect(typeof error.message).toBe('string');
}

describe('whatever the JSON', () => {
  test.each(DIALECTS)('a body of any value gets a JSON-RPC answer in the %s dialect', async (dialect) => {
    const node = testNode(SPEC, dialect);
    const property = fc.asyncProperty(JSON_TEXT, async (body) => {
      const reply = await node.dispatch(body);
      if (reply === '') return;
      const value = parseJson(reply);
      if (isJsonArray(value)) value.forEach(expectReply);
      else expectReply(value);
    });
    await fc.assert(property, { numRuns: 1000 });
  });

  const names = [...METHODS.keys()];
  for (const dialect of DIALECTS) {
    test.each(names)(`any params of %s get a JSON-RPC answer in the ${dialect} dialect`, async (method) => {
      const node = testNode(SPEC, dialect);
      const firstArguments = fc.oneof(NEAR_MISS, fc.array(MEANINGFUL, { maxLength: 3 }), MEANINGFUL);
      const params = fc.oneof(
        { weight: 1, arbitrary: JSON_TEXT },
        { weight: 4, arbitrary: fc.tuple(firstArguments, NEAR_MISS).map((pair) => JSON.stringify(pair)) },
      );
      const property = fc.asyncProperty(params, async (text) => {
        const reply = parseJson(
          await node.dispatch(`{"jsonrpc":"2.0","id":"x","method":"${method}","params":${text}}`),
        );
        expectReply(reply);
        expect(isJsonObject(reply) && reply.id).toBe('x');
      });
      await fc.assert(property, { numRuns: 1000 });
    });
  }

  test('ids are echoed as they came', async () => {
    const node = testNode({});
    const ids = fc.oneof(
      fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String),
      fc
        .string({ unit: 'binary' })
        .filter((text) => text.isWellFormed())
        .map((text) => JSON.stringify(text)),
    );
    const property = fc.asyncProperty(ids, async (id) => {
      expect(await node.dispatch(`{"jsonrpc":"2.0","id":${id},"method":"x"}`)).toBe(
        `{"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found"},"id":${id}}\n`,
      );
    });
    await fc.assert(property, { numRuns: 1000 });
  });
});
