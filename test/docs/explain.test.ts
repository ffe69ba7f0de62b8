import { expect, it } from 'vitest';
import { controlText } from '../support/control.ts';
import { testNode } from '../support/testNode.ts';
import { readText, tableUnder } from './tables.ts';

/** What docs/control.md shows of explanations, held against a ledger. */

const ROWS = tableUnder('## Why an answer is as it is', readText('docs/control.md'));
const LEDGER = {
  blocks: [{ slot: 90 }, { slot: 92, parentSlot: 90 }, { slot: 100 }],
  finalized: 92,
  confirmed: 92,
  processed: 100,
};

it('there are examples', () => {
  expect(ROWS.length).toBeGreaterThan(5);
});

it.each(ROWS)('%s with %s: %s', async (method, params, sentence) => {
  const text = await controlText(testNode(LEDGER), 'explain', `["${method}",${params!.replaceAll('`', '')}]`);
  expect((JSON.parse(text) as { why: string[] }).why).toEqual([sentence]);
});
