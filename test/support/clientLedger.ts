import { JsonFloat, type JsonObject, stringifyJson } from '../../src/codec/jsonText.ts';
import type { FixtureSource } from '../../src/fixtures/input/input.ts';
import { type LoadedLedger, loadSources } from '../../src/fixtures/loadLedger.ts';
import type { LedgerNode, RunningNode } from '../../src/node/createNode.ts';
import { NODE_VERSIONS, type NodeVersionName } from '../../src/nodeVersion.ts';
import { address, SYSTEM_PROGRAM } from '../../src/solana/address.ts';
import type { Reward, TokenBalance } from '../../src/solana/meta.ts';
import { CLIENT_ACCOUNT_SPECS, CLIENT_ACCOUNTS, PROGRAM, TABLE_ADDRESSES } from './clientAccounts.ts';
import { BEN, CARL, EPOCH_SCHEDULE, scheduleOf } from './leaderLedger.ts';
import { nodeOver } from './nodeOver.ts';
import { type AccountSpec, type BlockSpec, callText, testAccount, testNode } from './testNode.ts';
import { namedBlockhash, PAYER, RECIPIENT, type TransactionSpec } from './transactions.ts';

/**
 * The ledger that every read method of the clients is called against: recorded from an in-memory node, as a user records a
 * real one, and loaded from those fixtures and a `ledger.json`.
 */

const COMPUTE_BUDGET = address('ComputeBudget111111111111111111111111111111');
const { vote, stake, table, mint, payerTokens, silentVote } = CLIENT_ACCOUNTS;

/** Slots of the chain; 31, 32, 37 and 39 were skipped. Epoch 1 starts with slot 32. The parent of slot 27 is not there. */
export const SLOTS = {
  lowest: 27,
  first: 28,
  failed: 29,
  memo: 30,
  lookup: 33,
  tokens: 34,
  priced: 35,
  v1: 36,
  finalized: 36,
  confirmed: 38,
  processed: 40,
  skipped: 37,
} as const;
/** Slots whose blocks are given out at `confirmed`. */
export const CONFIRMED_SLOTS: readonly number[] = [28, 29, 30, 33, 34, 35, 36, 38];
export const HEIGHTS = { finalized: 26n, confirmed: 27n, processed: 28n } as const;

const reward = (pubkey: Reward['pubkey'], lamports: bigint, rewardType: string, commission: number): Reward => ({
  pubkey,
  lamports,
  rewardType,
  commission,
  postBalance: 27_000_000n,
});
export const VOTE_REWARD: Reward = reward(vote, 11n, 'Voting', 5);
export const STAKE_REWARD: Reward = reward(stake, 12n, 'Staking', 5);

const balance = (amount: string, uiAmountString: string): TokenBalance => ({
  accountIndex: 1,
  mint,
  owner: PAYER,
  programId: address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'),
  uiTokenAmount: { amount, decimals: 3, uiAmount: new JsonFloat(Number(uiAmountString)), uiAmountString },
});

/** micro-lamports a compute unit, of `priced`: one lamport each */
export const UNIT_PRICE = 1_000_000n;
const priced = Buffer.alloc(9);
priced.writeUInt8(3);
priced.writeBigUInt64LE(UNIT_PRICE, 1);

export const V1_CONFIG = {
  priorityFee: 9n,
  computeUnitLimit: 200_000,
  loadedAccountsDataSizeLimit: 65_536,
  heapSize: null,
} as const;

/** micro-lamports a compute unit, of `v1` */
export const V1_UNIT_PRICE = 45n;

const TRANSACTIONS: Readonly<Record<number, readonly TransactionSpec[]>> = {
  [SLOTS.first]: [{ name: 'plain' }, { name: 'second' }],
  [SLOTS.failed]: [{ name: 'failed', meta: { err: { InstructionError: [0, { Custom: 1 }] }, logMessages: ['log'] } }],
  [SLOTS.memo]: [{ name: 'memo', memos: ['hello'] }],
  [SLOTS.lookup]: [
    {
      name: 'lookup',
      version: 0,
      accountKeys: [PAYER, RECIPIENT, SYSTEM_PROGRAM],
      lookups: [{ accountKey: table, writableIndexes: Uint8Array.of(0), readonlyIndexes: Uint8Array.of(1) }],
      meta: { loadedAddresses: { writable: [TABLE_ADDRESSES[0]!], readonly: [TABLE_ADDRESSES[1]!] } },
    },
  ],
  [SLOTS.tokens]: [
    {
      name: 'tokens',
      accountKeys: [PAYER, payerTokens, PROGRAM],
      instructions: [{ programIdIndex: 2, accounts: Uint8Array.of(1), data: Buffer.from('call') }],
      meta: { preTokenBalances: [balance('1000', '1')], postTokenBalances: [balance('1000001', '1000.001')] },
    },
  ],
  [SLOTS.priced]: [
    {
      name: 'priced',
      accountKeys: [PAYER, COMPUTE_BUDGET],
      instructions: [{ programIdIndex: 1, accounts: new Uint8Array(), data: priced }],
    },
  ],
  [SLOTS.v1]: [{ name: 'v1', version: 1, config: V1_CONFIG }],
  [SLOTS.confirmed]: [{ name: 'confirmed' }],
  [SLOTS.processed]: [{ name: 'processed' }],
};

