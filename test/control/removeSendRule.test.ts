import { describe, expect, it } from 'vitest';
import { controlText, invalidText, unknownText } from '../support/control.ts';
import { testNode } from '../support/testNode.ts';

const unknown = (id: string) => unknownText(`there is no rule "${id}": use an id of stillnode_listSendRules`);

async function withTwoRules() {
  const node = testNode({});
  await controlText(node, 'onSend', '[{"then":"drop"}]');
  await controlText(node, 'onSend', '[{"then":"succeed"}]');
  return node;
}

describe('stillnode_removeSendRule', () => {
  it('removes one rule, once', async () => {
    const node = await withTwoRules();
    expect(await controlText(node, 'removeSendRule', '["send-rule-1"]')).toBe('true');
    expect(await controlText(node, 'listSendRules')).toBe('[{"hits":0,"id":"send-rule-2","rule":{"then":"succeed"}}]');
    expect(await controlText(node, 'removeSendRule', '["send-rule-1"]')).toBe(unknown('send-rule-1'));
  });

  it.each([
    ['[]', invalidText('expected the arguments [id], but id is missing')],
    ['[1]', invalidText('id: expected a string, found 1')],
    ['["send-rule-3"]', unknown('send-rule-3')],
    ['["__proto__"]', unknown('__proto__')],
  ])('%s is refused, and nothing changes', async (params, error) => {
    const node = await withTwoRules();
    const before = await controlText(node, 'listSendRules');
    expect(await controlText(node, 'removeSendRule', params)).toBe(error);
    expect(await controlText(node, 'listSendRules')).toBe(before);
  });
});
