import { describe, expect, it } from 'vitest';
import { controlText, NO_ARGUMENT_CASES } from '../support/control.ts';
import { testNode } from '../support/testNode.ts';

describe('stillnode_clearSendRules', () => {
  it('removes all rules, and says how many there were', async () => {
    const node = testNode({});
    expect(await controlText(node, 'clearSendRules')).toBe('0');
    await controlText(node, 'onSend', '[{"then":"drop"}]');
    await controlText(node, 'onSend', '[{"then":"drop"}]');
    expect(await controlText(node, 'clearSendRules')).toBe('2');
    expect(await controlText(node, 'listSendRules')).toBe('[]');
  });

  it.each(NO_ARGUMENT_CASES)('%s is refused', async (params, error) => {
    expect(await controlText(testNode({}), 'clearSendRules', params)).toBe(error);
  });
});
