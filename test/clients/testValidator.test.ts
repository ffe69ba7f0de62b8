import { address, createSolanaRpc } from '@solana/kit';
import { Connection, PublicKey } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createNode, keypair, ledger, sol, startNode } from '../../src/index.ts';
import { DEFAULT_VERSION, FEATURE_SETS } from '../../src/nodeVersion.ts';
import { ACCOUNT_FILE, folder } from '../cli/command.ts';
import { reasonOf } from '../support/clients.ts';
import { shownError } from '../support/kitSender.ts';

/** What the suites of the clients ask of a test validator, asked of `cluster: localnet` with nothing else in the ledger. */

const IDENTITY = address(keypair('validator').address);
const VOTE = address(keypair('validatorVote').address);
const STAKE = address(keypair('validatorStake').address);
const FAUCET = address(keypair('faucet').address);
const STAKED = 999_999_997_717_120n;
const GIVEN_ACCOUNT = address(JSON.parse(ACCOUNT_FILE).pubkey);
const PROCESSED = { commitment: 'processed' } as const;

let node: Awaited<ReturnType<typeof startNode>>;
let rpc: ReturnType<typeof createSolanaRpc>;
let connection: Connection;
const script = ledger().cluster('localnet').wallet('alice', sol(5)).block(1);

beforeAll(async () => {
  node = await startNode({ ledger: script, dialect: 'agave' });
  rpc = createSolanaRpc(node.url);
  connection = new Connection(node.url, 'confirmed');
});
afterAll(() => node.close());

describe('Kit', () => {
  it('the validator', async () => {
    expect(await rpc.getIdentity().send()).toEqual({ identity: IDENTITY });
    expect(await rpc.getBalance(IDENTITY).send()).toMatchObject({ value: 500_000_000_000n });
    expect(await rpc.getVoteAccounts().send()).toEqual({
      current: [
        {
          activatedStake: STAKED,
          commission: 0,
          epochCredits: [],
          epochVoteAccount: true,
          inflationRewardsCommissionBps: 0,
          lastVote: 1n,
          nodePubkey: IDENTITY,
          rootSlot: 0n,
          votePubkey: VOTE,
        },
      ],
      delinquent: [],
    });
  });

  it('its vote account votes and withdraws for itself', async () => {
    const { value } = await rpc.getAccountInfo(VOTE, { encoding: 'jsonParsed' }).send();
    expect(value).toMatchObject({
      lamports: 1_000_000_000_000_000n,
      rentEpoch: 18_446_744_073_709_551_615n,
      space: 3762n,
    });
    expect(value!.data).toMatchObject({
      program: 'vote',
      parsed: {
        type: 'vote',
        info: {
          authorizedVoters: [{ authorizedVoter: VOTE, epoch: 0n }],
          authorizedWithdrawer: VOTE,
          blockRevenueCollector: IDENTITY,
          blockRevenueCommissionBps: 10_000,
          inflationRewardsCollector: VOTE,
          inflationRewardsCommissionBps: 0,
          nodePubkey: IDENTITY,
        },
      },
    });
  });

  it('its stake account is staked to that', async () => {
    const { value } = await rpc.getAccountInfo(STAKE, { encoding: 'jsonParsed' }).send();
    expect(value).toMatchObject({ lamports: 1_000_000_000_000_000n, rentEpoch: 0n, space: 200n });
    expect(value!.data).toEqual({
      program: 'stake',
      space: 200n,
      parsed: {
        type: 'delegated',
        info: {
          meta: {
            authorized: { staker: STAKE, withdrawer: STAKE },
            lockup: { custodian: '11111111111111111111111111111111', epoch: 0n, unixTimestamp: 0n },
            rentExemptReserve: '2282880',
          },
          stake: {
            creditsObserved: 0n,
            delegation: {
              activationEpoch: '18446744073709551615',
              deactivationEpoch: '18446744073709551615',
              stake: `${STAKED}`,
              voter: VOTE,
            },
          },
        },
      },
    });
  });

  it('numbers of the cluster', async () => {
    expect(await rpc.getInflationGovernor().send()).toEqual({
      foundation: 0.05,
      foundationTerm: 7,
      initial: 0.08,
      taper: 0.3,
      terminal: 0.015,
    });
    expect(await rpc.getMinimumBalanceForRentExemption(0n).send()).toBe(890_880n);
    expect(await rpc.getStakeMinimumDelegation().send()).toMatchObject({ value: 1_000_000_000n });
    expect(await rpc.getVersion().send()).toEqual({
      'feature-set': FEATURE_SETS.get(DEFAULT_VERSION.release),
      'solana-core': DEFAULT_VERSION.release,
    });
    expect(await rpc.getEpochSchedule().send()).toMatchObject({ slotsPerEpoch: 432_000n, warmup: false });
    expect(await rpc.getBlockProduction().send()).toMatchObject({ value: { byIdentity: { [IDENTITY]: [2n, 1n] } } });
    expect(await rpc.getLeaderSchedule().send()).toMatchObject({ [IDENTITY]: expect.any(Array) });
    expect((await rpc.getClusterNodes().send()).map(({ pubkey }) => pubkey)).toEqual([IDENTITY]);
  });

  it('the largest accounts, and the supply', async () => {
    const { value: largest } = await rpc.getLargestAccounts().send();
    const mint = address(keypair('genesisMint').address);
    expect(largest.slice(0, 4)).toEqual([
      { address: mint, lamports: 500_000_000_000_000_000n },
      ...[VOTE, STAKE, FAUCET].map(() => ({ address: expect.any(String), lamports: 1_000_000_000_000_000n })),
    ]);
    for (const key of [VOTE, STAKE]) expect(largest).toContainEqual({ address: key, lamports: 1_000_000_000_000_000n });
    expect(largest).toContainEqual({ address: IDENTITY, lamports: 500_000_000_000n });
    expect(largest).toContainEqual({ address: FAUCET, lamports: 1_000_000_000_000_000n });
    const { value: supply } = await rpc.getSupply().send();
    expect(supply.total).toBe(supply.circulating + supply.nonCirculating);
    expect(supply.total).toBeGreaterThan(503_000_500_000_000_000n);
  });

  it('an older version has what its genesis had', async () => {
    await using older = await startNode({ ledger: script, dialect: 'agave', agave: '4.2' });
    const { value } = await createSolanaRpc(older.url)
      .getAccountInfo(VOTE, { encoding: 'jsonParsed', ...PROCESSED })
      .send();
    expect(value!.data).toMatchObject({ parsed: { info: { blockRevenueCommissionBps: 0 } } });
    await using oldest = await startNode({ ledger: script, dialect: 'agave', agave: '4.1' });
    expect(await createSolanaRpc(oldest.url).getInflationGovernor().send()).toMatchObject({ taper: 0.15 });
  });
});

