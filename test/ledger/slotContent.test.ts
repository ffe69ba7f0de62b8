import { describe, expect, it, vi } from 'vitest';
import { LedgerView } from '../../src/ledger/view.ts';
import type { LedgerTransaction } from '../../src/solana/block.ts';
import type { Commitment } from '../../src/solana/rpcWords.ts';
import { type LedgerSpec, testLedger } from '../support/testNode.ts';
import { namedBlockhash, testTransaction } from '../support/transactions.ts';

const COMMITMENTS: readonly Commitment[] = ['processed', 'confirmed', 'finalized'];

function viewOf(spec: LedgerSpec, commitment: Commitment = 'finalized', keepOrphan = false): LedgerView {
  return new LedgerView(testLedger(spec), commitment, { keepOrphan });
}

function looseAt(slot: number, name = `loose ${slot}`): LedgerTransaction {
  return testTransaction({ name }, { slot: BigInt(slot), index: 0, blockTimeSeconds: null });
}

/** `block 5`, `orphan 5`, `cleanedUp, first 7`, or the kind alone. */
function contentOf(view: LedgerView, slot: number): string {
  const content = view.slotContent(BigInt(slot));
  switch (content.kind) {
    case 'block':
      expect(content.block.blockhash).toBe(namedBlockhash(`${slot}`));
      return `${content.isOrphan ? 'orphan' : 'block'} ${content.block.slot}`;
    case 'cleanedUp':
      return `cleanedUp, first ${content.firstAvailable}`;
    default:
      return content.kind;
  }
}

/** 12 is skipped, 13 a dropped fork, 15 has transactions and no block; 18 is in a fork that only the processed tip is on. */
const FORKED: LedgerSpec = {
  blocks: [
    { slot: 10, parentSlot: 10 },
    { slot: 11 },
    { slot: 13, parentSlot: 11 },
    { slot: 14, parentSlot: 11 },
    { slot: 16, parentSlot: 15 },
    { slot: 17, parentSlot: 16 },
    { slot: 18, parentSlot: 16 },
    { slot: 21, parentSlot: 18 },
  ],
  loose: [looseAt(15), looseAt(20)],
  finalized: 16,
  confirmed: 17,
  processed: 21,
};

describe('what a slot holds', () => {
  it.each<[string, number, readonly [processed: string, confirmed: string, finalized: string]]>([
    ['below everything', 9, ['cleanedUp, first 10', 'cleanedUp, first 10', 'cleanedUp, first 10']],
    ['the first block', 10, ['block 10', 'block 10', 'block 10']],
    ['a finalized block', 11, ['block 11', 'block 11', 'block 11']],
    ['a gap below the finalized tip', 12, ['skipped', 'skipped', 'skipped']],
    ['a dropped block below the finalized tip', 13, ['skipped', 'skipped', 'skipped']],
    ['transactions without a block', 15, ['incomplete', 'incomplete', 'incomplete']],
    ['the finalized tip', 16, ['block 16', 'block 16', 'block 16']],
    ['a block of the confirmed tip only', 17, ['notAvailable', 'block 17', 'notAvailable']],
    ['a block of the processed tip only', 18, ['block 18', 'notAvailable', 'notAvailable']],
    ['a gap above the finalized tip', 19, ['notAvailable', 'notAvailable', 'notAvailable']],
    ['transactions of a slot that was passed over', 20, ['notAvailable', 'notAvailable', 'notAvailable']],
    ['the processed tip', 21, ['block 21', 'notAvailable', 'notAvailable']],
    ['the future', 22, ['notAvailable', 'notAvailable', 'notAvailable']],
  ])('%s (%i)', (_, slot, expected) => {
    expect(COMMITMENTS.map((commitment) => contentOf(viewOf(FORKED, commitment), slot))).toEqual(expected);
  });

  it('a finalized tip without a block is not available, since it is not below a root', () => {
    const view = viewOf({ blocks: [{ slot: 10 }], finalized: 12 });
    expect([10, 11, 12, 13].map((slot) => contentOf(view, slot))).toEqual([
      'block 10',
      'skipped',
      'notAvailable',
      'notAvailable',
    ]);
  });

  it('an empty ledger has no block, at slot 0 either', () => {
    const view = viewOf({});
    expect([view.slot, view.firstAvailable]).toEqual([0n, 0n]);
    expect([0, 1].map((slot) => contentOf(view, slot))).toEqual(['notAvailable', 'notAvailable']);
  });

  it('slots up to the last u64 are answered', () => {
    expect(viewOf(FORKED).slotContent(18446744073709551615n)).toEqual({ kind: 'notAvailable' });
  });
});

