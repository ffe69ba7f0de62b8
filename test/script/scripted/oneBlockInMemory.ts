import { expect } from 'vitest';
import { measuredBy } from '../../support/freshProcess.ts';
import type { HandedOver } from './blocksMemory.ts';

/**
 * Blocks are handed over one by one: however long a history is, the script holds on to none of it.
 * @module
 */

const PER_BLOCK = 40;

export async function expectOneBlockInMemory(transactions: number): Promise<void> {
  const file = 'test/script/scripted/blocksMemory.ts';
  const { alive, problems, slots, ...found } = await measuredBy<HandedOver>(file, `${transactions}`);
  expect(problems).toEqual([]);
  expect(found.transactions).toBe(transactions);
  expect(slots).toEqual(Array.from({ length: transactions / PER_BLOCK }, (_, i) => `${1 + 2 * i}`));
  expect(alive).toHaveLength(2);
  expect(Math.max(...alive)).toBeLessThanOrEqual(PER_BLOCK);
}
