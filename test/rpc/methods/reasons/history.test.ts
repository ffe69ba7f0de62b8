import { describe, expect, it } from 'vitest';
import { ledger, sol } from '../../../../src/index.ts';
import { cleanUp, expireStatuses } from '../../../../src/ledger/moves/cleanUp.ts';
import { reorg } from '../../../../src/ledger/moves/reorg.ts';
import type { LedgerState } from '../../../../src/ledger/state.ts';
import { signaturesOf } from '../../../support/contents.ts';
import { reasonsOf, stateOf } from '../../../support/reasons.ts';
import { testLedger } from '../../../support/testNode.ts';
import { namedBlockhash, namedSignature, testTransaction } from '../../../support/transactions.ts';

/** Why blocks, transactions and lists of them are not there. */

/** Slot 13 is missing, and 15 was skipped. */
const HOLES = testLedger({
  blocks: [{ slot: 10 }, { slot: 11 }, { slot: 12 }, { slot: 14 }, { slot: 16, parentSlot: 14 }, { slot: 17 }],
  processed: 16,
  confirmed: 16,
  finalized: 14,
});
const PAYMENTS = ledger({ processed: 12, confirmed: 11, finalized: 10 })
  .wallet('alice', sol(50))
  .block(9, (b) => b.transfer('alice', 'bob', sol(1)).named('first'))
  .block(10, (b) => b.transfer('alice', 'bob', sol(1)).named('second'))
  .block(11, (b) => b.transfer('alice', 'bob', sol(1)).named('third'))
  .block(12, (b) => b.transfer('alice', 'bob', sol(1)).named('fourth'))
  .block(13, (b) => b.transfer('alice', 'carol', sol(1)).named('later'));

describe('of a slot without a block', () => {
  it.each([
    ['getBlock', 9, 'missing: slot 9 is below slot 10, where the ledger begins'],
    ['getBlock', 13, 'missing: the ledger has no block in slot 13, and does not say that it was skipped'],
    ['getBlock', 15, 'because: slot 15 was skipped: the block of slot 16 follows that of slot 14'],
    [
      'getBlock',
      16,
      'because: the block is known, but only confirmed: it is in slot 16, and the finalized tip is 14 (stillnode_setTips [{"finalized":16}] goes there)',
    ],
    [
      'getBlock',
      17,
      'because: the block lies ahead: it is in slot 17, and the processed tip is 16 (stillnode_setTips [{"finalized":17}] goes there)',
    ],
    [
      'getBlock',
      18,
      'missing: slot 18 is beyond the end of the ledger, slot 17: stillnode_advance adds empty blocks to it',
    ],
    ['getBlockTime', 9, 'missing: slot 9 is below slot 10, where the ledger begins'],
    ['getBlockTime', 13, 'missing: the ledger has no block in slot 13, and does not say that it was skipped'],
    ['getBlockCommitment', 16, 'because: slot 16 is the processed tip, without votes so far'],
    ['getBlockCommitment', 17, 'because: slot 17 is above the processed tip, 16'],
  ])('%s of %i: %s', async (method, slot, reason) => {
    const cluster = { voteStakes: new Map(), blockCommitments: new Map() };
    expect(await reasonsOf({ ...HOLES, clusterFacts: { ...HOLES.clusterFacts, ...cluster } }, method, [slot])).toEqual([
      reason,
    ]);
  });

  it('says that it is cleaned up, or off the chain', async () => {
    expect(await reasonsOf(cleanUp(HOLES, 12n), 'getBlock', [11], 'contract')).toEqual([
      'because: slot 11 is below slot 12, the first that is not cleaned up',
    ]);
    expect(await reasonsOf(cleanUp(HOLES, 14n), 'getBlock', [14])).toEqual([
      'because: the block of slot 14 has lost its parent',
    ]);
    expect(await reasonsOf(cleanUp(HOLES, 14n), 'getBlock', [12])).toEqual([
      'because: slot 12 is below slot 14, the first that is not cleaned up',
    ]);
    expect(await reasonsOf(reorg(HOLES, 16n).state, 'getBlock', [16])).toEqual([
      'because: the block is in slot 16, which a reorganization took off the chain',
    ]);
    const forked = testLedger({ blocks: [{ slot: 5 }, { slot: 6 }, { slot: 7, parentSlot: 5 }] });
    expect(await reasonsOf(forked, 'getBlock', [6])).toEqual([
      'because: the block is in slot 6, which is on a fork that the chain has left',
    ]);
  });

  it('of which the ledger has transactions, or a block without its time', async () => {
    const loose = testTransaction({ name: 'loose' }, { slot: 6n, index: 0, blockTimeSeconds: null });
    const state = testLedger({ blocks: [{ slot: 5, blockTime: null }, { slot: 7 }], loose: [loose] });
    expect(await reasonsOf(state, 'getBlock', [6])).toEqual([
      'missing: the ledger has transactions of slot 6, but not the block that they are in',
    ]);
    expect(await reasonsOf(state, 'getBlockTime', [5])).toEqual([
      'missing: the block of slot 5 was recorded without its time',
    ]);
  });
});

