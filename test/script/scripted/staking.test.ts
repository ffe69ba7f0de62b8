import { StakeProgram } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { loadSources } from '../../../src/fixtures/loadLedger.ts';
import { createNode, type FixtureError, keypair, type LedgerNode, lamports, ledger, sol } from '../../../src/index.ts';
import { expectRoundTrip } from '../../fixtures/dump/roundTrip.ts';
import { reasonOf } from '../../support/clients.ts';

const EPOCHS = {
  slotsPerEpoch: 32,
  leaderScheduleSlotOffset: 32,
  warmup: false,
  firstNormalEpoch: 0,
  firstNormalSlot: 0,
};
const RESERVE = 1_666_240n;
const ALICE = keypair('alice').address;

async function parsed(node: LedgerNode, name: string, commitment: 'processed' | 'finalized' = 'processed') {
  const config = { encoding: 'jsonParsed', commitment } as const;
  return (await node.request('getAccountInfo', [node.address(name), config])).value;
}

async function problemsOf(script: object): Promise<readonly string[]> {
  const error = (await reasonOf(createNode({ ledger: script as never }))) as FixtureError;
  return error.problems.map((problem) => `${problem}`.replace(/^.*?: \//, '/'));
}

describe('a stake account of a script', () => {
  it('is delegated, with all that jsonParsed shows', async () => {
    const script = ledger()
      .stake('stake1', {
        withdrawer: 'alice',
        staker: keypair('bob'),
        voter: 'vote1',
        stake: sol(5),
        activationEpoch: 3,
        deactivationEpoch: 7n,
        creditsObserved: 9,
        lockup: { unixTimestamp: 1_800_000_000, epoch: 4, custodian: 'carol' },
      })
      .block(1);
    const node = await createNode({ ledger: script, dialect: 'agave' });
    expect(await parsed(node, 'stake1')).toMatchObject({
      lamports: Number(5_000_000_000n + RESERVE),
      owner: StakeProgram.programId.toBase58(),
      space: 200,
      data: {
        program: 'stake',
        parsed: {
          type: 'delegated',
          info: {
            meta: {
              rentExemptReserve: `${RESERVE}`,
              authorized: { staker: keypair('bob').address, withdrawer: ALICE },
              lockup: { unixTimestamp: 1_800_000_000, epoch: 4, custodian: keypair('carol').address },
            },
            stake: {
              creditsObserved: 9,
              delegation: {
                voter: keypair('vote1').address,
                stake: '5000000000',
                activationEpoch: '3',
                deactivationEpoch: '7',
              },
            },
          },
        },
      },
    });
  });

  it('stakes what it has besides its rent exemption, or nothing', async () => {
    const script = ledger()
      .stake('all', { withdrawer: 'alice', voter: 'vote1', lamports: sol(2) })
      .stake('idle', { withdrawer: 'alice' })
      .block(1);
    const node = await createNode({ ledger: script, dialect: 'agave' });
    expect(await parsed(node, 'all')).toMatchObject({
      lamports: 2_000_000_000,
      data: { parsed: { info: { stake: { delegation: { stake: `${2_000_000_000n - RESERVE}` } } } } },
    });
    expect(await parsed(node, 'idle')).toMatchObject({
      lamports: Number(RESERVE),
      space: 200,
      data: {
        parsed: {
          type: 'initialized',
          info: { meta: { authorized: { staker: ALICE, withdrawer: ALICE } }, stake: null },
        },
      },
    });
  });

  it.each<[object, string]>([
    [
      { stake: {} },
      '/accounts/$s/stake/withdrawer: expected an address, or a name such as "$alice", found no such member',
    ],
    [{ stake: { withdrawer: '$a', epoch: 1 } }, '/accounts/$s/stake/epoch: unknown member'],
    [
      { stake: { withdrawer: '$a', voter: '$v' } },
      '/accounts/$s/stake: expected how much is staked (give `stake`, or the lamports of the account)',
    ],
    [
      { stake: { withdrawer: '$a', creditsObserved: 1 } },
      '/accounts/$s/stake/creditsObserved: only a delegated stake has `creditsObserved` (name the vote account as `voter`)',
    ],
    [
      { stake: { withdrawer: '$a' }, lamports: 5 },
      '/accounts/$s/stake: 0.000000005 SOL are less than the rent exemption of a stake account, 0.00166624',
    ],
    [
      { stake: { withdrawer: '$a', voter: '$v', stake: { sol: 1 } }, sol: 1 },
      '/accounts/$s/stake/stake: 1 SOL are staked, and the account has 0.99833376 besides its rent exemption',
    ],
  ])('%j: %s', async (account, problem) => {
    expect(await problemsOf({ accounts: { $s: account } })).toEqual([problem]);
  });
});

const REWARDED = ledger({ epochSchedule: EPOCHS, processed: 32, confirmed: 32, finalized: 31 })
  .wallet('alice', sol(5))
  .wallet('leader', sol(1))
  .stake('stake1', { withdrawer: 'alice', voter: 'vote1', stake: sol(5) })
  .block(31)
  .block(
    {
      slot: 32,
      leader: 'leader',
      rewards: [
        { address: 'stake1', ...lamports(7000), type: 'Staking', commission: 5 },
        { address: keypair('alice'), ...sol(1), type: 'Voting' },
      ],
    },
    (b) => b.transfer('alice', 'bob', sol(5.5)),
  );

describe('rewards of a scripted block', () => {
  it('are paid before its transactions, and come before the fees of its leader', async () => {
    const node = await createNode({ ledger: REWARDED, dialect: 'agave' });
    const config = { transactionDetails: 'none', rewards: true, commitment: 'confirmed' } as const;
    const { rewards } = (await node.request('getBlock', [32, config]))!;
    expect(rewards).toEqual([
      {
        pubkey: node.address('stake1'),
        lamports: 7000,
        postBalance: Number(5_000_000_000n + RESERVE + 7000n),
        rewardType: 'Staking',
        commission: 5,
      },
      { pubkey: ALICE, lamports: 1e9, postBalance: 6e9, rewardType: 'Voting', commission: null },
      {
        pubkey: node.address('leader'),
        lamports: 2500,
        postBalance: 1_000_002_500,
        rewardType: 'Fee',
        commission: null,
      },
    ]);
    expect(await node.request('getBalance', [ALICE, { commitment: 'confirmed' }])).toMatchObject({
      value: 499_995_000,
    });
  });

  it('of a stake account are staked too, and getInflationReward finds them', async () => {
    const node = await createNode({ ledger: REWARDED, dialect: 'agave' });
    const stakeOf = (stake: string) => ({ data: { parsed: { info: { stake: { delegation: { stake } } } } } });
    expect(await parsed(node, 'stake1', 'finalized')).toMatchObject(stakeOf('5000000000'));
    expect(await parsed(node, 'stake1')).toMatchObject(stakeOf('5000007000'));
    const config = { epoch: 0, commitment: 'confirmed' } as const;
    expect(await node.request('getInflationReward', [[node.address('stake1'), node.address('bob')], config])).toEqual([
      {
        epoch: 0,
        effectiveSlot: 32,
        amount: 7000,
        postBalance: Number(5_000_000_000n + RESERVE + 7000n),
        commission: 5,
      },
      null,
    ]);
  });

  it.each([
    [
      { type: 'Staking', commissionBps: 550 },
      { rewardType: 'Staking', commission: null, commissionBps: 550 },
      '5000007000',
    ],
    [
      { type: 'DeactivatedStake', commission: 6, commissionBps: 550 },
      { rewardType: 'DeactivatedStake', commission: 6, commissionBps: 550 },
      '5000007000',
    ],
    [{ type: 'Voting', commission: 6 }, { rewardType: 'Voting', commission: 6 }, '5000000000'],
  ] as const)('%j is answered as it is, and staked if it is of a stake', async (reward, answer, staked) => {
    const script = ledger({ epochSchedule: EPOCHS, finalized: 32 })
      .stake('stake1', { withdrawer: 'alice', voter: 'vote1', stake: sol(5) })
      .block(31)
      .block({ slot: 32, rewards: [{ address: 'stake1', ...lamports(7000), ...reward }] });
    const node = await createNode({ ledger: script, dialect: 'agave' });
    const { rewards } = (await node.request('getBlock', [32]))!;
    const postBalance = Number(5_000_000_000n + RESERVE + 7000n);
    const pubkey = node.address('stake1');
    expect(rewards).toEqual([{ pubkey, lamports: 7000, postBalance, ...answer }]);
    expect(await parsed(node, 'stake1')).toMatchObject({
      data: { parsed: { info: { stake: { delegation: { stake: staked } } } } },
    });
    const { rewardType: _type, ...rates } = answer;
    expect(await node.request('getInflationReward', [[pubkey], { epoch: 0 }])).toEqual([
      { epoch: 0, effectiveSlot: 32, amount: 7000, postBalance, ...rates },
    ]);
  });

  it('of type VATDebit take lamports from an account, and getInflationReward does not count them', async () => {
    const script = ledger({ epochSchedule: EPOCHS, finalized: 32 })
      .wallet('alice', sol(5))
      .block(31)
      .block({ slot: 32, rewards: [{ address: 'alice', ...sol(0.8), type: 'VATDebit' }] });
    const node = await createNode({ ledger: script, dialect: 'agave' });
    const { rewards } = (await node.request('getBlock', [32]))!;
    const debit = { commission: null, lamports: -800_000_000, postBalance: 4_200_000_000 };
    expect(rewards).toEqual([{ pubkey: ALICE, rewardType: 'VATDebit', ...debit }]);
    expect(await node.request('getBalance', [ALICE])).toMatchObject({ value: 4_200_000_000 });
    expect(await node.request('getInflationReward', [[ALICE], { epoch: 0 }])).toEqual([null]);
  });

  it('are the same in YAML, in added blocks, and after dump and load', async () => {
    const text = `
processed: 32
confirmed: 32
finalized: 31
epochSchedule: {slotsPerEpoch: 32, leaderScheduleSlotOffset: 32, warmup: false, firstNormalEpoch: 0, firstNormalSlot: 0}
accounts:
  $alice: {sol: 5}
  $leader: {sol: 1}
  $stake1: {stake: {withdrawer: $alice, voter: $vote1, stake: {sol: 5}}}
slots:
  - {slot: 31}
  - slot: 32
    leader: $leader
    rewards:
      - {address: $stake1, lamports: 7000, type: Staking, commission: 5}
      - {address: $alice, sol: 1, type: Voting}
    transactions: [{transfer: {from: $alice, to: $bob, sol: 5.5}}]
`;
    const { state } = await loadSources([{ name: 'rewards.ledger.yaml', text }]);
    await expectRoundTrip(state);
    const node = await createNode({ ledger: REWARDED, dialect: 'agave' });
    const block = await node.request('getBlock', [32, { commitment: 'confirmed' }]);
    expect(state.history.block(32n)!.blockhash).toBe(block!.blockhash);
    expect(state.history.block(32n)!.rewards.map(({ lamports: paid }) => paid)).toEqual([7000n, 1_000_000_000n, 2500n]);
    await node.addBlock({ slot: 40, rewards: [{ address: 'alice', lamports: 1, type: 'Rent' }] });
    expect(await node.request('getBalance', [ALICE, { commitment: 'processed' }])).toMatchObject({
      value: 499_995_001,
    });
  });

  it.each<[object, string]>([
    [
      { address: '$alice', lamports: 1 },
      '/type: expected "Fee" or "Rent" or "Staking" or "Voting" or "DeactivatedStake" or "VATDebit" or "BlockRevenueSharing", found no such member',
    ],
    [
      { address: '$alice', lamports: 1, type: 'Stake' },
      '/type: expected "Fee" or "Rent" or "Staking" or "Voting" or "DeactivatedStake" or "VATDebit" or "BlockRevenueSharing", found "Stake"',
    ],
    [{ address: '$alice', type: 'Rent' }, ': expected lamports or sol, found an object with address, type'],
    [
      { address: '$alice', lamports: 18446744073709551615n, type: 'Rent' },
      '/address: `$alice` cannot hold 18446744073709551615 lamports more (u64)',
    ],
    [
      { address: '$alice', lamports: 1_000_000_001, type: 'VATDebit' },
      '/address: `$alice` has less than 1000000001 lamports',
    ],
  ])('%#', async (reward, problem) => {
    const slots = [{ slot: 1, rewards: [reward] }];
    expect(await problemsOf({ accounts: { $alice: { sol: 1 } }, slots })).toEqual([`/slots/0/rewards/0${problem}`]);
  });
});
