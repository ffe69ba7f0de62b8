import { describe, expect, test } from 'vitest';
import type { LeaderSchedule } from '../../../src/ledger/clusterFacts.ts';
import { namedKeyPair } from '../../../src/runtime/names/namedKeys.ts';
import type { ScriptOptions } from '../../../src/script/compiling/scriptOptions.ts';
import { compileGood, compileSpec, type SlotSpec } from '../../support/scripts.ts';

/** Fees of scripted blocks go to their leaders as agave 4.1 distributes them: bank/fee_distribution.rs. */

const LEADER = namedKeyPair('leader').address;
const OTHER = namedKeyPair('other').address;
const ACCOUNTS = { $alice: { sol: 5 }, $leader: { sol: 1 }, $other: { sol: 1 } };
const SOL = 1_000_000_000n;
const pay = { transfer: { from: '$alice', to: '$bob', sol: 1 } };

function compile(slots: readonly SlotSpec[], options?: ScriptOptions) {
  const { blocks, accounts } = compileGood({ accounts: ACCOUNTS, slots }, options);
  return { rewards: blocks.map(({ rewards }) => rewards), balance: accounts.get(LEADER)?.lamports };
}

const feeReward = (lamports: bigint, postBalance: bigint, pubkey = LEADER) => ({
  pubkey,
  lamports,
  postBalance,
  rewardType: 'Fee',
  commission: null,
});

describe('the leader of a block', () => {
  test('gets half of what signatures cost, also those of transactions that fail', () => {
    const failing = { instructions: [pay], err: 'AccountInUse' } as const;
    expect(compile([{ slot: 5, leader: '$leader', transactions: [pay, failing] }])).toEqual({
      rewards: [[feeReward(5000n, SOL + 5000n)]],
      balance: SOL + 5000n,
    });
  });

  test('gets all that is paid for priority', () => {
    const budget = { computeUnitLimit: 300_000, computeUnitPrice: 10_001n };
    const { rewards } = compile([{ slot: 5, leader: '$leader', transactions: [{ instructions: [pay], ...budget }] }]);
    expect(rewards).toEqual([[feeReward(2500n + 3001n, SOL + 5501n)]]);
  });

  test.each([
    [1n, 1n],
    [4999n, 2500n],
    [5000n, 2500n],
    [5007n, 2507n],
  ])('of a fee of %s that is said, the signatures come first: it gets %s', (fee, share) => {
    const { rewards } = compile([{ slot: 5, leader: '$leader', transactions: [{ instructions: [pay], fee }] }]);
    expect(rewards).toEqual([[feeReward(share, SOL + share)]]);
  });

  test('can spend it in the next block, and gets it once a block', () => {
    const spend = { transfer: { from: '$leader', to: '$bob', lamports: 100_000_000n } };
    expect(compile([{ from: 5, to: 9, every: 2, leader: '$leader', transactions: [pay, spend] }]).rewards).toEqual(
      [1n, 2n, 3n].map((n) => [feeReward(5000n, SOL - n * 100_000_000n)]),
    );
  });

  test('gets nothing where no fee is paid', () => {
    const free = { instructions: [pay], fee: 0n };
    expect(
      compile([
        { slot: 5, leader: '$leader' },
        { slot: 6, leader: '$leader', transactions: [free] },
      ]),
    ).toEqual({
      rewards: [[], []],
      balance: SOL,
    });
  });

  test('keeps what it got on a fork to that fork', () => {
    const slots = [
      { slot: 5, transactions: [pay] },
      { slot: 6, parent: 5, leader: '$leader', transactions: [pay] },
      { slot: 7, parent: 5, leader: '$other', transactions: [pay] },
    ];
    expect(compile(slots)).toEqual({
      rewards: [[], [feeReward(2500n, SOL + 2500n)], [feeReward(2500n, SOL + 2500n, OTHER)]],
      balance: SOL,
    });
  });

  test('nobody is named: nobody gets anything', () => {
    expect(compile([{ slot: 5, transactions: [pay] }])).toEqual({ rewards: [[]], balance: SOL });
  });
});

describe('a leader that cannot be paid', () => {
  test.each([
    ['has too little to be rent-exempt', { $leader: { lamports: 888_379n } }, '0.0000025'],
    ['is no wallet', { $leader: { raw: { owner: '$program', data: new Uint8Array() }, lamports: SOL } }, '0.0000025'],
  ] as const)('because it %s: a warning, once', (_, leader, share) => {
    const accounts = { ...ACCOUNTS, ...leader };
    const slots = [{ from: 5, to: 6, leader: '$leader', transactions: [pay] }];
    const compiled = compileSpec({ accounts, slots });
    expect(compiled.errors).toEqual([]);
    expect(compiled.warnings).toEqual([
      `slots/0: the ${share} SOL of fees for \`$leader\`, the leader of slot 5, are burned (a node pays wallets that are rent-exempt: give it SOL under \`accounts\`)`,
    ]);
    expect(compiled.blocks.map(({ rewards }) => rewards)).toEqual([[], []]);
    expect(compiled.accounts.get(LEADER)!.lamports).toBe(leader.$leader.lamports);
  });

  test('one that becomes rent-exempt by it is paid', () => {
    const slots = [{ slot: 5, leader: '$leader', transactions: [pay] }];
    const { blocks } = compileGood({ accounts: { ...ACCOUNTS, $leader: { lamports: 888_380n } }, slots });
    expect(blocks[0]!.rewards).toEqual([feeReward(2500n, 890_880n)]);
  });
});

describe('leader schedules', () => {
  const epochSchedule = {
    slotsPerEpoch: 32n,
    leaderScheduleSlotOffset: 32n,
    warmup: false,
    firstNormalEpoch: 0n,
    firstNormalSlot: 0n,
  };
  const leaderSchedules = new Map<bigint, LeaderSchedule>([
    [0n, new Map([[LEADER, [30]]])],
    [1n, { leaders: [LEADER, OTHER], slotsEach: 4 }],
  ]);
  const options: ScriptOptions = { cluster: { epochSchedule, leaderSchedules } };

  test('name the leaders of blocks that name none', () => {
    const slots = [{ from: 29, to: 36, transactions: [{ ...pay, transfer: { ...pay.transfer, sol: 0.1 } }] }];
    const paid = compile(slots, options).rewards.map(([reward]) => reward?.pubkey);
    expect(paid).toEqual([undefined, LEADER, undefined, LEADER, LEADER, LEADER, LEADER, OTHER]);
  });

  test('may leave out who leads a slot, and the block say it', () => {
    const slots = [{ from: 29, to: 30, leader: '$leader', transactions: [pay] }];
    expect(compile(slots, options).rewards.map(([reward]) => reward?.pubkey)).toEqual([LEADER, LEADER]);
  });

  test('are not contradicted', () => {
    const slots = [{ from: 34, to: 38, leader: '$leader', transactions: [pay] }];
    expect(compileSpec({ accounts: ACCOUNTS, slots }, options).errors).toEqual([
      'slots/0/leader: slot 36 is led by `$other`, as `leaderSchedules` has it, not by `$leader`',
    ]);
  });
});

test('a leader that is no address is refused', () => {
  const slots = [{ slot: 5, leader: 'leader', transactions: [pay] }];
  expect(compileSpec({ accounts: ACCOUNTS, slots }).errors).toEqual([
    'slots/0/leader: expected an address (base58 of 32 bytes) or a $name, found "leader" (a name starts with a dollar: $leader)',
  ]);
});
