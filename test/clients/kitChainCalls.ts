import {
  type Address,
  appendTransactionMessageInstruction,
  type Blockhash,
  compileTransactionMessage,
  type createSolanaRpc,
  createTransactionMessage,
  getBase64Decoder,
  getCompiledTransactionMessageEncoder,
  pipe,
  type Signature,
  type SolanaRpcApi,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  type TransactionMessageBytesBase64,
} from '@solana/kit';
import { expect } from 'vitest';
import { encodeBase58 } from '../../src/codec/base58.ts';
import { MEMO_PROGRAM, TOKEN_PROGRAM } from '../../src/solana/address.ts';
import { CLIENT_ACCOUNTS, COMMISSION_BPS, PROGRAM, TABLE_ADDRESSES } from '../support/clientAccounts.ts';
import {
  COMMITMENT_SUMS,
  CONFIRMED_SLOTS,
  GENESIS_HASH,
  HEIGHTS,
  INFLATION,
  SLOTS,
  STAKE_REWARD,
  STAKES,
  TRANSACTION_COUNT,
  UNIT_PRICE,
  V1_UNIT_PRICE,
  VOTE_REWARD,
} from '../support/clientLedger.ts';
import { ANNA, BEN, CARL, scheduleOf } from '../support/leaderLedger.ts';
import { BLOCK_TIME_BASE } from '../support/testNode.ts';
import { namedBlockhash, namedSignature, PAYER, RECIPIENT } from '../support/transactions.ts';

/** Calls of Kit's methods about the chain and the cluster, with what they must give, at Kit's own default: `confirmed`. */

export type KitRpc = ReturnType<typeof createSolanaRpc>;
/** What is called, and what it must give. */
export type KitCall = readonly [call: (rpc: KitRpc) => Promise<unknown>, value: unknown];
export type KitCalls = Readonly<Partial<Record<keyof SolanaRpcApi, KitCall>>>;

/** Text of ours as the branded string that Kit wants. */
export const branded = <T extends string>(text: string): T => text as T;
const signature = (name: string): Signature => branded(namedSignature(name));
const maxSupportedTransactionVersion = 0;

export const CONTEXT = { apiVersion: '4.1.0', slot: BigInt(SLOTS.confirmed) } as const;
const blockTime = (slot: number): bigint => BigInt(BLOCK_TIME_BASE + slot);
const FAILURE = { InstructionError: [0n, { Custom: 1n }] };
/** of n keys, as the ledger's transactions have them */
const balances = (count: number): readonly bigint[] => Array.from({ length: count }, () => 1_000_000n);

const PLAIN_META = {
  computeUnitsConsumed: 150n,
  costUnits: 1481n,
  err: null,
  fee: 5000n,
  innerInstructions: [],
  loadedAddresses: { readonly: [], writable: [] },
  logMessages: [],
  postBalances: balances(3),
  postTokenBalances: [],
  preBalances: balances(3),
  preTokenBalances: [],
  rewards: [],
  status: { Ok: null },
};

const tokenBalance = (amount: string, uiAmount: number) => ({
  accountIndex: 1,
  mint: CLIENT_ACCOUNTS.mint,
  owner: PAYER,
  programId: TOKEN_PROGRAM,
  uiTokenAmount: { amount, decimals: 3, uiAmount, uiAmountString: `${uiAmount}` },
});

const LOOKUP_TRANSACTION = {
  meta: {
    ...PLAIN_META,
    loadedAddresses: { readonly: [TABLE_ADDRESSES[1]], writable: [TABLE_ADDRESSES[0]] },
    postBalances: balances(5),
    preBalances: balances(5),
  },
  transaction: {
    message: {
      accountKeys: [PAYER, RECIPIENT, '1'.repeat(32)],
      addressTableLookups: [{ accountKey: CLIENT_ACCOUNTS.table, readonlyIndexes: [1], writableIndexes: [0] }],
      header: { numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 1, numRequiredSignatures: 1 },
      instructions: [
        {
          accounts: [0, 1],
          data: encodeBase58(Buffer.from('02000000e803000000000000', 'hex')),
          programIdIndex: 2,
          stackHeight: 1,
        },
      ],
      recentBlockhash: namedBlockhash('recent'),
    },
    signatures: [namedSignature('lookup')],
  },
  version: 0,
};

