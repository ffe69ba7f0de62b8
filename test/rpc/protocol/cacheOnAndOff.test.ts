import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LedgerNode } from '../../../src/node/createNode.ts';
import { nodeOver } from '../../support/nodeOver.ts';
import { testLedger } from '../../support/testNode.ts';
import { namedSignature } from '../../support/transactions.ts';

const LOADED = {
  state: testLedger({ blocks: [{ slot: 5, transactions: [{ name: 'a' }, { name: 'b', version: 0 }] }], processed: 7 }),
  warnings: [],
  counts: { files: 0, blocks: 1, transactions: 2, accounts: 0 },
};

function nodeWithCache(cacheMb: number): LedgerNode {
  return nodeOver(LOADED, { cacheMb });
}

function result(id: string): string {
  return `{"jsonrpc":"2.0","result":7,"id":${id}}\n`;
}

const PARSE_ERROR = '{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"},"id":null}\n';

describe('a call that was answered before is answered by what it says', () => {
  const rows = [
    [
      'its id null, another id inside',
      '{"jsonrpc":"2.0","id":null,"method":"getSlot","params":[{"id":1}]}',
      result('null'),
    ],
    ['white space around the id', '{"jsonrpc":"2.0","id" :7,"method":"getSlot","params":[{"id":1}]}', result('7')],
    [
      'an id of more than 15 digits',
      '{"jsonrpc":"2.0","id":1234567890123456789,"method":"getSlot","params":[{"id":1}]}',
      result('1234567890123456789'),
    ],
    ['a list in place of an object', '["2.0","getSlot",[{"id":1}],7]', PARSE_ERROR],
    ['a comma too many', '{"jsonrpc":"2.0","id":1,,"method":"getSlot"}', PARSE_ERROR],
    ['a space of another alphabet', '{"jsonrpc":"2.0","id":\u00a01,"method":"getSlot"}', PARSE_ERROR],
    ['a comma in place of the id', '{"jsonrpc":"2.0",,"method":"getSlot"}', PARSE_ERROR],
  ] as const;

  it.each(rows)('%s', async (_what, body, reply) => {
    const node = nodeWithCache(64);
    for (const warm of ['{"jsonrpc":"2.0","id":1,"method":"getSlot"}', '{"jsonrpc":"2.0","method":"getSlot","id":1}'])
      expect(await node.dispatch(warm, 'agave')).toBe(result('1'));
    for (let i = 0; i < 2; i++) expect(await node.dispatch(body, 'agave')).toBe(reply);
  });
});

const ids = fc.constantFrom(
  '1',
  '7',
  'null',
  '0',
  '1234567890123456789',
  '18446744073709551615',
  '18446744073709551616',
  '1.0',
  '-1',
  '"a"',
  '"1"',
  '"\\n\\u0041"',
  '"\\"id\\":1"',
  '"é"',
  '[1]',
  '{"id":1}',
);
const space = fc.constantFrom('', '', '', ' ', '\n', '\t ', '\u00a0', ',');

const CALLS = [
  [
    'getSlot',
    '[{"id":1}]',
    '[{"id":2}]',
    '[]',
    'null',
    '[{"commitment":"processed"}]',
    '[{"commitment":"processed","id":1}]',
  ],
  [
    'getBlock',
    '[5]',
    '[5,{"maxSupportedTransactionVersion":0,"encoding":"json"}]',
    '[5,{"encoding":"json","maxSupportedTransactionVersion":0}]',
    '[5.0,{"maxSupportedTransactionVersion":0}]',
    '[5,{"maxSupportedTransactionVersion":0,"maxSupportedTransactionVersion":1}]',
    '["5"]',
    '{"id":1}',
  ],
  ['getTransaction', `["${namedSignature('a')}"]`, `["${namedSignature('a')}",{"encoding":"base64"}]`, '["x"]'],
  [
    'getSignatureStatuses',
    `[["${namedSignature('a')}"]]`,
    `[["${namedSignature('b')}"],{"searchTransactionHistory":true}]`,
  ],
  ['nosuch', '[]', '[{"id":1}]'],
] as const;

const methodAndParams = fc
  .constantFrom(...CALLS)
  .chain(([method, ...params]) => fc.tuple(fc.constant(method as string), fc.constantFrom(...(params as string[]))));

/** One call in one of its spellings: members in any order, with and without white space. */
const call = fc
  .tuple(
    methodAndParams,
    ids,
    fc.array(space, { minLength: 20, maxLength: 20 }),
    fc.shuffledSubarray([0, 1, 2, 3], { minLength: 3 }),
  )
  .map(([[method, params], id, spaces, order]) => {
    const gap = (at: number) => (spaces[at] === ',' || spaces[at] === '\u00a0' ? '' : spaces[at]!);
    const members = [
      `"jsonrpc"${gap(0)}:${gap(1)}"2.0"`,
      `"method":${gap(2)}"${method}"`,
      `"params"${gap(3)}:${params}`,
      `"id"${gap(4)}:${spaces[5]}${id}`,
    ];
    return `{${gap(6)}${order.map((at) => members[at]).join(`${gap(7)},${spaces[8]}`)}${gap(9)}}`;
  });
const bodies = fc.oneof(
  { weight: 6, arbitrary: call },
  { weight: 1, arbitrary: fc.array(call, { maxLength: 4 }).map((items) => `[${items.join(',')}]`) },
  { weight: 1, arbitrary: fc.tuple(call, fc.nat(60)).map(([text, at]) => text.slice(0, at) + text.slice(at + 1)) },
);

describe('a node with a cache and one without', () => {
  it('answer alike whatever is sent, in whatever order, again and again', async () => {
    const property = fc.asyncProperty(
      fc
        .array(bodies, { minLength: 1, maxLength: 12 })
        .chain((texts) => fc.shuffledSubarray([...texts, ...texts], { minLength: texts.length * 2 })),
      fc.constantFrom('contract' as const, 'agave' as const),
      async (texts, dialect) => {
        for (const text of texts) {
          const expected = await forgetful.dispatch(text, dialect);
          expect(await remembering.dispatch(text, dialect)).toBe(expected);
          expect(await tiny.dispatch(text, dialect)).toBe(expected);
        }
      },
    );
    const [remembering, tiny, forgetful] = [nodeWithCache(64), nodeWithCache(0.002), nodeWithCache(0)];
    await fc.assert(property, { numRuns: 1000 });
  });
});
