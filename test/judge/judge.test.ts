import { describe, expect, it } from 'vitest';
import { natureOf } from './byNature.ts';
import { type Difference, differencesOf } from './compare.ts';
import type { Answer } from './judgedNode.ts';
import { sessionOfLocalnet } from './localnet.ts';
import { HAS_SESSION, recordedSession } from './recordedSession.ts';

/** What differs still, and why. */
const OPEN: readonly (readonly [where: RegExp, reason: string])[] = [
  [/\.blsPubkeyCompressed$/, 'the validator of a script has no BLS key yet'],
  [/(?:computeUnitsConsumed|costUnits|unitsConsumed|logs|logMessages)$/, 'the stake program reads that key'],
  [/^getTransaction (?:error|result)$/, 'base58 with version 1 is an error since 4.3.2'],
];

function isOpen({ label, where }: Difference): boolean {
  return OPEN.some(([open]) => open.test(where)) && /^(?:vote account|delegate|getTransaction \[)/.test(label);
}

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

describe.skipIf(!HAS_SESSION)('a localnet beside a real test validator', () => {
  it('answers each question of its session in the same way', async () => {
    const differences = differencesOf(recordedSession(), await sessionOfLocalnet());
    const own = differences.filter((difference) => natureOf(difference) === undefined && !isOpen(difference));
    expect(own).toEqual([]);
  });
});
