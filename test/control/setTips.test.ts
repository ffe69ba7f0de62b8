import { describe, expect, it } from 'vitest';
import { controlText, invalidText, NOT_U64, outOfRangeText, tipsText } from '../support/control.ts';
import { callText, THREE_TIPS, testNode } from '../support/testNode.ts';

const threeTips = () => testNode({ ...THREE_TIPS, firstAvailable: 2 });

describe('stillnode_setTips', () => {
  it.each([
    ['{"processed":5}', tipsText(5, 5, 5)],
    ['{"confirmed":7}', tipsText(7, 5, 7)],
    ['{"finalized":7}', tipsText(7, 7, 7)],
    ['{"finalized":4}', tipsText(6, 4, 7)],
    ['{"confirmed":4}', tipsText(4, 4, 7)],
    ['{"confirmed":5,"finalized":5,"processed":6}', tipsText(5, 5, 6)],
  ])('%s moves the others only as far as their order demands', async (tips, answer) => {
    const node = threeTips();
    expect(await controlText(node, 'setTips', `[${tips}]`)).toBe(answer);
    expect(await callText(node, 'getSlot', '[]')).toBe(/"finalized":(\d+)/.exec(answer)![1]);
  });

  it.each([
    ['[]', invalidText('expected the arguments [tips], but tips is missing')],
    ['null', invalidText('expected the arguments [tips], but tips is missing')],
    ['[null]', invalidText('tips: expected an object, found null')],
    ['[5]', invalidText('tips: expected an object, found 5')],
    ['[{}]', invalidText('tips: expected processed, confirmed or finalized, found an empty object')],
    ['[{"finalized":"5"}]', invalidText(`tips.finalized: ${NOT_U64}, found "5" (write the number without quotes)`)],
    ['[{"confirmed":5,"processed":4}]', invalidText('the order is finalized ≤ confirmed ≤ processed, not 5, 5, 4')],
    [
      '[{"finalized":8}]',
      outOfRangeText('finalized: slot 8 is beyond the end of the ledger, slot 7: advance adds blocks'),
    ],
    ['[{"finalized":1}]', outOfRangeText('finalized: slot 1 is cleaned up, the first one that is left is 2')],
  ])('%s is refused, and nothing changes', async (params, error) => {
    const node = threeTips();
    expect(await controlText(node, 'setTips', params)).toBe(error);
    expect(await controlText(node, 'advance', '[0]')).toBe(tipsText(6, 5, 7));
  });
});
