import { expect, it } from 'vitest';
import { CONTROL_METHODS } from '../../src/control/methods/index.ts';
import { createNode, ledger } from '../../src/index.ts';
import { errorText } from '../support/answers.ts';
import { callText } from '../support/testNode.ts';
import { codeWords, readText, tableUnder } from './tables.ts';

const ROWS = tableUnder('## Methods of Surfpool', readText('docs/comparison.md'));

it('all methods of Surfpool are named, and unknown here', async () => {
  const names = ROWS.flatMap(([methods]) => codeWords(methods!));
  expect(new Set(names).size).toBe(26);
  const node = await createNode({ ledger: ledger().block(5) });
  for (const name of names) {
    expect(name).toMatch(/^surfnet_/);
    expect(await callText(node, name, '[]')).toBe(errorText(-32601, 'Method not found'));
  }
});

it('the control methods in their place exist', () => {
  const named = ROWS.flatMap(([, here]) => codeWords(here!)).filter((word) => word.startsWith('stillnode_'));
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !CONTROL_METHODS.has(name))).toEqual([]);
});