const BLOCKS: readonly BlockSpec[] = [SLOTS.lowest, ...CONFIRMED_SLOTS, SLOTS.processed].map((slot, index, slots) => ({
  slot,
  ...(index === 0 ? {} : { parentSlot: slots[index - 1]! }),
  blockHeight: 19 + index,
  transactions: TRANSACTIONS[slot] ?? [],
  ...(slot === 33 ? { rewards: [VOTE_REWARD], numRewardPartitions: 1 } : {}),
  ...(slot === 34 ? { rewards: [STAKE_REWARD] } : {}),
}));

export const GENESIS_HASH: string = namedBlockhash('genesis');
/** of the whole chain up to the processed tip */
export const TRANSACTION_COUNT = 1_000_000n;
export const STAKES = { [vote]: 9_000_000_000n, [silentVote]: 1_000_000_000n } as const;
export const COMMITMENT_SUMS: readonly bigint[] = [9_000_000_000n, ...Array.from({ length: 31 }, () => 0n)];
export const INFLATION = { initial: 0.08, terminal: 0.015, taper: 0.15, foundation: 0.05, foundationTerm: 7 } as const;

const LEDGER_JSON: JsonObject = {
  processed: SLOTS.processed,
  confirmed: SLOTS.confirmed,
  finalized: SLOTS.finalized,
  firstAvailable: SLOTS.lowest,
  skipped: [[31, 32], SLOTS.skipped, 39],
  genesisHash: GENESIS_HASH,
  identity: BEN,
  agave: '4.1',
  gates: 'genesis',
  apiVersion: '4.1.0',
  featureSet: 4_000_000_000,
  allAccounts: true,
  transactionCount: TRANSACTION_COUNT,
  epochSchedule: { ...EPOCH_SCHEDULE },
  leaderSchedules: { 0: Object.fromEntries(scheduleOf(0)), 1: Object.fromEntries(scheduleOf(1)) },
  voteStakes: STAKES,
  blockCommitments: { 36: COMMITMENT_SUMS },
  clusterNodes: [
    {
      pubkey: BEN,
      gossip: '10.0.0.1:8001',
      rpc: '10.0.0.1:8899',
      version: '4.1.0',
      featureSet: 7,
      shredVersion: 65_535,
    },
    { pubkey: CARL },
  ],
  inflation: Object.fromEntries(Object.entries(INFLATION).map(([name, rate]) => [name, new JsonFloat(rate)])),
  performanceSamples: [
    { slot: 36, numSlots: 8, numTransactions: 500, numNonVoteTransactions: 40, samplePeriodSecs: 60 },
    { slot: 28, numSlots: 9, numTransactions: 400, numNonVoteTransactions: 30, samplePeriodSecs: 60 },
  ],
  snapshots: { full: 30, incremental: 34 },
};

/** @returns what `getBlock` answers, every byte of the transactions included */
async function recordBlock(node: LedgerNode, { slot }: BlockSpec): Promise<FixtureSource> {
  const config = '{"encoding":"base64","maxSupportedTransactionVersion":255}';
  return { name: `${slot}.json`, text: await callText(node, 'getBlock', `[${slot},${config}]`, 'agave') };
}

function accountFile(spec: AccountSpec): FixtureSource {
  const { address: pubkey, data, executable, lamports, owner, rentEpoch } = testAccount(spec);
  const text = stringifyJson({
    pubkey,
    account: { executable, lamports, owner, rentEpoch, data: [Buffer.from(data).toString('base64'), 'base64'] },
  });
  return { name: `${pubkey}.json`, text };
}

const LOADED = new Map<NodeVersionName, Promise<LoadedLedger>>();

/**
 * The ledger: a value, so that a process loads it once.
 *
 * @param agave default: 4.1, on a cluster without gates
 */
export function loadClientLedger(agave: NodeVersionName = '4.1'): Promise<LoadedLedger> {
  const loaded = LOADED.get(agave) ?? load(agave);
  LOADED.set(agave, loaded);
  return loaded;
}

async function load(agave: NodeVersionName): Promise<LoadedLedger> {
  const recorded = testNode({ blocks: [{ slot: SLOTS.lowest - 1 }, ...BLOCKS] });
  const blocks = await Promise.all(BLOCKS.map((block) => recordBlock(recorded, block)));
  // a cluster that cannot decide by Tower has one tip for both
  const tips = NODE_VERSIONS[agave].hasTower ? {} : { finalized: LEDGER_JSON.confirmed };
  const ledger = { name: 'ledger.json', text: stringifyJson({ ...LEDGER_JSON, ...tips, agave }) };
  return loadSources([ledger, ...blocks, ...CLIENT_ACCOUNT_SPECS.map(accountFile)]);
}

/** The ledger on a port of its own, answering as a real node does. */
export async function startClientLedger(agave?: NodeVersionName): Promise<RunningNode> {
  const node = nodeOver(await loadClientLedger(agave), { dialect: 'agave', extensions: true });
  return { ...node, ...(await node.listen()) } as RunningNode;
}
