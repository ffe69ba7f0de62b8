import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { questionOf } from '../../src/jsonrpc/question.ts';
import { nodeOver } from '../../src/node.ts';
import { testLedger } from '../support/testNode.ts';

describe('questionOf', () => {
  it.each([
    ['{"jsonrpc":"2.0","id":1,"method":"getSlot"}', '1', '{"jsonrpc":"2.0",,"method":"getSlot"}'],
    ['{"id":"0","jsonrpc":"2.0"}', '"0"', '{,"jsonrpc":"2.0"}'],
    ['{"method":"m","id": "a-b"}', '"a-b"', '{"method":"m",}'],
    ['{"id":"é"}', '"é"', '{}'],
    ['{"id":999999999999999}', '999999999999999', '{}'],
    ['{"method":"id","id":0}', '0', '{"method":"id",}'],
  ])('cuts the id out of %s', (body, id, text) => {
    expect(questionOf(body)).toEqual({ id, text });
  });

  it.each([
    ['no id', '{"jsonrpc":"2.0","method":"getSlot"}'],
    ['null', '{"id":null}'],
    ['two ids', '{"id":1,"params":[{"id":2}]}'],
    ['a batch of two', '[{"id":1},{"id":2}]'],
    ['an escape anywhere', '{"id":1,"method":"get\\u0053lot"}'],
    ['an escape in the id', '{"id":"\\n"}'],
    ['a control character in the id', '{"id":"\u0001"}'],
    ['a float', '{"id":1.5}'],
    ['an exponent', '{"id":1e3}'],
    ['a sign', '{"id":-1}'],
    ['a leading zero', '{"id":01}'],
    ['more digits than are exact', '{"id":1234567890123456}'],
    ['text that does not end', '{"id":"a'],
  ])('leaves a body alone that has %s', (_what, body) => {
    expect(questionOf(body)).toBeUndefined();
  });
});

describe('a node that has answered before', () => {
  const state = testLedger({ blocks: [{ slot: 5, transactions: [{ name: 'a' }] }] });
  const counts = { files: 0, blocks: 1, transactions: 1, accounts: 0 };
  const nodes = [64, 0].map((cacheMb) => nodeOver({ state, warnings: [], counts }, { cacheMb }));

  const id = fc.oneof(
    fc.nat(9).map(String),
    fc.constantFrom(
      '"1"',
      '"a"',
      'null',
      '1.5',
      '-1',
      '01',
      '"\\n"',
      '"\u0001"',
      '[1]',
      '{"id":1}',
      '123456789012345678901',
    ),
  );
  const method = fc.constantFrom('"getSlot"', '"getBlock"', '"id"', '1');
  const params = id.chain((inner) =>
    fc.constantFrom('[]', '[5]', `[5,{"id":${inner}}]`, `{"id":${inner}}`, '["\\"id\\":1"]'),
  );
  const members = fc
    .tuple(id, method, params)
    .map(([i, m, p]) => [`"id":${i}`, `"method":${m}`, `"params":${p}`, '"jsonrpc":"2.0"']);
  const body = members
    .chain((all) => fc.shuffledSubarray(all, { minLength: 2 }))
    .chain((some) => fc.tuple(fc.constant(some), fc.constantFrom(',', ' ,', ', ')))
    .map(([some, comma]) => `{${some.join(comma)}}`);

  it('answers every body as one that has not', async () => {
    await fc.assert(
      fc.asyncProperty(body, async (text) => {
        const [remembering, forgetful] = nodes;
        expect(await remembering!.dispatch(text)).toBe(await forgetful!.dispatch(text));
      }),
      { numRuns: 3000 },
    );
  });
});
