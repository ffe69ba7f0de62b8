import { describe, expect, it } from 'vitest';
import { controlText, NO_ARGUMENT_CASES } from '../support/control.ts';
import { callText, testNode } from '../support/testNode.ts';

describe('stillnode_clearCalls', () => {
  it('forgets all calls, and says how many there were', async () => {
    const node = testNode({});
    expect(await controlText(node, 'clearCalls')).toBe('0');
    await callText(node, 'getSlot', '[]');
    await callText(node, 'getSlot', '[]');
    expect(await controlText(node, 'clearCalls')).toBe('2');
    expect(await controlText(node, 'calls')).toBe('{"calls":[],"last":2}');
    expect(await controlText(node, 'clearCalls')).toBe('0');
  });

  it.each(NO_ARGUMENT_CASES)('%s is refused', async (params, error) => {
    expect(await controlText(testNode({}), 'clearCalls', params)).toBe(error);
  });
});
