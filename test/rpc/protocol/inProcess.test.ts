import { PublicKey } from '@solana/web3.js';
import { describe, expect, test } from 'vitest';
import { RpcError } from '../../../src/errors.ts';
import { testNode } from '../../support/testNode.ts';
import { namedAddress, namedSignature } from '../../support/transactions.ts';

const ACCOUNT = namedAddress('account');
const NODE = testNode({
  blocks: [{ slot: 1, transactions: [{ name: 'a' }] }],
  accounts: [{ address: ACCOUNT, lamports: 9007199254740993n, rentEpoch: 18446744073709551615n }],
});

describe('a call in this process', () => {
  test('gives the result as JavaScript has it: small integers numbers, others bigints', async () => {
    expect(await NODE.request('getMultipleAccounts', [[ACCOUNT, namedAddress('nobody')]])).toEqual({
      context: { slot: 1 },
      value: [
        {
          data: ['', 'base64'],
          executable: false,
          lamports: 9007199254740993n,
          owner: '11111111111111111111111111111111',
          rentEpoch: 18446744073709551615n,
          space: 0,
        },
        null,
      ],
    });
  });

  test('gives null where that is the result', async () => {
    expect(await NODE.request('getTransaction', [namedSignature('unknown')])).toBeNull();
  });

  const equal = [
    ['an integer', [1], [1n]],
    ['an undefined member is absent', [1, { encoding: undefined }], [1, {}]],
    ['an undefined argument is null', [1, undefined], [1, null]],
  ] as const;
  test.each(equal)('takes %s', async (_kind, a, b) => {
    expect(await NODE.request('getBlock', a as never)).toEqual(await NODE.request('getBlock', b as never));
  });

  test('takes integers beyond 2^53 as bigints, without rounding', async () => {
    const params = [ACCOUNT, { minContextSlot: 18446744073709551615n }] as const;
    await expect(NODE.request('getProgramAccounts', params)).rejects.toThrow(
      'Minimum context slot has not been reached',
    );
    await expect(NODE.request('getBlock', [18446744073709551616n])).rejects.toThrow(
      'Invalid params: invalid type: floating point `1.8446744073709552e+19`, expected u64.',
    );
  });

  test('takes fractions as floats', async () => {
    await expect(NODE.request('getBlock', [1.5])).rejects.toThrow(
      'Invalid params: invalid type: floating point `1.5`, expected u64.',
    );
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    'takes %d for null, as JSON does',
    async (value) => {
      await expect(NODE.request('getBlock', [value as never])).rejects.toThrow(
        'Invalid params: invalid type: null, expected u64.',
      );
    },
  );

  test('a client gets no more than a node says of a misspelled method', async () => {
    expect(await NODE.dispatch('{"jsonrpc":"2.0","id":1,"method":"getSlots"}')).toBe(
      '{"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found"},"id":1}\n',
    );
  });

  const promise = Promise.resolve(ACCOUNT);
  const promises = [
    ['the parameters', promise, '`params` is a promise: put await before it'],
    ['a parameter', [promise], '`params[0]` is a promise: put await before it'],
    ['deep in one', [[ACCOUNT, promise]], '`params[0][1]` is a promise: put await before it'],
    ['a member', [1, { commitment: promise }], '`params[1].commitment` is a promise: put await before it'],
  ] as const;
  test.each(promises)('refuses a promise, and names it: %s', async (_where, params, message) => {
    const refused = new TypeError(message);
    await expect(NODE.request('getBalance', params as never)).rejects.toEqual(refused);
    await expect(NODE.requestText('getBalance', params as never)).rejects.toEqual(refused);
  });

  test('a control call refuses a promise', async () => {
    await expect(NODE.setAccount(promise as never, { sol: 5 })).rejects.toEqual(
      new TypeError('expected a name, an address or a key pair, found a promise: put await before it'),
    );
    await expect(NODE.verify({ method: 'getSlot', params: [promise] })).rejects.toEqual(
      new TypeError('`params[0].params[0]` is a promise: put await before it'),
    );
  });

  test('without params has none', async () => {
    await expect(NODE.request('getBlock' as string)).rejects.toThrow('`params` should have at least 1 argument(s)');
  });

  const errors = [
    ['no data', 'nosuch', [], { code: -32601, message: 'Method not found', data: undefined }],
    [
      'data',
      'getBlock',
      [1, 2, 3],
      { code: -32602, message: 'Invalid parameters: Expected from 1 to 2 parameters.', data: '"Got: 3"' },
    ],
    [
      'data with members',
      'getMultipleAccounts',
      [[], { minContextSlot: 9 }],
      { code: -32016, message: 'Minimum context slot has not been reached', data: { contextSlot: 1 } },
    ],
    [
      'a misspelled method, with the one that was meant',
      'getSlots',
      [],
      { code: -32601, message: 'Method not found (did you mean "getSlot"?)', data: undefined },
    ],
  ] as const;
  test.each(errors)('throws what a client would get: %s', async (_kind, method, params, expected) => {
    const error = await NODE.request(method, params).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RpcError);
    expect(error).toMatchObject(expected);
  });

  test.each(errors)('throws the same where the text is wanted: %s', async (_kind, method, params, expected) => {
    const error = await NODE.requestText(method, params).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RpcError);
    expect(error).toMatchObject(expected);
  });

  const texts = [
    [
      'integers with all their digits',
      'getMultipleAccounts',
      [[ACCOUNT]],
      '{"context":{"slot":1},"value":[{"data":["","base64"],"executable":false,"lamports":9007199254740993,"owner":"11111111111111111111111111111111","rentEpoch":18446744073709551615,"space":0}]}',
    ],
    ['null', 'getTransaction', [namedSignature('unknown')], 'null'],
    ['a number', 'getSlot', [], '1'],
    ['a text', 'getHealth', undefined, '"ok"'],
  ] as const;
  test.each(texts)('gives the text of %s, first and again', async (_kind, method, params, text) => {
    expect(await NODE.requestText(method, params)).toBe(text);
    expect(await NODE.requestText(method, params)).toBe(text);
  });

  test('gives the text of a result that is long enough to be kept as bytes', async () => {
    const data = Buffer.alloc(300_000, 7);
    const node = testNode({ accounts: [{ address: ACCOUNT, data }] });
    const text = await node.requestText('getMultipleAccounts', [[ACCOUNT]]);
    expect(text.length).toBeGreaterThan(400_000);
    expect(JSON.parse(text)).toMatchObject({ value: [{ data: [data.toString('base64'), 'base64'] }] });
  });

  test('answers in the dialect of the node', async () => {
    const agave = testNode({ apiVersion: '4.1.0' }, 'agave');
    expect(await agave.request('getMultipleAccounts', [[]])).toEqual({
      context: { apiVersion: '4.1.0', slot: 0 },
      value: [],
    });
  });

  test('takes what has a JSON form of its own', async () => {
    const node = testNode({});
    await node.answer('getHealth', (value: unknown) => value);
    const itsKey = { toJSON: (key: string) => key };
    const given = { a: [new PublicKey(ACCOUNT), new Date(0), itsKey], b: itsKey, c: { toJSON: () => undefined } };
    expect(await node.request('getHealth' as string, [given])).toEqual({
      a: [ACCOUNT, '1970-01-01T00:00:00.000Z', '2'],
      b: 'b',
    });
  });

  class Payment {
    readonly memo = 'rent';
  }
  const circle: unknown[] = [];
  circle.push({ again: circle });
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  const lost = [
    [[Symbol('x')], '`params[0]` is a symbol, which JSON does not have'],
    [[1, { a: [() => 1] }], '`params[1].a[0]` is a function, which JSON does not have'],
    [[new Map([[1, 2]])], '`params[0]` is an object of class Map, which JSON does not have'],
    [[{ a: new Set([1]) }], '`params[0].a` is an object of class Set, which JSON does not have'],
    [[Uint8Array.of(1)], '`params[0]` is an object of class Uint8Array, which JSON does not have'],
    [[{ toJSON: () => () => 1 }], '`params[0]` is a function, which JSON does not have'],
    [[new Error('x')], '`params[0]` is an object of class Error, which JSON does not have'],
    [circle, '`params[0].again` is `params` itself: JSON has no circular values'],
    [[1, circular], '`params[1].self` is `params[1]` itself: JSON has no circular values'],
  ] as const;
  test.each(lost)('refuses what JSON would lose, %o', async (params, message) => {
    const refused = new TypeError(message);
    await expect(NODE.request('getBlock', params as never)).rejects.toEqual(refused);
    await expect(NODE.requestText('getBlock', params as never)).rejects.toEqual(refused);
  });

  test('takes equal values beside each other, and objects of classes', async () => {
    const node = testNode({});
    const payment = new Payment();
    await node.answer('getHealth', [[payment, payment]]);
    expect(await node.request('getHealth')).toEqual([{ memo: 'rent' }, { memo: 'rent' }]);
  });

  test('an answer, a subscription and a transport take the same', async () => {
    const node = testNode({});
    const refused = (name: string) => new TypeError(`\`${name}\` is a function, which JSON does not have`);
    const value = () => 1;
    await expect(node.answer('getHealth', [value])).rejects.toThrow(refused('answer[0]'));
    await expect(node.answer('getHealth', 1, { params: [value] })).rejects.toThrow(refused('params[0]'));
    expect(() => node.subscribe('account', value as never)).toThrow(refused('params[0]'));
    await expect(node.transport()({ payload: { params: [value] } })).rejects.toEqual(refused('payload.params[0]'));
    const address = new PublicKey(ACCOUNT);
    const notified = NODE.subscribe('account', address);
    await NODE.setAccount(ACCOUNT, { sol: 1 } as never);
    expect(await notified.next()).toMatchObject({ value: { value: { lamports: 1_000_000_000 } } });
    await notified.return();
  });
});
