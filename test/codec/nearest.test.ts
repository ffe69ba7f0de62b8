import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearest } from '../../src/codec/suggest.ts';

describe('nearest', () => {
  it.each<[string, string[], string | undefined]>([
    ['getSlott', ['getBlock', 'getSlot'], 'getSlot'],
    ['GETSLOT', ['getSlot'], 'getSlot'],
    ['ab', ['cd', 'xyzzy'], 'cd'],
    ['ab', ['ax', 'xb'], 'ax'],
    ['ab', ['axyz'], undefined],
    ['', ['ab', 'a'], 'a'],
    ['', ['abc'], undefined],
    ['getSlot', [], undefined],
  ])('%j among %j is %j', (word, candidates, found) => {
    expect(nearest(word, candidates)).toBe(found);
  });

  it('takes the limit of edits from its caller', () => {
    expect(nearest('clock', ['clocks', 'clack'], 0)).toBeUndefined();
    expect(nearest('clock', ['clocks', 'clack'], 1)).toBe('clocks');
  });

  it('looks for nothing where the word has more than 100 characters', () => {
    const word = 'a'.repeat(100);
    expect(nearest(word, [`${word}b`])).toBe(`${word}b`);
    const candidates = {
      [Symbol.iterator]: () => {
        throw new Error('they were read');
      },
    };
    expect(nearest(`${word}a`, candidates)).toBeUndefined();
  });

  it('reads no candidate whose length alone is too far from the word', () => {
    const long = { length: 20_000 } as string;
    expect(nearest('getSlot', [long, 'getSlot'])).toBe('getSlot');
  });

  it('finds what comparing everything finds', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'C', 'c'), maxLength: 6 });
    fc.assert(
      fc.property(text, fc.array(text), fc.integer({ min: 0, max: 4 }), (word, candidates, limit) => {
        const edits = candidates.map((candidate) => editsBetween(word.toLowerCase(), candidate.toLowerCase()));
        const fewest = Math.min(...edits);
        expect(nearest(word, candidates, limit)).toBe(fewest > limit ? undefined : candidates[edits.indexOf(fewest)]);
      }),
    );
  });
});

/** Levenshtein, as it is defined. */
function editsBetween(from: string, to: string): number {
  const [first] = from;
  if (first === undefined || to === '') return from.length + to.length;
  if (first === to[0]) return editsBetween(from.slice(1), to.slice(1));
  const left = [from.slice(1), to, from.slice(1), to.slice(1), from, to.slice(1)] as const;
  return 1 + Math.min(editsBetween(left[0], left[1]), editsBetween(left[2], left[3]), editsBetween(left[4], left[5]));
}