describe('web3.js', () => {
  it('the validator, its stake and the supply', async () => {
    expect(await connection.getBalance(new PublicKey(IDENTITY))).toBe(500_000_000_000);
    expect((await connection.getVoteAccounts()).current.map(({ votePubkey }) => votePubkey)).toEqual([VOTE]);
    expect(await connection.getStakeMinimumDelegation()).toMatchObject({ value: 1_000_000_000 });
    expect(await connection.getMinimumBalanceForRentExemption(512)).toBe(640 * 6960);
    expect((await connection.getInflationGovernor()).foundation).toBe(0.05);
    expect((await connection.getLargestAccounts()).value.length).toBeLessThanOrEqual(20);
    expect((await connection.getSupply()).value.total).toBeGreaterThan(0);
    const staked = await connection.getParsedProgramAccounts(
      new PublicKey('Stake11111111111111111111111111111111111111'),
    );
    expect(staked.map(({ pubkey }) => pubkey.toBase58())).toEqual([STAKE]);
  });
});

it('who walks blocks that time has made finds a vote', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const timed = await createNode({ ledger: ledger().cluster('localnet'), slotTime: 400, dialect: 'agave' });
  await vi.advanceTimersByTimeAsync(400 * 34);
  const client = new Connection('http://localhost', { commitment: 'finalized', fetch: timed.fetch as never });
  const blockOf = (slot: number) => client.getBlock(slot, { maxSupportedTransactionVersion: 0 });
  let slot = 0;
  while ((await blockOf(slot))?.transactions.length === 0) slot++;
  // nobody votes on the genesis, so that block 2 has the first vote
  expect(slot).toBe(2);
  const found = await blockOf(slot);
  const [signature] = found!.transactions[0]!.transaction.signatures;
  expect(await client.getTransaction(signature!, { maxSupportedTransactionVersion: 0 })).toMatchObject({ slot });
  expect((await client.getVoteAccounts()).current).toMatchObject([{ lastVote: 3, votePubkey: VOTE }]);
});

