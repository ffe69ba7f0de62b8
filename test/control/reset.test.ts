import { describe, expect, it } from 'vitest';
import { controlText, NO_ARGUMENT_CASES, tipsText } from '../support/control.ts';
import { callText, THREE_TIPS, testNode } from '../support/testNode.ts';

describe('stillnode_reset', () => {
  it('brings back what was loaded, with its distance, and forgets snapshots', async () => {
    const node = testNode(THREE_TIPS);
    const snapshot = await controlText(node, 'snapshot');
    await controlText(node, 'setTips', '[{"finalized":7}]');
    await controlText(node, 'advance', '[3]');
    expect(await controlText(node, 'reset')).toBe(tipsText(6, 5, 7));
    expect(await callText(node, 'getBlocks', '[5]')).toBe('[5]');
    expect(await controlText(node, 'revert', `[${snapshot}]`)).toContain('"reason":"unknown"');
    expect(await controlText(node, 'advance')).toBe(tipsText(7, 6, 8));
  });

  it('leaves forks as they are', async () => {
    const node = testNode(THREE_TIPS);
    await node.advance(1);
    const fork = await node.fork('a');
    await fork.advance(1);
    await controlText(node, 'reset');
    expect(await controlText(node, 'listForks')).toBe('[{"name":"a","url":null,"wsUrl":null}]');
    expect(await controlText(fork, 'advance', '[0]')).toBe(tipsText(8, 7, 9));
    expect(await controlText(fork, 'reset')).toBe(tipsText(7, 6, 8));
  });

  it.each(NO_ARGUMENT_CASES)('%s is refused', async (params, error) => {
    expect(await controlText(testNode({}), 'reset', params)).toBe(error);
  });
});
