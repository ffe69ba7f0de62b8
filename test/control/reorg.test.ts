import { describe, expect, it } from 'vitest';
import { controlText, invalidText, NOT_U64, outOfRangeText, tipsText } from '../support/control.ts';
import { THREE_TIPS, testNode } from '../support/testNode.ts';

const threeTips = () => testNode(THREE_TIPS);

describe('stillnode_reorg', () => {
  it.each([
    ['[7]', `{"dropped":[7],"tips":${tipsText(6, 5, 6)}}`],
    ['[6]', `{"dropped":[6,7],"tips":${tipsText(5, 5, 5)}}`],
  ])('%s takes blocks off the chain', async (params, answer) => {
    expect(await controlText(threeTips(), 'reorg', params)).toBe(answer);
  });

  it('what comes next gets a slot above the dropped ones', async () => {
    const node = threeTips();
    await controlText(node, 'reorg', '[6]');
    expect(await controlText(node, 'advance')).toBe(tipsText(7, 6, 8));
  });

  it.each([
    ['[]', invalidText('expected the arguments [from], but from is missing')],
    ['[null]', invalidText(`from: ${NOT_U64}, found null`)],
    ['[{}]', invalidText(`from: ${NOT_U64}, found an empty object`)],
    ['[5]', outOfRangeText('slot 5 is finalized: the finalized tip is 5')],
    ['[8]', outOfRangeText('slot 8 is above the processed tip, slot 7: no block there can be dropped')],
  ])('%s is refused, and nothing changes', async (params, error) => {
    const node = threeTips();
    expect(await controlText(node, 'reorg', params)).toBe(error);
    expect(await controlText(node, 'advance', '[0]')).toBe(tipsText(6, 5, 7));
  });
});
