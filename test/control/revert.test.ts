import { describe, expect, it } from 'vitest';
import { controlText, invalidText, tipsText, unknownText } from '../support/control.ts';
import { callText, THREE_TIPS, testNode } from '../support/testNode.ts';

const unknownSnapshot = (id: string) =>
  unknownText(
    `there is no snapshot "${id}": use an id that stillnode_snapshot returned since the last stillnode_reset`,
  );

describe('stillnode_revert', () => {
  it('brings back state, tips and distance, as often as one likes', async () => {
    const node = testNode(THREE_TIPS);
    await controlText(node, 'snapshot');
    for (let i = 0; i < 2; i++) {
      await controlText(node, 'setAccount', '["$alice",{"sol":5}]');
      await controlText(node, 'setTips', '[{"finalized":7}]');
      await controlText(node, 'advance', '[3]');
      expect(await controlText(node, 'revert', '["snapshot-1"]')).toBe(tipsText(6, 5, 7));
      expect(await callText(node, 'getBlocks', '[5]')).toBe('[5]');
      expect(
        await controlText(node, 'setAccount', '["$alice",null]').then((address) =>
          callText(node, 'getBalance', `[${address}]`),
        ),
      ).toContain('"value":0');
      expect(await controlText(node, 'advance')).toBe(tipsText(7, 6, 8));
    }
  });

  it('forgets no snapshot that was made later', async () => {
    const node = testNode(THREE_TIPS);
    await controlText(node, 'snapshot');
    await controlText(node, 'advance');
    await controlText(node, 'snapshot');
    await controlText(node, 'revert', '["snapshot-1"]');
    expect(await controlText(node, 'revert', '["snapshot-2"]')).toBe(tipsText(7, 6, 8));
  });

  it.each([
    ['[]', invalidText('expected the arguments [id], but id is missing')],
    ['[1]', invalidText('id: expected a string, found 1')],
    ['["snapshot-1"]', unknownSnapshot('snapshot-1')],
    ['[""]', unknownSnapshot('')],
  ])('%s is refused', async (params, error) => {
    expect(await controlText(testNode({}), 'revert', params)).toBe(error);
  });
});