describe('files of accounts, and a ledger.json that names the cluster', () => {
  const files = { 'ledger.json': '{"cluster":"localnet"}', 'account.json': ACCOUNT_FILE };

  it('are all that a test validator was given: it knows itself and its chain', async () => {
    await using given = await startNode({ ledger: folder(files), dialect: 'agave' });
    const client = createSolanaRpc(given.url);
    expect(await client.getIdentity().send()).toEqual({ identity: IDENTITY });
    expect(await client.getGenesisHash().send()).toBe('AJS1LfYJjL2n7Wgx8yHoCLi8mMxWCHh6tsC3Cv1Ctjcg');
    expect(await client.getSlotLeader().send()).toBe(IDENTITY);
    const { delinquent } = await client.getVoteAccounts().send();
    // it has not voted yet
    expect(delinquent.map(({ lastVote, votePubkey }) => [votePubkey, lastVote])).toEqual([[VOTE, 0n]]);
    expect(await client.getBlock(0n, { maxSupportedTransactionVersion: 1 }).send()).toMatchObject({ blockHeight: 0n });
    const { value: largest } = await client.getLargestAccounts().send();
    expect(largest).toContainEqual({ address: FAUCET, lamports: 1_000_000_000_000_000n });
    const { value } = await client.getMultipleAccounts([GIVEN_ACCOUNT, STAKE]).send();
    expect(value.map((account) => account?.lamports)).toEqual([42n, 1_000_000_000_000_000n]);
  });

  it('say what they say: facts and a faucet of their own count', async () => {
    const facts = { cluster: 'localnet', genesisHash: FAUCET, identity: VOTE, send: { faucet: 'none' } };
    const own = folder({ ...files, 'ledger.json': JSON.stringify(facts) });
    await using given = await startNode({ ledger: own, dialect: 'agave' });
    const client = createSolanaRpc(given.url);
    expect(await client.getGenesisHash().send()).toBe(FAUCET);
    expect(await client.getIdentity().send()).toEqual({ identity: VOTE });
    expect(await client.getAccountInfo(FAUCET, PROCESSED).send()).toMatchObject({ value: null });
  });

  it('with a block that was recorded: what they do not say is not known', async () => {
    const block = { parentSlot: 4, blockhash: STAKE, previousBlockhash: VOTE, blockTime: 1, blockHeight: 5 };
    const recorded = { ...files, 'block-5.json': JSON.stringify({ ...block, transactions: [], rewards: [] }) };
    await using given = await startNode({ ledger: folder(recorded), dialect: 'agave' });
    const asked = reasonOf(createSolanaRpc(given.url).getGenesisHash().send());
    expect(shownError(await asked)?.message).toContain('This ledger does not say its genesis hash');
  });
});

describe('what a ledger gives', () => {
  it('its own account of the validator counts', async () => {
    await using other = await startNode({ ledger: script.wallet('validator', sol(7)), dialect: 'agave' });
    expect(await createSolanaRpc(other.url).getBalance(IDENTITY).send()).toMatchObject({ value: 7_000_000_000n });
  });

  it('every validator has an identity with SOL, and a vote account for itself; keys of the script count', async () => {
    const key = keypair('other').address;
    const validators = [
      { identity: '$a', vote: '$aVote', stake: { sol: 2 } },
      { identity: '$b', vote: '$bVote', stake: { sol: 3 } },
    ];
    await using other = await startNode({ ledger: script.key('a', key).with({ validators }), dialect: 'agave' });
    const client = createSolanaRpc(other.url);
    for (const identity of [key, keypair('b').address])
      expect(await client.getBalance(address(identity)).send()).toMatchObject({ value: 500_000_000_000n });
    const { value } = await client.getAccountInfo(address(keypair('bVote').address), { encoding: 'jsonParsed' }).send();
    expect(value).toMatchObject({ lamports: 3_002_282_880n });
    expect(value!.data).toMatchObject({ parsed: { info: { authorizedWithdrawer: keypair('bVote').address } } });
  });

  it('a leader that is given earns its share on top of what it has', async () => {
    const paid = script.block({ slot: 2, leader: '$validator' }, (b) => b.transfer('alice', 'bob', sol(1)));
    await using other = await startNode({ ledger: paid, dialect: 'agave' });
    expect(await createSolanaRpc(other.url).getBlock(2n, { maxSupportedTransactionVersion: 1 }).send()).toMatchObject({
      rewards: [{ lamports: 2500n, postBalance: 500_000_002_500n, pubkey: IDENTITY, rewardType: 'Fee' }],
    });
  });
});
