import { expect, test } from 'vitest';
import { didYouMean } from '../../src/codec/text.ts';

test.each<[string, string | undefined]>([
  // seven letters: two edits are near, three are not
  ['procesd', 'did you mean "processed"?'],
  ['abcxyzd', undefined],
  ['PROCESSED', 'did you mean "processed"?'],
  ['pro', undefined],
])('%s', (word, hint) => {
  expect(didYouMean(word, ['processed', 'abcd'])).toBe(hint);
});
