import { describe, expect, it } from 'vitest';
import { controlText, NO_ARGUMENT_CASES } from '../support/control.ts';
import { testNode } from '../support/testNode.ts';

describe('stillnode_clearFaults', () => {
  it('removes all faults, and says how many there were', async () => {
    const node = testNode({});
    expect(await controlText(node, 'clearFaults')).toBe('0');
    await controlText(node, 'addFault', '[{"then":{"preset":"unhealthy"}}]');
    await controlText(node, 'addFault', '[{"then":{"reset":true}}]');
    expect(await controlText(node, 'clearFaults')).toBe('2');
    expect(await controlText(node, 'listFaults')).toBe('[]');
    expect(await node.request('getHealth')).toBe('ok');
  });

  it.each(NO_ARGUMENT_CASES)('%s is refused', async (params, error) => {
    expect(await controlText(testNode({}), 'clearFaults', params)).toBe(error);
  });
});
