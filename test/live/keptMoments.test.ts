import { describe, expect, it } from 'vitest';
import { advance } from '../../src/ledger/moves/advance.ts';
import { setAccount } from '../../src/ledger/moves/setAccount.ts';
import type { LedgerState } from '../../src/ledger/state.ts';
import { distanceOf } from '../../src/ledger/tips.ts';
import { KeptMoments } from '../../src/live/keptMoments.ts';
import type { Moment } from '../../src/live/move.ts';
import { NO_QUEUED_SENDS } from '../../src/live/sendQueue.ts';
import { emptyAccount } from '../../src/solana/account.ts';
import { SYSTEM_PROGRAM } from '../../src/solana/address.ts';
import { testLedger } from '../support/testNode.ts';

const momentOf = (state: LedgerState): Moment => ({ state, sends: NO_QUEUED_SENDS, lastSend: 0 });
const START = testLedger({ blocks: [{ slot: 1 }] });

/** States in which one account is replaced, each time by another one of a megabyte. */
function replaced(count: number): readonly LedgerState[] {
  const states: LedgerState[] = [];
  let state = START;
  for (let i = 0; i < count; i++) {
    const account = { ...emptyAccount(SYSTEM_PROGRAM), lamports: 1n, data: new Uint8Array(2 ** 20).fill(i) };
    state = setAccount(state, SYSTEM_PROGRAM, account, 'always');
    states.push(state);
  }
  return states;
}

const areKept = (kept: readonly { readonly moment: Moment | undefined }[]) =>
  kept.map(({ moment }) => moment !== undefined);

describe('the ledgers that calls were answered from', () => {
  it('are one for calls without a move between them', () => {
    const moments = new KeptMoments();
    const [first, second] = [1, 2].map((call) => moments.keep(momentOf(START), call));
    expect(second).toBe(first);
    moments.forgetUpTo(1);
    expect(first!.moment?.state).toBe(START);
    moments.forgetUpTo(2);
    expect(first!.moment).toBeUndefined();
  });

  it('are given up, the oldest first, where what only they hold is too much', () => {
    const moments = new KeptMoments(3.5 * 2 ** 20);
    const kept = replaced(6).map((state, i) => moments.keep(momentOf(state), i + 1));
    // the newest is that of now
    expect(areKept(kept)).toEqual([false, false, true, true, true, true]);
    moments.clear();
    const again = moments.keep(momentOf(START), 7);
    expect(areKept([again])).toEqual([true]);
  });

  it('cost little where they share what they hold', () => {
    const moments = new KeptMoments(2 ** 20);
    const states = [START];
    for (let i = 0; i < 500; i++) states.push(advance(states.at(-1)!, 1n, distanceOf(START)));
    const kept = states.map((state, i) => moments.keep(momentOf(state), i + 1));
    expect(areKept(kept)).not.toContain(false);
  });
});