describe('history that was cleaned up', () => {
  const chain = [8, 9, 12, 14, 15].map((slot, i, slots) => ({ slot, parentSlot: slots[i - 1] ?? 7 }));

  it.each<[string, boolean, number, readonly string[]]>([
    // 12 has lost its parent
    ['agave', false, 14, ['cleanedUp, first 14', 'cleanedUp, first 14', 'cleanedUp, first 14', 'skipped', 'block 14']],
    ['contract', true, 10, ['cleanedUp, first 12', 'skipped', 'orphan 12', 'skipped', 'block 14']],
  ])('a block without its parent, and what is around it (%s)', (_, keepOrphan, first, expected) => {
    for (const commitment of COMMITMENTS) {
      const view = viewOf({ blocks: chain, firstAvailable: 10 }, commitment, keepOrphan);
      expect(view.firstAvailable).toBe(BigInt(first));
      expect([9, 11, 12, 13, 14].map((slot) => contentOf(view, slot))).toEqual(expected);
    }
  });

  it.each([true, false])('nothing was cleaned up: the lowest slot is the first (keepOrphan %s)', (keepOrphan) => {
    const view = viewOf({ blocks: chain }, 'finalized', keepOrphan);
    expect(view.firstAvailable).toBe(8n);
    expect([7, 8].map((slot) => contentOf(view, slot))).toEqual(['cleanedUp, first 8', 'block 8']);
  });

  it('a block is no orphan where the slot of its parent is left', () => {
    const view = viewOf({ blocks: chain, firstAvailable: 9 });
    expect(view.firstAvailable).toBe(12n);
    expect([8, 9, 12].map((slot) => contentOf(view, slot))).toEqual([
      'cleanedUp, first 12',
      'cleanedUp, first 12',
      'block 12',
    ]);
  });

  it.each([true, false])('the genesis block has no parent to lose (keepOrphan %s)', (keepOrphan) => {
    const blocks = [{ slot: 0, parentSlot: 0 }, { slot: 1 }];
    const view = viewOf({ blocks, firstAvailable: 0 }, 'finalized', keepOrphan);
    expect(view.firstAvailable).toBe(0n);
    expect(contentOf(view, 0)).toBe('block 0');
  });

  it.each([true, false])('a boundary above every block hides all (keepOrphan %s)', (keepOrphan) => {
    const view = viewOf({ blocks: chain, firstAvailable: 20, processed: 30 }, 'finalized', keepOrphan);
    expect(view.firstAvailable).toBe(20n);
    expect([15, 19, 25].map((slot) => contentOf(view, slot))).toEqual([
      'cleanedUp, first 20',
      'cleanedUp, first 20',
      'skipped',
    ]);
  });

  it.each<[string, boolean, number, readonly string[]]>([
    ['agave', false, 0, ['cleanedUp, first 0', 'notAvailable', 'block 11', 'notAvailable']],
    ['contract', true, 10, ['cleanedUp, first 10', 'orphan 10', 'block 11', 'notAvailable']],
  ])('the only root has lost its parent (%s)', (_, keepOrphan, first, expected) => {
    const spec = {
      blocks: [{ slot: 9 }, { slot: 10 }, { slot: 11 }],
      firstAvailable: 10,
      finalized: 10,
      confirmed: 11,
    };
    const view = viewOf(spec, 'confirmed', keepOrphan);
    expect(view.firstAvailable).toBe(BigInt(first));
    expect([9, 10, 11, 12].map((slot) => contentOf(view, slot))).toEqual(expected);
    // what it holds is found, and nothing of what is below
    expect([9n, 10n, 11n].map((slot) => view.shows(slot))).toEqual([false, true, true]);
  });

  it('a dropped block is not the orphan', () => {
    const blocks = [{ slot: 12, parentSlot: 9 }, { slot: 13, parentSlot: 9 }, { slot: 14 }];
    const view = viewOf({ blocks, firstAvailable: 10 });
    expect([12, 13, 14].map((slot) => contentOf(view, slot))).toEqual([
      'cleanedUp, first 14',
      'cleanedUp, first 14',
      'block 14',
    ]);
  });

  it('few blocks of a long history are looked at', () => {
    const blocks = Array.from({ length: 1000 }, (_, i) => ({ slot: 11 + i }));
    const view = viewOf({ blocks, firstAvailable: 10 });
    const block = vi.spyOn(view.state.history, 'block');
    expect([view.firstAvailable, contentOf(view, 5)]).toEqual([11n, 'cleanedUp, first 11']);
    expect(block.mock.calls.length).toBeLessThan(10);
  });

  it('transactions below the first slot are gone with it', () => {
    const blocks = [
      { slot: 12, parentSlot: 9, transactions: [{ name: 'of the orphan' }] },
      { slot: 14, parentSlot: 12 },
    ];
    const loose = [looseAt(5, 'old'), looseAt(14, 'kept')];
    const spec = { blocks, loose, firstAvailable: 10 };
    const found = (keepOrphan: boolean) =>
      [...blocks[0]!.transactions!, { name: 'old' }, { name: 'kept' }].map(({ name }) => {
        const { signature } = testTransaction({ name }, { slot: 0n, index: 0, blockTimeSeconds: null });
        return viewOf(spec, 'finalized', keepOrphan).transaction(signature)?.slot;
      });
    expect(found(false)).toEqual([undefined, undefined, 14n]);
    expect(found(true)).toEqual([12n, undefined, 14n]);
  });
});

