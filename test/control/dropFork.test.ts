import { describe, expect, it } from 'vitest';
import { controlText, invalidText, unknownText } from '../support/control.ts';
import { testNode } from '../support/testNode.ts';

describe('stillnode_dropFork', () => {
  it('removes a fork, whose name is free then', async () => {
    const node = testNode({});
    await controlText(node, 'fork', '["a"]');
    expect(await controlText(node, 'dropFork', '["a"]')).toBe('true');
    expect(await controlText(node, 'listForks')).toBe('[]');
    expect(await controlText(node, 'fork', '["a"]')).toBe('{"name":"a","url":null,"wsUrl":null}');
  });

  it.each([
    ['[]', invalidText('expected the arguments [name], but name is missing')],
    ['[null]', invalidText('name: expected a string, found null')],
    ['["b"]', unknownText('there is no fork "b": stillnode_listForks lists them')],
    ['["__proto__"]', unknownText('there is no fork "__proto__": stillnode_listForks lists them')],
  ])('%s is refused', async (params, error) => {
    const node = testNode({});
    await controlText(node, 'fork', '["a"]');
    expect(await controlText(node, 'dropFork', params)).toBe(error);
    expect(await controlText(node, 'listForks')).toBe('[{"name":"a","url":null,"wsUrl":null}]');
  });
});
