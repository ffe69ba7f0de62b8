import { expect, it } from 'vitest';
import { changeOf, grouped, sol, units } from '../../inspector/format.ts';

it('amounts have commas before the point, and no zeros at the end', () => {
  expect([grouped('0'), grouped('999'), grouped('1000'), grouped('1234567.1234567')]).toEqual([
    '0',
    '999',
    '1,000',
    '1,234,567.1234567',
  ]);
  expect([units('1212500000', 6), units(7, 0), units(null, 6)]).toEqual(['1,212.5', '7', '–']);
  expect([sol(18446744073709551615n), sol(-5000)]).toEqual(['18,446,744,073.709551615 SOL', '-0.000005 SOL']);
});

it('a change has its sign, and none is empty', () => {
  expect([changeOf(5, 7, 0), changeOf('2000000', '500000', 6), changeOf(3, 3, 0), changeOf(null, '10', 1)]).toEqual([
    '+2',
    '-1.5',
    '',
    '+1',
  ]);
});
