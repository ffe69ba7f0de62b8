import { describe, expect, it } from 'vitest';
import { controlText, invalidText, NOT_U64, outOfRangeText, tipsText } from '../support/control.ts';
import { callText, THREE_TIPS, testNode } from '../support/testNode.ts';

const withHistory = () =>
  testNode({ ...THREE_TIPS, blocks: [{ slot: 3 }, { slot: 4 }, { slot: 5 }, { slot: 6 }, { slot: 7 }] });

describe('stillnode_prune', () => {
  it('older slots are cleaned up from then on', async () => {
    const node = withHistory();
    expect(await callText(node, 'minimumLedgerSlot', '[]')).toBe('3');
    expect(await controlText(node, 'prune', '[5]')).toBe(tipsText(6, 5, 7));
    expect(await callText(node, 'minimumLedgerSlot', '[]')).toBe('5');
    expect(await callText(node, 'getBlock', '[4]', 'agave')).toContain('"code":-32001');
  });

  it.each([
    ['[]', invalidText('expected the arguments [firstAvailable], but firstAvailable is missing')],
    ['["5"]', invalidText(`firstAvailable: ${NOT_U64}, found "5" (write the number without quotes)`)],
    ['[6]', outOfRangeText('slot 6 is above the finalized tip, slot 5: only slots up to it can be cleaned up')],
  ])('%s is refused, and nothing changes', async (params, error) => {
    const node = withHistory();
    expect(await controlText(node, 'prune', params)).toBe(error);
    expect(await callText(node, 'minimumLedgerSlot', '[]')).toBe('3');
  });
});
