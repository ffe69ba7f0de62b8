import { describe, expect, it } from 'vitest';
import { controlText, NO_ARGUMENT_CASES } from '../support/control.ts';
import { testNode } from '../support/testNode.ts';

describe('stillnode_snapshot', () => {
  it('gives an id, which a reset does not give again', async () => {
    const node = testNode({});
    expect(await controlText(node, 'snapshot')).toBe('"snapshot-1"');
    expect(await controlText(node, 'snapshot')).toBe('"snapshot-2"');
    await controlText(node, 'reset');
    expect(await controlText(node, 'snapshot')).toBe('"snapshot-3"');
  });

  it.each(NO_ARGUMENT_CASES)('%s is refused', async (params, error) => {
    expect(await controlText(testNode({}), 'snapshot', params)).toBe(error);
  });
});
