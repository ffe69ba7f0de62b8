import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { setTips } from '../../src/ledger/moves/setTips.ts';
import { tipsOf } from '../../src/ledger/tips.ts';
import { withTipsBack } from '../../src/ledger/tipsBack.ts';
import { THREE_TIPS, testLedger } from '../support/testNode.ts';

const STATE = testLedger({
  ...THREE_TIPS,
  blocks: [5, 6, 7, 8, 9].map((slot) => ({ slot })),
  processed: 9,
  confirmed: 7,
});

describe('a state that is behind', () => {
  it('has every tip so many slots back, but not before slot 0', () => {
    fc.assert(
      fc.property(fc.nat(20), (slots) => {
        const back = (tip: number) => BigInt(Math.max(tip - slots, 0));
        const tips = tipsOf(withTipsBack(STATE, BigInt(slots)));
        expect(tips).toEqual({ processed: back(9), confirmed: back(7), finalized: back(5) });
      }),
    );
  });

  it('shows what tips at these slots show', () => {
    const behind = withTipsBack(STATE, 2n);
    const set = setTips(STATE, { processed: 7n, confirmed: 5n, finalized: 3n });
    expect(behind.chains).toEqual(set.chains);
    expect(behind.statusWindowStart).toBe(set.statusWindowStart);
    expect(tipsOf(STATE)).toEqual({ processed: 9n, confirmed: 7n, finalized: 5n });
  });

  it('does not go before what is cleaned up, nor forward', () => {
    const cleaned = { ...STATE, cleanedUpBefore: 6n };
    expect(tipsOf(withTipsBack(cleaned, 4n))).toEqual({ processed: 6n, confirmed: 6n, finalized: 5n });
  });

  it('is the same one as long as it is asked for', () => {
    const first = withTipsBack(STATE, 3n);
    expect(withTipsBack(STATE, 3n)).toBe(first);
    expect(tipsOf(withTipsBack(STATE, 1n)).processed).toBe(8n);
    expect(tipsOf(withTipsBack(STATE, 3n)).processed).toBe(6n);
  });
});
