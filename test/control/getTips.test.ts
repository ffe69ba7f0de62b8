import { describe, expect, it } from 'vitest';
import { stringifyJson } from '../../src/codec/jsonText.ts';
import { gatesIn } from '../../src/gates.ts';
import { packageVersion } from '../../src/packageFiles.ts';
import { controlText, NO_ARGUMENT_CASES } from '../support/control.ts';
import { AGAVE_41, THREE_TIPS, testNode } from '../support/testNode.ts';

function tipsText(
  confirmed: number,
  finalized: number,
  firstAvailable: number,
  last: number,
  processed: number,
): string {
  const gates = stringifyJson(gatesIn(AGAVE_41.gates, 0n));
  return `{"agave":"4.1","confirmed":${confirmed},"consensus":"tower","dialect":"contract","finalized":${finalized},"firstAvailable":${firstAvailable},"gates":${gates},"last":${last},"processed":${processed},"stillnode":"${packageVersion()}"}`;
}

describe('stillnode_getTips', () => {
  it('gives the tips, and the first and the last slot of the ledger', async () => {
    const node = testNode({
      ...THREE_TIPS,
      blocks: [{ slot: 3 }, { slot: 5 }, { slot: 6 }, { slot: 7 }, { slot: 12 }],
    });
    expect(await controlText(node, 'getTips')).toBe(tipsText(6, 5, 3, 12, 7));
  });

  it('takes the tip for the last slot where no block is as high', async () => {
    const node = testNode({ blocks: [{ slot: 5 }], processed: 9, confirmed: 8, finalized: 8 });
    expect(await controlText(node, 'getTips')).toBe(tipsText(8, 8, 5, 9, 9));
  });

  it('gives numbers for an empty ledger too', async () => {
    expect(await controlText(testNode({}), 'getTips')).toBe(tipsText(0, 0, 0, 0, 0));
  });

  it('tells where cleaned up slots end', async () => {
    const node = testNode({ ...THREE_TIPS, firstAvailable: 4 });
    expect(await controlText(node, 'getTips')).toBe(tipsText(6, 5, 4, 7, 7));
  });

  it.each(NO_ARGUMENT_CASES)('%s is refused', async (params, error) => {
    expect(await controlText(testNode({}), 'getTips', params)).toBe(error);
  });
});
