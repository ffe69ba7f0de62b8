import { expect, it } from 'vitest';
import { counted } from '../../src/codec/text.ts';

it.each([
  [0, '0 blocks'],
  [1, '1 block'],
  [1n, '1 block'],
  [2, '2 blocks'],
  [10n ** 20n, '100000000000000000000 blocks'],
])('the number of %s: %s', (count, text) => {
  expect(counted(count, 'block')).toBe(text);
});

it('the number may be written otherwise', () => {
  expect(counted(1200, 'byte', '1,200')).toBe('1,200 bytes');
});
