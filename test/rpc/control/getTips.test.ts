import { describe, expect, it } from 'vitest';
import { controlText, NO_ARGUMENT_CASES } from '../../support/control.ts';
import { THREE_TIPS, testNode } from '../../support/testNode.ts';

describe('stillnode_getTips', () => {
  it('gives the tips, and the first and the last slot of the ledger', async () => {
    const node = testNode({
      ...THREE_TIPS,
      blocks: [{ slot: 3 }, { slot: 5 }, { slot: 6 }, { slot: 7 }, { slot: 12 }],
    });
    expect(await controlText(node, 'getTips')).toBe(
      '{"confirmed":6,"finalized":5,"firstAvailable":3,"last":12,"processed":7}',
    );
  });

  it('takes the tip for the last slot where no block is as high', async () => {
    const node = testNode({ blocks: [{ slot: 5 }], processed: 9, confirmed: 8, finalized: 8 });
    expect(await controlText(node, 'getTips')).toBe(
      '{"confirmed":8,"finalized":8,"firstAvailable":5,"last":9,"processed":9}',
    );
  });

  it('gives numbers for an empty ledger too', async () => {
    expect(await controlText(testNode({}), 'getTips')).toBe(
      '{"confirmed":0,"finalized":0,"firstAvailable":0,"last":0,"processed":0}',
    );
  });

  it('tells where cleaned up slots end', async () => {
    const node = testNode({ ...THREE_TIPS, firstAvailable: 4 });
    expect(await controlText(node, 'getTips')).toBe(
      '{"confirmed":6,"finalized":5,"firstAvailable":4,"last":7,"processed":7}',
    );
  });

  it.each(NO_ARGUMENT_CASES)('%s is refused', async (params, error) => {
    expect(await controlText(testNode({}), 'getTips', params)).toBe(error);
  });
});
