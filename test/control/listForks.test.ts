import { describe, expect, it } from 'vitest';
import { controlText, NO_ARGUMENT_CASES } from '../support/control.ts';
import { testNode } from '../support/testNode.ts';

describe('stillnode_listForks', () => {
  it('lists the forks of the whole node, wherever they were made, in the order of their creation', async () => {
    const node = testNode({});
    expect(await controlText(node, 'listForks')).toBe('[]');
    const fork = await node.fork('b');
    await fork.fork('a');
    const list = '[{"name":"b","url":null,"wsUrl":null},{"name":"a","url":null,"wsUrl":null}]';
    expect(await controlText(node, 'listForks')).toBe(list);
    expect(await controlText(fork, 'listForks')).toBe(list);
  });

  it.each(NO_ARGUMENT_CASES)('%s is refused', async (params, error) => {
    expect(await controlText(testNode({}), 'listForks', params)).toBe(error);
  });
});
