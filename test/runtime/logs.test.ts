import { expect, it } from 'vitest';
import { LogLines } from '../../src/runtime/logs.ts';

it('of logs that are too long the lines that do not fit are left out, and one line says so', () => {
  const logs = new LogLines();
  const [most, half, rest, last] = ['a'.repeat(9_000), 'é'.repeat(500), 'b'.repeat(998), 'c'];
  for (const line of [most, half, rest, last, half, last]) logs.add(line);
  // 9,000 and 998 and 1: what would make it 10,000 is too much
  expect(logs.lines).toEqual([most, 'Log truncated', rest, last]);
});
