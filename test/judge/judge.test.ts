import { describe, expect, it } from 'vitest';
import { natureOf } from './byNature.ts';
import { differencesOf } from './compare.ts';
import type { Answer } from './judgedNode.ts';

const answer = (label: string, text: string): Answer => ({ label, method: 'm', params: null, status: 200, text });

describe('the comparison of sessions', () => {
  const differencesIn = (one: string, other: string) =>
    differencesOf([answer('a', one)], [answer('a', other)]).map(({ kind, where }) => `${where}: ${kind}`);

  it.each([
    ['{"id":1,"result":{"a":[1,{"b":null}]}}', '{"id":9,"result":{"a":[1,{"b":null}]}}', []],
    ['{"result":{"a":1}}', '{"result":{"a":2}}', ['m result.a: value']],
    ['{"result":{"a":1}}', '{"result":{"a":"1"}}', ['m result.a: type']],
    ['{"result":{"a":1}}', '{"result":{"b":1}}', ['m result.a: missing', 'm result.b: surplus']],
    ['{"result":[1,2]}', '{"result":[1]}', ['m result: length']],
    ['{"result":{"logs":["a"]}}', '{"result":{"logs":["b","c"]}}', ['m result.logs: value']],
    ['POST expected', 'POST', ['m: value']],
  ])('%s and %s', (one, other, differences) => {
    expect(differencesIn(one, other)).toEqual(differences);
  });

  it('a question that was not asked is a difference; signatures in labels are none', () => {
    const signature = (letter: string) => answer(`s ["${letter.repeat(88)}"]`, '{}');
    expect(differencesOf([signature('a'), answer('b', '{}')], [signature('c')])).toMatchObject([{ kind: 'unasked' }]);
  });

  it('only what has a reason differs by nature', () => {
    const difference = { label: 'x', where: 'getAccountInfo result.value.lamports', kind: 'value' } as const;
    const values = { expected: 1, found: 2 };
    expect(natureOf({ ...difference, ...values })).toBeUndefined();
    expect(natureOf({ ...difference, ...values, where: 'getAccountInfo result.context.slot' })).toMatch(/slots/);
    expect(
      natureOf({ ...difference, ...values, where: 'getAccountInfo result.context.slot', kind: 'missing' }),
    ).toBeUndefined();
  });
});