describe('of a list of slots', () => {
  it.each([
    ['getBlocks', [10, 12], []],
    [
      'getBlocks',
      [15, 15, { commitment: 'confirmed' }],
      ['because: slots 15 to 15 were skipped: the block of slot 16 follows that of slot 14'],
    ],
    [
      'getBlocks',
      [13, 13],
      ['missing: the ledger has no blocks in slots 13 to 13, and does not say that all were skipped'],
    ],
    ['getBlocks', [5, 8], ['missing: the beginning of the range, slot 5, is below slot 10, where the ledger begins']],
    ['getBlocks', [5, 11], ['because: the range begins at slot 5, and the first available slot is 10']],
    ['getBlocks', [12, 10], ['because: the range ends at slot 10, before it begins at slot 12']],
    ['getBlocks', [15, 20], ['because: the range begins at slot 15, and the finalized tip is 14']],
    ['getBlocks', [12, 20], ['because: the range ends at slot 20, and the finalized tip is 14']],
    ['getBlocksWithLimit', [12, 0], ['because: `limit` is 0']],
    ['getBlocksWithLimit', [12, 2], []],
    ['getBlocksWithLimit', [12, 3], ['because: there are only 2 blocks from slot 12 on: the finalized tip is 14']],
  ])('%s %j', async (method, params, reasons) => {
    expect(await reasonsOf(HOLES, method, params)).toEqual(reasons);
  });
});

