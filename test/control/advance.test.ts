import { describe, expect, it } from 'vitest';
import { controlText, invalidText, NOT_U64, outOfRangeText, tipsText } from '../support/control.ts';
import { callText, THREE_TIPS, testNode } from '../support/testNode.ts';

const threeTips = () => testNode(THREE_TIPS);

describe('stillnode_advance', () => {
  it.each([
    ['[]', tipsText(7, 6, 8)],
    ['null', tipsText(7, 6, 8)],
    ['[null]', tipsText(7, 6, 8)],
    ['[1]', tipsText(7, 6, 8)],
    ['[0]', tipsText(6, 5, 7)],
    ['[3,null]', tipsText(9, 8, 10)],
    ['[3,{}]', tipsText(9, 8, 10)],
    ['[3,{"skip":true}]', tipsText(9, 8, 10)],
  ])('%s moves the processed tip, and the others at their distance', async (params, tips) => {
    const node = threeTips();
    expect(await controlText(node, 'advance', params)).toBe(tips);
    expect(await callText(node, 'getSlot', '[{"commitment":"processed"}]')).toBe(/"processed":(\d+)/.exec(tips)![1]);
  });

  it('keeps the distance that setTips gave', async () => {
    const node = threeTips();
    await controlText(node, 'setTips', '[{"confirmed":7}]');
    expect(await controlText(node, 'advance')).toBe(tipsText(8, 6, 8));
    expect(await controlText(node, 'advance', '[2]')).toBe(tipsText(10, 8, 10));
  });

  it('puts an empty block into each slot beyond the end, or with skip into none', async () => {
    const node = threeTips();
    await controlText(node, 'advance', '[2]');
    await controlText(node, 'advance', '[2,{"skip":true}]');
    await controlText(node, 'advance', '[1,{"skip":false}]');
    await controlText(node, 'setTips', '[{"finalized":12}]');
    expect(await callText(node, 'getBlocks', '[5]')).toBe('[5,6,7,8,9,12]');
  });

  it.each([
    ['["2"]', invalidText(`slots: ${NOT_U64}, found "2" (write the number without quotes)`)],
    ['[-1]', invalidText(`slots: ${NOT_U64}, found -1`)],
    [
      '[1.0]',
      invalidText(
        `slots: ${NOT_U64}, found the number 1.0 (integers are written without a point and without an exponent)`,
      ),
    ],
    ['[1,{"skip":1}]', invalidText('config.skip: expected true or false, found 1')],
    ['[true,{"skip":1}]', invalidText(`slots: ${NOT_U64}, found true; config.skip: expected true or false, found 1`)],
    [
      '[18446744073709551615]',
      outOfRangeText('slot 18446744073709551622 is beyond the last possible slot, 18446744073709551615'),
    ],
    ['[1000000001]', outOfRangeText('1000000001 new blocks at once are too many: at most 1000000000')],
  ])('%s is refused, and nothing changes', async (params, error) => {
    const node = threeTips();
    expect(await controlText(node, 'advance', params)).toBe(error);
    expect(await controlText(node, 'setTips', '[{"processed":7}]')).toBe(tipsText(6, 5, 7));
  });
});
