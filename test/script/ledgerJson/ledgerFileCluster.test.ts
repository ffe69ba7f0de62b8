import { describe, expect, it } from 'vitest';
import { JsonFloat, type JsonObject, type JsonValue } from '../../../src/codec/jsonText.ts';
import { type ClusterFacts, NO_CLUSTER_FACTS } from '../../../src/ledger/clusterFacts.ts';
import { address } from '../../../src/solana/address.ts';
import {
  account,
  BLOCKHASH,
  block,
  type Files,
  K1,
  K2,
  LOOKUP_TABLE,
  load,
  problemsOf,
  SYSTEM,
} from '../../fixtures/samples.ts';

const U64_MAX = 18446744073709551615n;
const [A1, A2] = [address(K1), address(K2)];
const VOTE_PROGRAM = 'Vote111111111111111111111111111111111111111';

/** One transaction in slot 5, one account of 7 lamports at K1. */
const LEDGER: Files = {
  '5.json': block(),
  '6.json': block({ blockhash: LOOKUP_TABLE, parentSlot: 5, transactions: [] }),
  'account.json': { pubkey: K1, account: account() },
};

const withLedger = (ledger: JsonObject, files: Files = LEDGER): Files => ({ 'ledger.json': ledger, ...files });

const WARMUP = {
  slotsPerEpoch: 432000,
  leaderScheduleSlotOffset: 432000,
  warmup: true,
  firstNormalEpoch: 14,
  firstNormalSlot: 524256,
};
const NO_WARMUP = { ...WARMUP, slotsPerEpoch: 32, warmup: false, firstNormalEpoch: 0, firstNormalSlot: 0 };
const INFLATION = { foundation: 0, foundationTerm: 0, initial: 0, taper: 0, terminal: 0 };
const SUPPLY = { circulating: 5, nonCirculating: 2, nonCirculatingAccounts: [K2], total: 7 };
const SAMPLE = { slot: 6, numSlots: 2, numTransactions: 9, numNonVoteTransactions: 3, samplePeriodSecs: 60 };
const NODE_OF_NOTHING = {
  clientId: null,
  featureSet: null,
  gossip: null,
  pubsub: null,
  rpc: null,
  serveRepair: null,
  shredVersion: null,
  tpu: null,
  tpuForwards: null,
  tpuForwardsQuic: null,
  tpuQuic: null,
  tpuVote: null,
  tvu: null,
  version: null,
};
const COMMITMENT = [U64_MAX, ...Array<number>(31).fill(0)];
const epochScheduleOf = (fields: JsonObject) => ({ epochSchedule: { ...WARMUP, ...fields } });
const leadersOf = (leaders: JsonValue, epoch = '0') => ({ leaderSchedules: { [epoch]: leaders } });
const nodeOf = (fields: JsonObject) => ({ clusterNodes: [{ pubkey: K1, ...fields }] });

const withoutPlace = (problem: string): string => problem.replace(/^ledger\.json:1:\d+: /, '');