describe('blocks above a slot', () => {
  it.each<[Commitment, number, number]>([
    ['processed', 21, 0],
    ['processed', 18, 1],
    ['processed', 16, 2],
    // the slot of the loose transaction was a block
    ['processed', 14, 4],
    ['confirmed', 16, 1],
    ['confirmed', 18, 0],
    ['finalized', 10, 4],
    ['finalized', 16, 0],
  ])('%s, above %i: %i, dropped ones not counted', (commitment, slot, count) => {
    expect(viewOf(FORKED, commitment).countSlotsAbove(BigInt(slot))).toBe(count);
  });

  it('are not counted where they are cleaned up', () => {
    const blocks = [{ slot: 1 }, { slot: 2 }, { slot: 3 }, { slot: 4 }];
    expect(viewOf({ blocks, firstAvailable: 2 }).countSlotsAbove(0n)).toBe(2);
    expect(viewOf({ blocks, firstAvailable: 2 }, 'finalized', true).countSlotsAbove(0n)).toBe(3);
  });
});

describe('the time of a view', () => {
  it('is that of its newest block, dropped ones aside', () => {
    const times = COMMITMENTS.map((commitment) => viewOf(FORKED, commitment).blockTimeSeconds);
    expect(times).toEqual([1_700_000_021n, 1_700_000_017n, 1_700_000_016n]);
  });

  it('is null where that block has none, or there is no block', () => {
    expect(viewOf({ blocks: [{ slot: 1 }, { slot: 2, blockTime: null }] }).blockTimeSeconds).toBeNull();
    expect(viewOf({}).blockTimeSeconds).toBeNull();
  });

  it('is not taken from a slot without a block', () => {
    expect(viewOf({ blocks: [{ slot: 1 }], loose: [looseAt(2)] }).blockTimeSeconds).toBe(1_700_000_001n);
  });
});
