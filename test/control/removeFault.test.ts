import { describe, expect, it } from 'vitest';
import { controlText, invalidText, unknownText } from '../support/control.ts';
import { testNode } from '../support/testNode.ts';

const unknown = (id: string) =>
  unknownText(`there is no fault "${id}": stillnode_addFault gives ids, and stillnode_listFaults lists them`);

async function withTwoFaults() {
  const node = testNode({});
  await controlText(node, 'addFault', '[{"then":{"reset":true}}]');
  await controlText(node, 'addFault', '[{"then":{"garbage":true}}]');
  return node;
}

describe('stillnode_removeFault', () => {
  it('removes one fault, once', async () => {
    const node = await withTwoFaults();
    expect(await controlText(node, 'removeFault', '["fault-1"]')).toBe('true');
    expect(await controlText(node, 'listFaults')).toBe('[{"hits":0,"id":"fault-2","rule":{"then":{"garbage":true}}}]');
    expect(await controlText(node, 'removeFault', '["fault-1"]')).toBe(unknown('fault-1'));
  });

  it.each([
    ['[]', invalidText('expected the arguments [id], but id is missing')],
    ['[1]', invalidText('id: expected a string, found 1')],
    ['["fault-3"]', unknown('fault-3')],
    ['["__proto__"]', unknown('__proto__')],
  ])('%s is refused, and nothing changes', async (params, error) => {
    const node = await withTwoFaults();
    const before = await controlText(node, 'listFaults');
    expect(await controlText(node, 'removeFault', params)).toBe(error);
    expect(await controlText(node, 'listFaults')).toBe(before);
  });
});