/** Alone, each is the only problem. */
const REFUSED: readonly (readonly [JsonObject, string])[] = [
  [{ allAccounts: 1 }, '/allAccounts: expected true or false, found 1'],
  [{ allAccounts: null }, '/allAccounts: expected true or false, found null'],
  [
    { transactionCount: '7' },
    '/transactionCount: expected an integer from 0 to 18446744073709551615 (u64), found "7" (write the number without quotes)',
  ],
  [{ epochSchedule: [] }, '/epochSchedule: expected an object, found an empty array'],
  [
    epochScheduleOf({ slotPerEpoch: 32 }),
    '/epochSchedule/slotPerEpoch: unknown member (did you mean "slotsPerEpoch"?)',
  ],
  [epochScheduleOf({ warmup: undefined }), '/epochSchedule/warmup: expected true or false, found no such member'],
  [epochScheduleOf({ slotsPerEpoch: 31 }), '/epochSchedule/slotsPerEpoch: expected at least 32 slots, found 31'],
  [
    epochScheduleOf({ firstNormalEpoch: 13 }),
    '/epochSchedule/firstNormalEpoch: expected 14 after a warmup to 432000 slots an epoch, found 13',
  ],
  [
    epochScheduleOf({ firstNormalSlot: 524288 }),
    '/epochSchedule/firstNormalSlot: expected 524256 after a warmup to 432000 slots an epoch, found 524288',
  ],
  [
    epochScheduleOf({ warmup: false, firstNormalSlot: 0 }),
    '/epochSchedule/firstNormalEpoch: expected 0 without a warmup, found 14',
  ],
  [
    leadersOf({}, '01'),
    '/leaderSchedules/01: expected a key that is an integer from 0 to 18446744073709551615 (u64), found "01"',
  ],
  [
    leadersOf({}, '18446744073709551616'),
    '/leaderSchedules/18446744073709551616: expected a key that is an integer from 0 to 18446744073709551615 (u64), found "18446744073709551616"',
  ],
  [leadersOf([]), '/leaderSchedules/0: expected an object, found an empty array'],
  [leadersOf({ me: [0] }), '/leaderSchedules/0/me: expected a key that is an address, found "me"'],
  [leadersOf({ [K1]: 0 }), `/leaderSchedules/0/${K1}: expected an array, found 0`],
  [
    leadersOf({ [K1]: [0, 4294967296] }),
    `/leaderSchedules/0/${K1}/1: expected an integer from 0 to 4294967295 (u32), found 4294967296`,
  ],
  [
    leadersOf({ [K1]: [0, 4], [K2]: [5, 4] }),
    `/leaderSchedules/0/${K2}/1: slot 4 of the epoch has a leader already, ${K1}`,
  ],
  [leadersOf({ [K1]: [3, 3] }), `/leaderSchedules/0/${K1}/1: slot 3 of the epoch has a leader already, ${K1}`],
  [leadersOf({ leaders: [] }), '/leaderSchedules/0/leaders: expected at least one leader, found an empty array'],
  [leadersOf({ leaders: K1 }), `/leaderSchedules/0/leaders: expected an array, found "${K1}"`],
  [
    leadersOf({ leaders: ['me'] }),
    '/leaderSchedules/0/leaders/0: expected an address (base58 of 32 bytes), found "me" (it is base58 of 2 bytes)',
  ],
  [leadersOf({ slotsEach: 4 }), '/leaderSchedules/0/leaders: expected an array, found no such member'],
  [leadersOf({ leaders: [K1], slotsEach: 0 }), '/leaderSchedules/0/slotsEach: expected at least 1 slot, found 0'],
  [
    leadersOf({ leaders: [K1], slotEach: 4 }),
    '/leaderSchedules/0/slotEach: unknown member (did you mean "slotsEach"?)',
  ],
  [leadersOf({ leaders: [K1], [K2]: [0] }), `/leaderSchedules/0/${K2}: unknown member`],
  [
    { ...leadersOf({ leaders: [K1] }), ...epochScheduleOf({ ...NO_WARMUP, slotsPerEpoch: 10_000_001 }) },
    '/leaderSchedules/0: expected an epoch of at most 10000000 slots for leaders in turn, found one of 10000001',
  ],
  [{ voteStakes: { me: 1 } }, '/voteStakes/me: expected a key that is an address, found "me"'],
  [
    { voteStakes: { [K2]: -1 } },
    `/voteStakes/${K2}: expected an integer from 0 to 18446744073709551615 (u64), found -1`,
  ],
  [
    { blockCommitments: { '-1': COMMITMENT } },
    '/blockCommitments/-1: expected a key that is an integer from 0 to 18446744073709551615 (u64), found "-1"',
  ],
  [
    { blockCommitments: { 5: COMMITMENT.slice(1) } },
    '/blockCommitments/5: expected an array of 32, lamports by lockout, found an array of 31',
  ],
  [{ blockCommitments: { 5: null } }, '/blockCommitments/5: expected an array, found null'],
  [{ clusterNodes: {} }, '/clusterNodes: expected an array, found an empty object'],
  [{ clusterNodes: [7] }, '/clusterNodes/0: expected an object, found 7'],
  [{ clusterNodes: [{}] }, '/clusterNodes/0/pubkey: expected an address (base58 of 32 bytes), found no such member'],
  [nodeOf({ tpuquic: null }), '/clusterNodes/0/tpuquic: unknown member (did you mean "tpuQuic"?)'],
  [nodeOf({ somethingElse: null }), '/clusterNodes/0/somethingElse: unknown member'],
  [nodeOf({ gossip: 8001 }), '/clusterNodes/0/gossip: expected an IP address with a port, "1.2.3.4:8001", found 8001'],
  [nodeOf({ featureSet: -1 }), '/clusterNodes/0/featureSet: expected an integer from 0 to 4294967295 (u32), found -1'],
  [
    nodeOf({ shredVersion: 65536 }),
    '/clusterNodes/0/shredVersion: expected an integer from 0 to 65535 (u16), found 65536',
  ],
  [nodeOf({ version: 4 }), '/clusterNodes/0/version: expected a string, found 4'],
  [nodeOf({ clientId: 3 }), '/clusterNodes/0/clientId: expected a string, found 3'],
  [{ inflation: 0 }, '/inflation: expected an object, found 0'],
  [{ inflation: { ...INFLATION, taper: '0.15' } }, '/inflation/taper: expected a number, found "0.15"'],
  [{ inflation: { ...INFLATION, fundation: 0 } }, '/inflation/fundation: unknown member (did you mean "foundation"?)'],
  [{ supply: { ...SUPPLY, total: 8 } }, '/supply/total: expected circulating and nonCirculating together, 7, found 8'],
  [
    { supply: { ...SUPPLY, nonCirculatingAccounts: undefined } },
    '/supply/nonCirculatingAccounts: expected an array, found no such member',
  ],
  [
    { supply: { ...SUPPLY, nonCirculatingAccounts: ['me'] } },
    '/supply/nonCirculatingAccounts/0: expected an address (base58 of 32 bytes), found "me" (it is base58 of 2 bytes)',
  ],
  [
    { performanceSamples: [SAMPLE, SAMPLE] },
    '/performanceSamples/1/slot: expected a slot below 6, that of the sample before, found 6',
  ],
  [
    { performanceSamples: [{ ...SAMPLE, samplePeriodSecs: 65536 }] },
    '/performanceSamples/0/samplePeriodSecs: expected an integer from 0 to 65535 (u16), found 65536',
  ],
  [
    { performanceSamples: [{ ...SAMPLE, numNonVoteTransactions: null }] },
    '/performanceSamples/0/numNonVoteTransactions: expected an integer from 0 to 18446744073709551615 (u64), found null',
  ],
  [{ snapshots: 5 }, '/snapshots: expected an object, found 5'],
  [
    { snapshots: { full: 5, incremental: 5 } },
    '/snapshots/incremental: expected a slot above the full one, 5, found 5',
  ],
  [
    { snapshots: { incremental: 5 } },
    '/snapshots/full: expected an integer from 0 to 18446744073709551615 (u64), found no such member',
  ],
  [{ slotsBehind: 0 }, '/slotsBehind: expected at least 1 slot, found 0 (leave it out for a healthy node)'],
  [{ slotsBehind: null }, '/slotsBehind: expected an integer from 0 to 18446744073709551615 (u64), found null'],
];