/** A memo that nobody has sent, on the newest confirmed blockhash. */
function messageBytes(): TransactionMessageBytesBase64 {
  const lifetime = {
    blockhash: branded<Blockhash>(namedBlockhash(`${SLOTS.confirmed}`)),
    lastValidBlockHeight: HEIGHTS.confirmed + 150n,
  };
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayer(branded<Address>(PAYER), empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    (living) =>
      appendTransactionMessageInstruction(
        { programAddress: branded<Address>(MEMO_PROGRAM), data: Buffer.from('hello') },
        living,
      ),
  );
  const bytes = getCompiledTransactionMessageEncoder().encode(compileTransactionMessage(message));
  return branded(getBase64Decoder().decode(bytes));
}

export const BLOCK_CALLS = {
  getBlock: [
    (rpc) => rpc.getBlock(BigInt(SLOTS.lookup), { maxSupportedTransactionVersion }).send(),
    {
      blockHeight: 23n,
      blockTime: blockTime(SLOTS.lookup),
      blockhash: namedBlockhash(`${SLOTS.lookup}`),
      numRewardPartitions: 1n,
      parentSlot: 30n,
      previousBlockhash: namedBlockhash('30'),
      rewards: [VOTE_REWARD],
      transactions: [LOOKUP_TRANSACTION],
    },
  ],
  getBlockCommitment: [
    (rpc) => rpc.getBlockCommitment(36n).send(),
    { commitment: COMMITMENT_SUMS, totalStake: 10_000_000_000n },
  ],
  getBlockHeight: [(rpc) => rpc.getBlockHeight().send(), HEIGHTS.confirmed],
  getBlockProduction: [
    (rpc) => rpc.getBlockProduction().send(),
    {
      context: CONTEXT,
      // Ben leads 32 to 35 of which 32 was skipped, Carl 36 to 38 of which 37 was
      value: { byIdentity: { [BEN]: [4n, 3n], [CARL]: [3n, 2n] }, range: { firstSlot: 32n, lastSlot: 38n } },
    },
  ],
  getBlockTime: [(rpc) => rpc.getBlockTime(33n).send(), blockTime(33)],
  getBlocks: [(rpc) => rpc.getBlocks(28n).send(), CONFIRMED_SLOTS.map(BigInt)],
  getBlocksWithLimit: [(rpc) => rpc.getBlocksWithLimit(29n, 3).send(), [29n, 30n, 33n]],
  getFeeForMessage: [(rpc) => rpc.getFeeForMessage(messageBytes()).send(), { context: CONTEXT, value: 5000n }],
  getFirstAvailableBlock: [(rpc) => rpc.getFirstAvailableBlock().send(), BigInt(SLOTS.first)],
  getLatestBlockhash: [
    (rpc) => rpc.getLatestBlockhash().send(),
    {
      context: CONTEXT,
      value: { blockhash: namedBlockhash(`${SLOTS.confirmed}`), lastValidBlockHeight: HEIGHTS.confirmed + 150n },
    },
  ],
  getMaxRetransmitSlot: [(rpc) => rpc.getMaxRetransmitSlot().send(), BigInt(SLOTS.processed)],
  getMaxShredInsertSlot: [(rpc) => rpc.getMaxShredInsertSlot().send(), BigInt(SLOTS.processed)],
  getRecentPrioritizationFees: [
    (rpc) => rpc.getRecentPrioritizationFees().send(),
    CONFIRMED_SLOTS.map((slot) => ({
      prioritizationFee: { [SLOTS.priced]: UNIT_PRICE, [SLOTS.v1]: V1_UNIT_PRICE }[slot] ?? 0n,
      slot: BigInt(slot),
    })),
  ],
  getSignatureStatuses: [
    (rpc) => rpc.getSignatureStatuses([signature('failed'), signature('processed'), signature('nobody')]).send(),
    {
      context: { ...CONTEXT, slot: BigInt(SLOTS.processed) },
      value: [
        { confirmationStatus: 'finalized', confirmations: null, err: FAILURE, slot: 29n, status: { Err: FAILURE } },
        { confirmationStatus: 'processed', confirmations: 0n, err: null, slot: 40n, status: { Ok: null } },
        null,
      ],
    },
  ],
  getSignaturesForAddress: [
    (rpc) => rpc.getSignaturesForAddress(branded<Address>(PAYER), { before: signature('lookup'), limit: 2 }).send(),
    [
      {
        blockTime: blockTime(30),
        confirmationStatus: 'finalized',
        err: null,
        memo: '[5] hello',
        signature: namedSignature('memo'),
        slot: 30n,
        transactionIndex: 0,
      },
      {
        blockTime: blockTime(29),
        confirmationStatus: 'finalized',
        err: FAILURE,
        memo: null,
        signature: namedSignature('failed'),
        slot: 29n,
        transactionIndex: 0,
      },
    ],
  ],
  getTransactionsForAddress: [
    async (rpc) => {
      const address = branded<Address>(PAYER);
      const filters = { slot: { gt: 28n, lte: 30n } } as const;
      const signatures = await rpc.getTransactionsForAddress(address, { filters, limit: 1 }).send();
      const { paginationToken } = signatures;
      const full = await rpc
        .getTransactionsForAddress(address, {
          encoding: 'base64',
          filters: { ...filters, status: 'failed', tokenAccounts: 'balanceChanged' },
          maxSupportedTransactionVersion: 0,
          paginationToken: paginationToken!,
          sortOrder: 'desc',
          transactionDetails: 'full',
        })
        .send();
      const shown = full.data.map(({ meta, transaction: [, encoding], ...rest }) => ({
        ...rest,
        encoding,
        err: meta!.err,
      }));
      return [signatures, { ...full, data: shown }];
    },
    [
      {
        data: [
          {
            signature: namedSignature('memo'),
            slot: 30n,
            transactionIndex: 0,
            err: null,
            memo: '[5] hello',
            blockTime: blockTime(30),
            confirmationStatus: 'finalized',
          },
        ],
        paginationToken: '30:0',
      },
      {
        data: [
          {
            slot: 29n,
            transactionIndex: 0,
            blockTime: blockTime(29),
            version: 'legacy',
            encoding: 'base64',
            err: FAILURE,
          },
        ],
        paginationToken: null,
      },
    ],
  ],
  getSlot: [(rpc) => rpc.getSlot().send(), BigInt(SLOTS.confirmed)],
  getTransaction: [
    (rpc) => rpc.getTransaction(signature('tokens'), { encoding: 'json', maxSupportedTransactionVersion }).send(),
    {
      blockTime: blockTime(SLOTS.tokens),
      meta: {
        ...PLAIN_META,
        postTokenBalances: [tokenBalance('1000001', 1000.001)],
        preTokenBalances: [tokenBalance('1000', 1)],
      },
      slot: BigInt(SLOTS.tokens),
      transaction: {
        message: {
          accountKeys: [PAYER, CLIENT_ACCOUNTS.payerTokens, PROGRAM],
          header: { numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 1, numRequiredSignatures: 1 },
          instructions: [{ accounts: [1], data: encodeBase58(Buffer.from('call')), programIdIndex: 2, stackHeight: 1 }],
          recentBlockhash: namedBlockhash('recent'),
        },
        signatures: [namedSignature('tokens')],
      },
      transactionIndex: 0n,
      version: 'legacy',
    },
  ],
  getTransactionCount: [(rpc) => rpc.getTransactionCount().send(), TRANSACTION_COUNT - 1n],
  isBlockhashValid: [
    (rpc) => rpc.isBlockhashValid(branded<Blockhash>(namedBlockhash('29'))).send(),
    { context: CONTEXT, value: true },
  ],
  minimumLedgerSlot: [(rpc) => rpc.minimumLedgerSlot().send(), BigInt(SLOTS.lowest)],
} as const satisfies KitCalls;

