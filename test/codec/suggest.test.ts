import { expect, test } from 'vitest';
import { suggest } from '../../src/codec/suggest.ts';

test.each<[string, string | undefined]>([
  // seven letters: two edits are near, three are not
  ['procesd', 'did you mean "processed"?'],
  ['abcxyzd', undefined],
  ['PROCESSED', 'did you mean "processed"?'],
  ['pro', undefined],
])('%s', (word, hint) => {
  expect(suggest(word, ['processed', 'abcd'])).toBe(hint);
});