describe('ledger.json of a cluster', () => {
  it.each<[string, JsonObject, Partial<ClusterFacts>]>([
    ['nothing', {}, {}],
    ['that all accounts are there', { allAccounts: true }, { allAccounts: true }],
    ['that they may not', { allAccounts: false }, {}],
    ['as many transactions as the fixtures hold', { transactionCount: 1 }, { transactionCount: 1n }],
    ['more transactions', { transactionCount: U64_MAX }, { transactionCount: U64_MAX }],
    [
      'an epoch schedule with a warmup',
      { epochSchedule: WARMUP },
      {
        epochSchedule: {
          slotsPerEpoch: 432000n,
          leaderScheduleSlotOffset: 432000n,
          warmup: true,
          firstNormalEpoch: 14n,
          firstNormalSlot: 524256n,
        },
      },
    ],
    [
      'a warmup that is over before it starts',
      epochScheduleOf({ slotsPerEpoch: 32, firstNormalEpoch: 0, firstNormalSlot: 0 }),
      {
        epochSchedule: {
          slotsPerEpoch: 32n,
          leaderScheduleSlotOffset: 432000n,
          warmup: true,
          firstNormalEpoch: 0n,
          firstNormalSlot: 0n,
        },
      },
    ],
    [
      'leaders by epoch, whose slots are put in order',
      { leaderSchedules: { [`${U64_MAX}`]: { [K1]: [8, 1, 0], [K2]: [2] }, 0: {} } },
      {
        leaderSchedules: new Map([
          [0n, new Map()],
          [
            U64_MAX,
            new Map([
              [A1, [0, 1, 8]],
              [A2, [2]],
            ]),
          ],
        ]),
      },
    ],
    [
      'leaders in turn',
      { leaderSchedules: { 0: { leaders: [K1, K2, K1], slotsEach: 2 }, 7: { leaders: [K2] } } },
      {
        leaderSchedules: new Map([
          [0n, { leaders: [A1, A2, A1], slotsEach: 2 }],
          [7n, { leaders: [A2], slotsEach: 4 }],
        ]),
      },
    ],
    ['stakes', { voteStakes: { [K2]: U64_MAX } }, { voteStakes: new Map([[A2, U64_MAX]]) }],
    [
      'stakes by lockout',
      { blockCommitments: { 6: COMMITMENT } },
      { blockCommitments: new Map([[6n, COMMITMENT.map(BigInt)]]) },
    ],
    [
      'nodes, that show null for what is left out',
      { clusterNodes: [{ pubkey: K1 }, { ...NODE_OF_NOTHING, pubkey: K2 }] },
      {
        clusterNodes: [
          { ...NODE_OF_NOTHING, pubkey: K1 },
          { ...NODE_OF_NOTHING, pubkey: K2 },
        ],
      },
    ],
    [
      'a node with everything',
      nodeOf({
        ...Object.fromEntries(Object.keys(NODE_OF_NOTHING).map((name) => [name, '255.0.0.1:65535'])),
        tvu: '[::ffff:1.2.3.4]:0',
        version: '4.1.0',
        clientId: 'Agave',
        featureSet: 4294967295,
        shredVersion: 65535,
      }),
      {
        clusterNodes: [
          {
            pubkey: K1,
            clientId: 'Agave',
            featureSet: 4294967295,
            gossip: '255.0.0.1:65535',
            pubsub: '255.0.0.1:65535',
            rpc: '255.0.0.1:65535',
            serveRepair: '255.0.0.1:65535',
            shredVersion: 65535,
            tpu: '255.0.0.1:65535',
            tpuForwards: '255.0.0.1:65535',
            tpuForwardsQuic: '255.0.0.1:65535',
            tpuQuic: '255.0.0.1:65535',
            tpuVote: '255.0.0.1:65535',
            tvu: '[::ffff:1.2.3.4]:0',
            version: '4.1.0',
          },
        ],
      },
    ],
    [
      'inflation, whole numbers with a point or without',
      { inflation: { ...INFLATION, foundationTerm: 7, initial: new JsonFloat(0.08), taper: new JsonFloat(1) } },
      { inflation: { foundation: 0, foundationTerm: 7, initial: 0.08, taper: 1, terminal: 0 } },
    ],
    [
      'a supply that the accounts hold a part of',
      { supply: { ...SUPPLY, circulating: 6, total: 8 } },
      { supply: { circulating: 6n, nonCirculating: 2n, nonCirculatingAccounts: [A2], total: 8n } },
    ],
    [
      'the supply of all accounts',
      { supply: SUPPLY, allAccounts: true },
      {
        allAccounts: true,
        supply: { circulating: 5n, nonCirculating: 2n, nonCirculatingAccounts: [A2], total: 7n },
      },
    ],
    [
      'samples, newest first',
      { performanceSamples: [SAMPLE, { ...SAMPLE, slot: 5, samplePeriodSecs: 65535 }] },
      {
        performanceSamples: [
          { slot: 6n, numSlots: 2n, numTransactions: 9n, numNonVoteTransactions: 3n, samplePeriodSecs: 60 },
          { slot: 5n, numSlots: 2n, numTransactions: 9n, numNonVoteTransactions: 3n, samplePeriodSecs: 65535 },
        ],
      },
    ],
    ['a full snapshot', { snapshots: { full: 6 } }, { snapshots: { full: 6n, incremental: null } }],
    ['both snapshots', { snapshots: { full: 5, incremental: 6 } }, { snapshots: { full: 5n, incremental: 6n } }],
    [
      'no incremental snapshot',
      { snapshots: { full: 5, incremental: null } },
      { snapshots: { full: 5n, incremental: null } },
    ],
    ['how far it is behind', { slotsBehind: U64_MAX }, { slotsBehind: U64_MAX }],
  ])('may say %s', async (_name, ledger, facts) => {
    const { state, warnings } = await load(withLedger(ledger));
    expect(state.clusterFacts).toEqual({ ...NO_CLUSTER_FACTS, ...facts });
    expect(warnings).toEqual([]);
  });

  it.each(REFUSED.map(([ledger, error]) => [error, ledger] as const))('refuses %s', async (error, ledger) => {
    expect((await problemsOf(withLedger(ledger))).map(withoutPlace)).toEqual([error]);
  });

  it.each([
    '1.2.3.4',
    '1.2.3:8001',
    '1.2.3.256:8001',
    '1.2.3.4:',
    '1.2.3.4:65536',
    '1.2.3.4:x',
    '::1:8001',
    '[1.2.3.4]:8001',
    '[::g]:8001',
    'localhost:8001',
    '',
  ])('refuses %j for the address of a socket', async (rpc) => {
    expect(await problemsOf(withLedger(nodeOf({ rpc })))).toEqual([
      expect.stringMatching(/: \/clusterNodes\/0\/rpc: expected an IP address with a port, "1\.2\.3\.4:8001", found "/),
    ]);
  });

  it('refuses a node that stands twice, with both places', async () => {
    expect(await problemsOf({ 'ledger.json': `{"clusterNodes":[\n{"pubkey":"${K1}"},\n{"pubkey":"${K1}"}]}` })).toEqual(
      [`ledger.json:3:1: /clusterNodes/1: duplicate node ${K1}; the other is at ledger.json:2:1`],
    );
  });

  it('tells everything that is wrong at once', async () => {
    expect(
      await problemsOf(withLedger({ slotsBehind: 0, inflation: { initial: true }, allAccounts: 'yes' })),
    ).toHaveLength(7);
  });
});

describe('ledger.json of a cluster, against the fixtures', () => {
  it.each<[string, JsonObject, Files, string]>([
    [
      'fewer transactions than there are',
      { transactionCount: 0 },
      {},
      '/transactionCount: expected at least 1, the transactions of the fixtures up to slot 6, found 0',
    ],
    [
      'a leader of a slot that its epoch does not have',
      { epochSchedule: NO_WARMUP, ...leadersOf({ [K1]: [32, 0] }, '3') },
      {},
      `/leaderSchedules/3/${K1}: expected slots below 32, as many as epoch 3 has, found 32`,
    ],
    [
      'a leader after the end of an epoch of the warmup',
      { epochSchedule: WARMUP, ...leadersOf({ [K1]: [64, 63] }, '1') },
      {},
      `/leaderSchedules/1/${K1}: expected slots below 64, as many as epoch 1 has, found 64`,
    ],
    [
      'stake on an account of another program',
      { voteStakes: { [K2]: 1, [K1]: 1 } },
      {},
      `/voteStakes/${K1}: expected a vote account, found one that ${SYSTEM} owns`,
    ],
    [
      'commitment for a slot that is not processed',
      { blockCommitments: { 6: COMMITMENT, 7: COMMITMENT } },
      {},
      '/blockCommitments/7: expected a slot up to the processed one, 6, found 7',
    ],
    [
      'a total that is not that of all accounts',
      { allAccounts: true, supply: SUPPLY },
      { 'other.json': { pubkey: K2, account: account({ lamports: 1 }) } },
      '/supply/total: expected the lamports of all accounts, 8, found 7',
    ],
    [
      'a snapshot of a slot that is not processed',
      { snapshots: { full: 7 } },
      {},
      '/snapshots/full: expected a slot up to the processed one, 6, found 7',
    ],
    [
      'an incremental snapshot of a slot that is not processed',
      { snapshots: { full: 6, incremental: 7 } },
      {},
      '/snapshots/incremental: expected a slot up to the processed one, 6, found 7',
    ],
  ])('refuses %s', async (_name, ledger, files, expected) => {
    expect((await problemsOf({ ...withLedger(ledger), ...files })).map(withoutPlace)).toEqual([expected]);
  });

  it('only transactions of the processed chain count', async () => {
    const forked = { ...LEDGER, '7.json': block({ blockhash: BLOCKHASH, parentSlot: 4, transactions: [] }) };
    const { state } = await load(withLedger({ transactionCount: 0, confirmed: 7, finalized: 4 }, forked));
    expect([...state.chains.processed.offChain]).toEqual([6n, 5n]);
    expect(await problemsOf(withLedger({ transactionCount: 0 }))).toHaveLength(1);
    expect((await load(withLedger({ transactionCount: 0, processed: 4 }))).state.clusterFacts.transactionCount).toBe(
      0n,
    );
  });

  it('stake may be on a vote account, there or not', async () => {
    const vote = { 'vote.json': { pubkey: K2, account: account({ owner: VOTE_PROGRAM }) } };
    const ledger = { voteStakes: { [K2]: 1, [LOOKUP_TABLE]: 2 } };
    expect((await load({ ...withLedger(ledger), ...vote })).state.clusterFacts.voteStakes?.size).toBe(2);
  });
});