const NO_SOCKETS = {
  clientId: null,
  pubsub: null,
  serveRepair: null,
  tpu: null,
  tpuForwards: null,
  tpuForwardsQuic: null,
  tpuQuic: null,
  tpuVote: null,
  tvu: null,
};

const voteAccount = (votePubkey: string, nodePubkey: string, activatedStake: bigint) => ({
  activatedStake,
  commission: COMMISSION_BPS / 100,
  epochCredits: [[1n, 90n, 60n]],
  epochVoteAccount: true,
  inflationRewardsCommissionBps: COMMISSION_BPS,
  nodePubkey,
  votePubkey,
});

const schedule = (epoch: number) =>
  Object.fromEntries([...scheduleOf(epoch)].map(([leader, slots]) => [leader, slots.map(BigInt)]));

const payment = ({ lamports, postBalance, commission }: typeof VOTE_REWARD, effectiveSlot: bigint) => ({
  amount: lamports,
  commission,
  effectiveSlot,
  epoch: 0n,
  postBalance,
});

/** of epoch 1; a year has 78892314.984 slots */
const RATE = INFLATION.initial * (1 - INFLATION.taper) ** (32 / 78_892_314.984);

export const CLUSTER_CALLS = {
  getClusterNodes: [
    (rpc) => rpc.getClusterNodes().send(),
    [
      {
        ...NO_SOCKETS,
        featureSet: 7,
        gossip: '10.0.0.1:8001',
        pubkey: BEN,
        rpc: '10.0.0.1:8899',
        shredVersion: 65_535,
        version: '4.1.0',
      },
      { ...NO_SOCKETS, featureSet: null, gossip: null, pubkey: CARL, rpc: null, shredVersion: null, version: null },
    ],
  ],
  getEpochInfo: [
    (rpc) => rpc.getEpochInfo().send(),
    {
      absoluteSlot: 38n,
      blockHeight: HEIGHTS.confirmed,
      epoch: 1n,
      slotIndex: 6n,
      slotsInEpoch: 32n,
      transactionCount: TRANSACTION_COUNT - 1n,
    },
  ],
  getEpochSchedule: [
    (rpc) => rpc.getEpochSchedule().send(),
    { firstNormalEpoch: 0n, firstNormalSlot: 0n, leaderScheduleSlotOffset: 32n, slotsPerEpoch: 32n, warmup: false },
  ],
  getGenesisHash: [(rpc) => rpc.getGenesisHash().send(), GENESIS_HASH],
  getHealth: [(rpc) => rpc.getHealth().send(), 'ok'],
  getHighestSnapshotSlot: [(rpc) => rpc.getHighestSnapshotSlot().send(), { full: 30n, incremental: 34n }],
  getIdentity: [(rpc) => rpc.getIdentity().send(), { identity: BEN }],
  getInflationGovernor: [(rpc) => rpc.getInflationGovernor().send(), INFLATION],
  getInflationRate: [
    (rpc) => rpc.getInflationRate().send(),
    {
      epoch: 1n,
      foundation: expect.closeTo(RATE * INFLATION.foundation, 15),
      total: expect.closeTo(RATE, 15),
      validator: expect.closeTo(RATE * (1 - INFLATION.foundation), 15),
    },
  ],
  getInflationReward: [
    (rpc) => {
      const addresses = [CLIENT_ACCOUNTS.vote, CLIENT_ACCOUNTS.stake, PAYER].map((text) => branded<Address>(text));
      return rpc.getInflationReward(addresses, { epoch: 0n }).send();
    },
    [payment(VOTE_REWARD, 33n), payment(STAKE_REWARD, 34n), null],
  ],
  getLeaderSchedule: [(rpc) => rpc.getLeaderSchedule().send(), schedule(1)],
  getRecentPerformanceSamples: [
    (rpc) => rpc.getRecentPerformanceSamples(1).send(),
    [{ numNonVoteTransactions: 40n, numSlots: 8n, numTransactions: 500n, samplePeriodSecs: 60, slot: 36n }],
  ],
  getSlotLeader: [(rpc) => rpc.getSlotLeader().send(), CARL],
  getSlotLeaders: [(rpc) => rpc.getSlotLeaders(34n, 3).send(), [BEN, BEN, CARL]],
  getVersion: [(rpc) => rpc.getVersion().send(), { 'feature-set': 4_000_000_000, 'solana-core': '4.1.0' }],
  getVoteAccounts: [
    (rpc) => rpc.getVoteAccounts().send(),
    {
      current: [
        { ...voteAccount(CLIENT_ACCOUNTS.vote, BEN, STAKES[CLIENT_ACCOUNTS.vote]!), lastVote: 35n, rootSlot: 30n },
      ],
      delinquent: [
        {
          ...voteAccount(CLIENT_ACCOUNTS.silentVote, ANNA, STAKES[CLIENT_ACCOUNTS.silentVote]!),
          lastVote: 0n,
          rootSlot: 0n,
        },
      ],
    },
  ],
} as const satisfies KitCalls;
