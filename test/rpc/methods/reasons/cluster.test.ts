import { describe, expect, it } from 'vitest';
import { decodeBase58 } from '../../../../src/codec/base58.ts';
import type { JsonValue } from '../../../../src/codec/jsonText.ts';
import { reasonsOf } from '../../../support/reasons.ts';
import { type LedgerSpec, testLedger } from '../../../support/testNode.ts';
import { namedAddress, namedBlockhash } from '../../../support/transactions.ts';

/** Why answers about the cluster, its epochs and its blockhashes are empty, or errors. */

const LEADER = namedAddress('leader');
const NOBODY = namedAddress('nobody');
const MISSING = /^missing: This ledger does not say .*: (put `\w+` into ledger.json|add a block that does)$/;
const blocks = (last: number, first = 0) => Array.from({ length: last - first + 1 }, (_, i) => ({ slot: first + i }));

it.each([
  'getBlockProduction',
  'getClusterNodes',
  'getGenesisHash',
  'getIdentity',
  'getLargestAccounts',
  'getLatestBlockhash',
  'getLeaderSchedule',
  'getRecentPerformanceSamples',
  'getSlotLeader',
  'getSupply',
  'getVoteAccounts',
])('%s lacks what the ledger does not say', async (method) => {
  expect(await reasonsOf(testLedger({}), method)).toEqual([expect.stringMatching(MISSING)]);
});

it('a form that was not recorded is lacking too', async () => {
  const state = testLedger({ blocks: [{ slot: 5 }] });
  const [block] = [...state.history.blocks()];
  const bare = { ...state, history: state.history.upTo(0n).with([{ ...block!, transactions: undefined }]) };
  expect(await reasonsOf(bare, 'getBlock', [5])).toEqual([
    'missing: Block 5 was recorded as transactionDetails none and cannot be shown as transactionDetails full: record it with encoding base64 and transactionDetails full',
  ]);
});

describe('of the cluster', () => {
  const leaderSchedules = new Map([[0n, new Map([[LEADER, Array.from({ length: 32 }, (_, i) => i)]])]]);
  const STATE: LedgerSpec = {
    blocks: blocks(9),
    cluster: {
      leaderSchedules,
      slotsBehind: 42n,
      voteStakes: new Map(),
      performanceSamples: [1n, 2n].map((slot) => ({
        slot,
        numSlots: 1n,
        numTransactions: 1n,
        numNonVoteTransactions: 1n,
        samplePeriodSecs: 60,
      })),
    },
  };

  it.each<[string, JsonValue[], string[]]>([
    ['getHealth', [], ['because: `slotsBehind` of ledger.json is 42']],
    [
      'getHighestSnapshotSlot',
      [],
      ['missing: the ledger does not say which snapshots its node has: put `snapshots` into ledger.json'],
    ],
    ['getVoteAccounts', [], ['missing: the ledger has no vote accounts']],
    ['getVoteAccounts', [{ votePubkey: NOBODY }], [`missing: the ledger has no account ${NOBODY}`]],
    ['getRecentPerformanceSamples', [2], []],
    ['getRecentPerformanceSamples', [1], ['because: the list ends at 1 of 2 samples']],
    ['getLeaderSchedule', [0], []],
    ['getLeaderSchedule', [0, { identity: NOBODY }], [`because: ${NOBODY} leads none of these slots`]],
    ['getBlockProduction', [{ identity: NOBODY }], [`because: ${NOBODY} leads none of these slots`]],
    ['getBlockProduction', [{ range: { firstSlot: 5, lastSlot: 12 } }], ['because: lastSlot, 12, is too large; max 9']],
    [
      'getInflationReward',
      [[NOBODY], { epoch: 0 }],
      ['missing: slot 432000 is beyond the end of the ledger, slot 9: stillnode_advance adds empty blocks to it'],
    ],
    [
      'getRecentPrioritizationFees',
      [],
      ['because: no block up to the confirmed tip, 9, has a transaction other than votes that requests compute units'],
    ],
    ['getSlot', [{ minContextSlot: 9 }], []],
  ])('%s %j', async (method, params, reasons) => {
    expect(await reasonsOf(testLedger(STATE), method, params)).toEqual(reasons);
  });

  it('of epochs whose leaders are not known', async () => {
    const far = 'because: epoch 2 lies ahead: with the finalized tip at 9 a node knows the leaders up to epoch 1';
    expect(await reasonsOf(testLedger(STATE), 'getLeaderSchedule', [432_000 * 2])).toEqual([far]);
    expect(await reasonsOf(testLedger(STATE), 'getSlotLeaders', [432_000 * 2, 1])).toEqual([far]);
    expect(await reasonsOf(testLedger(STATE), 'getLeaderSchedule', [432_000])).toEqual([
      'missing: `leaderSchedules` of ledger.json does not have epoch 1',
    ]);
  });

  it('an empty ledger', async () => {
    expect(await reasonsOf(testLedger({}), 'minimumLedgerSlot')).toEqual([
      'missing: the ledger has nothing of the slots up to the processed tip, 0',
    ]);
    expect(await reasonsOf(testLedger({}), 'getRecentPrioritizationFees')).toEqual([
      'missing: the ledger has no block up to the confirmed tip, 0',
    ]);
  });
});

describe('of a blockhash', () => {
  const STATE = testLedger({
    blocks: blocks(402),
    processed: 401,
    confirmed: 400,
    finalized: 400,
    node: { genesisHash: namedBlockhash('genesis') },
  });
  const newer = 'getLatestBlockhash gives a newer one';

  it.each([
    ['400', undefined],
    ['250', undefined],
    ['249', `because: blockhash HASH is 151 blocks old, and transactions may name it up to 150: ${newer}`],
    ['50', `because: blockhash HASH is of slot 50, which is too old: ${newer}`],
    ['genesis', `because: blockhash HASH is that of the genesis, which is too old: ${newer}`],
    [
      '402',
      'because: the block with the hash HASH lies ahead: it is in slot 402, and the processed tip is 401 (stillnode_setTips [{"finalized":402}] goes there)',
    ],
    ['nobody', 'missing: no block of the ledger has the hash HASH'],
  ])('of block %s', async (name, reason) => {
    const hash = namedBlockhash(name);
    const reasons = reason === undefined ? [] : [reason.replace('HASH', hash)];
    expect(await reasonsOf(STATE, 'isBlockhashValid', [hash])).toEqual(reasons);
    const message = Buffer.concat([Buffer.of(1, 0, 0, 1), Buffer.alloc(32, 9), decodeBase58(hash), Buffer.of(0)]);
    const noNonce = 'because: the message does not begin by advancing a nonce account that holds its blockhash';
    // a fee is told of older ones too
    expect(await reasonsOf(STATE, 'getFeeForMessage', [message.toString('base64')])).toEqual(
      name === '249' || reasons.length === 0 ? [] : [...reasons, noNonce],
    );
  });
});
