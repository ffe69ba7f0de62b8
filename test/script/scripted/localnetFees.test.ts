import { describe, expect, it } from 'vitest';
import { type BlockBuilder, createNode, ledger, type NodeOptions, sol } from '../../../src/index.ts';
import { keyOf } from '../../support/sentTransactions.ts';

/** Blocks of scripts on a localnet pay its validators, as blocks of a test validator do. */

const OPTIONS = { dialect: 'agave', gates: 'localnet' } as const;
const scripted = (cluster: 'localnet' | 'devnet' | undefined, members: object = {}) =>
  ledger({ ...members, ...(cluster && { cluster }) })
    .wallet('alice', sol(5))
    .wallet('leader', sol(1));

const transfer = (b: BlockBuilder) => b.transfer('alice', 'bob', sol(1));

async function rewardsOf(script: NonNullable<NodeOptions['ledger']>, slot = 5) {
  const node = await createNode({ ...OPTIONS, ledger: script });
  const config = { commitment: 'confirmed', transactionDetails: 'none', rewards: true } as const;
  const { rewards } = (await node.request('getBlock', [slot, config]))!;
  return { rewards, node };
}

const fee = (pubkey: string, postBalance: number) => ({
  ...{ commission: null, lamports: 2500, postBalance, pubkey, rewardType: 'Fee' },
});

describe('a block of a script on a localnet', () => {
  it('pays half of the signature fees to the validator', async () => {
    const { node, rewards } = await rewardsOf(scripted('localnet').block(5, transfer));
    const identity = node.address('validator');
    expect(rewards).toEqual([fee(identity, 500_000_002_500)]);
    expect(await node.request('getBalance', [identity])).toMatchObject({ value: 500_000_002_500 });
  });

  it('pays the validators in turn, four slots each', async () => {
    const validators = ['one', 'two'].map((name) => ({ identity: `$${name}`, vote: `$${name}Vote`, stake: sol(1) }));
    const script = scripted('localnet', { validators }).block(3, transfer).block(4, transfer);
    const { node, rewards } = await rewardsOf(script, 3);
    expect(rewards).toEqual([fee(node.address('one'), 500_000_002_500)]);
    expect((await rewardsOf(script, 4)).rewards).toEqual([fee(node.address('two'), 500_000_002_500)]);
    const leaders = await node.request('getSlotLeaders', [3, 2]);
    expect(leaders).toEqual([node.address('one'), node.address('two')]);
  });

  it('pays the leader that it names instead', async () => {
    const { node, rewards } = await rewardsOf(scripted('localnet').block({ slot: 5, leader: 'leader' }, transfer));
    expect(rewards).toEqual([fee(node.address('leader'), 1_000_002_500)]);
  });

  it('has only the rewards that it names, and the leader of leaderSchedules only where they have the slot', async () => {
    const named = { address: 'alice', ...sol(1), type: 'Voting' } as const;
    const { rewards } = await rewardsOf(scripted('localnet').block({ slot: 5, rewards: [named] }, transfer));
    expect(rewards).toMatchObject([{ lamports: 1e9, rewardType: 'Voting' }]);
    const leaderSchedules = { 0: { [keyOf('leader')]: [4] } };
    expect((await rewardsOf(scripted('localnet', { leaderSchedules }).block(5, transfer))).rewards).toEqual([]);
  });

  it('has no reward without fees', async () => {
    expect((await rewardsOf(scripted('localnet').block(5))).rewards).toEqual([]);
  });

  it('pays the validator too when it is added to a ledger', async () => {
    const { node } = await rewardsOf(scripted('localnet').block(5));
    await node.addBlock({ slot: 6, transactions: [{ transfer: { from: '$alice', to: '$bob', sol: 1 } }] });
    const config = { commitment: 'confirmed', transactionDetails: 'none', rewards: true } as const;
    await node.advance(1);
    const block = await node.request('getBlock', [6, config]);
    expect(block!.rewards).toEqual([fee(node.address('validator'), 500_000_002_500)]);
  });
});

it.each([undefined, 'devnet'] as const)('blocks of a script pay nobody elsewhere: %s', async (cluster) => {
  expect((await rewardsOf(scripted(cluster).block(5, transfer))).rewards).toEqual([]);
});