describe('of a transaction', () => {
  let state: LedgerState;
  const named = (name: string) => state.names.signatures.get(name)![0]!;

  it.each([
    ['first', 'finalized', []],
    [
      'fourth',
      'confirmed',
      [
        'because: transaction "fourth" is known, but only processed: it is in slot 12, and the confirmed tip is 11 (stillnode_setTips [{"confirmed":12}] goes there)',
      ],
    ],
    [
      'third',
      'finalized',
      [
        'because: transaction "third" is known, but only confirmed: it is in slot 11, and the finalized tip is 10 (stillnode_setTips [{"finalized":11}] goes there)',
      ],
    ],
    [
      'later',
      'finalized',
      [
        'because: transaction "later" lies ahead: it is in slot 13, and the processed tip is 12 (stillnode_setTips [{"finalized":13}] goes there)',
      ],
    ],
  ])('%s at %s: %j', async (name, commitment, reasons) => {
    state = await stateOf(PAYMENTS);
    expect(await reasonsOf(state, 'getTransaction', [named(name), { commitment }])).toEqual(reasons);
  });

  it('that nobody knows', async () => {
    state = await stateOf(PAYMENTS);
    const unknown = namedSignature('unknown');
    const reasons = [`missing: the ledger has no transaction ${unknown}`];
    expect(await reasonsOf(state, 'getTransaction', [unknown])).toEqual(reasons);
    expect(await reasonsOf(state, 'getSignatureStatuses', [[unknown]])).toEqual(reasons);
    const alice = state.names.addresses.get('$alice')!;
    expect(await reasonsOf(state, 'getSignaturesForAddress', [alice, { before: unknown }])).toEqual(reasons);
    expect(await reasonsOf(state, 'getSignaturesForAddress', [alice, { before: unknown }], 'contract')).toEqual(
      reasons,
    );
  });

  it('whose status is forgotten', async () => {
    state = await stateOf(PAYMENTS);
    const forgotten = expireStatuses(state);
    expect(await reasonsOf(forgotten, 'getSignatureStatuses', [[named('first')]])).toEqual([
      'because: transaction "first" is in slot 9, and without a search a node remembers statuses from slot 11 on: ask with "searchTransactionHistory": true',
    ]);
    const searched = [[named('first')], { searchTransactionHistory: true }];
    expect(await reasonsOf(forgotten, 'getSignatureStatuses', searched)).toEqual([]);
  });

  it('of a version that was not asked for', async () => {
    const versioned = testLedger({ blocks: [{ slot: 5, transactions: [{ name: 'a', version: 0 }] }] });
    expect(await reasonsOf(versioned, 'getTransaction', [signaturesOf(versioned)[0]!])).toEqual([
      'because: write "maxSupportedTransactionVersion": 0 into the configuration, or a higher version',
    ]);
  });
});

describe('of the transactions of an address', () => {
  it.each([
    [
      '$alice',
      { commitment: 'confirmed', limit: 2 },
      ['because: `limit` is 2: 1 more of 3 transactions that name $alice would follow', 'newest'],
    ],
    ['$alice', { commitment: 'confirmed' }, ['newest']],
    [
      '$alice',
      { commitment: 'confirmed', before: 'third' },
      ['because: `before` leaves out 1 of 3 transactions that name $alice'],
    ],
    [
      '$alice',
      { commitment: 'confirmed', until: 'first' },
      ['because: `until` leaves out 1 of 3 transactions that name $alice', 'newest'],
    ],
    [
      '$carol',
      { commitment: 'confirmed' },
      [
        'because: the newest transaction that names $carol lies ahead: it is in slot 13, and the processed tip is 12 (stillnode_setTips [{"confirmed":13}] goes there)',
      ],
    ],
  ])('%s with %j', async (name, config, reasons) => {
    const state = await stateOf(PAYMENTS);
    const signature = (word: string | undefined) => word && state.names.signatures.get(word)![0]!;
    const { before, until, ...others } = config as Record<string, string>;
    const given = {
      ...others,
      ...(before && { before: signature(before)! }),
      ...(until && { until: signature(until)! }),
    };
    const newest = `because: the newest transaction that names ${name} is known, but only processed: it is in slot 12, and the confirmed tip is 11 (stillnode_setTips [{"confirmed":12}] goes there)`;
    const params = [state.names.addresses.get(name)!, given];
    expect(await reasonsOf(state, 'getSignaturesForAddress', params)).toEqual(
      reasons.map((reason) => (reason === 'newest' ? newest : reason)),
    );
  });

  it('that a list goes on from where nothing of it is shown', async () => {
    const state = await stateOf(PAYMENTS);
    const before = state.names.signatures.get('first')![0]!;
    expect(
      await reasonsOf(state, 'getSignaturesForAddress', [state.names.addresses.get('$carol')!, { before }]),
    ).toEqual([
      'because: the newest transaction that names $carol lies ahead: it is in slot 13, and the processed tip is 12 (stillnode_setTips [{"finalized":13}] goes there)',
    ]);
  });

  it('whom nothing names', async () => {
    const nobody = namedBlockhash('nobody');
    expect(await reasonsOf(await stateOf(PAYMENTS), 'getSignaturesForAddress', [nobody])).toEqual([
      `missing: the ledger has no transactions that name ${nobody}`,
    ]);
  });
});
