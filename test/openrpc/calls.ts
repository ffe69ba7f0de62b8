/** Calls of every method that the clients' ledger answers with a result. */
import { decodeBase58 } from '../../src/codec/base58.ts';
import { type Address, TOKEN_PROGRAM } from '../../src/model/address.ts';
import { CLIENT_ACCOUNTS, DELEGATE, NOTE_DATA, PROGRAM } from '../support/clientAccounts.ts';
import { namedBlockhash, namedSignature, PAYER } from '../support/transactions.ts';

const { note, missing, mint, payerTokens, vote, stake } = CLIENT_ACCOUNTS;
const KNOWN_BLOCKHASH = namedBlockhash('36');
const VERSIONED = { maxSupportedTransactionVersion: 255 };

/** A legacy message that PAYER signs and that does nothing. */
const MESSAGE: string = Buffer.concat([
  Buffer.of(1, 0, 0, 1),
  decodeBase58(PAYER),
  decodeBase58(KNOWN_BLOCKHASH),
  Buffer.of(0),
]).toString('base64');

const FINALIZED = { commitment: 'finalized' };
const TIP = [[], [FINALIZED], [{ commitment: 'processed', minContextSlot: 1 }]] as const;

/** Lists of parameters. The first of a method has all that it requires. */
export const CALLS: Readonly<Record<string, readonly (readonly unknown[])[]>> = {
  getBlock: [
    [28],
    [33, { ...VERSIONED, rewards: true }],
    [33, { ...VERSIONED, encoding: 'jsonParsed' }],
    [28, { transactionDetails: 'signatures' }],
    [28, { transactionDetails: 'accounts' }],
    [28, { transactionDetails: 'none', encoding: 'base64' }],
  ],
  getTransaction: [
    [namedSignature('plain')],
    [namedSignature('v1'), { ...VERSIONED, encoding: 'base58' }],
    [namedSignature('lookup'), { ...VERSIONED, encoding: 'jsonParsed' }],
    [namedSignature('nobody')],
  ],
  getSignatureStatuses: [
    [[namedSignature('plain')]],
    [
      [namedSignature('failed'), namedSignature('processed'), namedSignature('nobody')],
      { searchTransactionHistory: true },
    ],
  ],
  getSignaturesForAddress: [[PAYER], [PAYER, { limit: 3, before: namedSignature('tokens') }]],
  getBlocks: [[28], [28, 30], [28, FINALIZED], [28, null, FINALIZED]],
  getBlocksWithLimit: [
    [28, 3],
    [28, 3, FINALIZED],
  ],
  getBlockTime: [[28]],
  getFirstAvailableBlock: [[]],
  minimumLedgerSlot: [[]],
  getSlot: TIP,
  getBlockHeight: TIP,
  getTransactionCount: TIP,
  getLatestBlockhash: TIP,
  isBlockhashValid: [[KNOWN_BLOCKHASH], [missing]],
  getBlockCommitment: [[36], [1]],
  getFeeForMessage: [[MESSAGE]],
  getRecentPrioritizationFees: [[], [[PAYER]]],
  getAccountInfo: [
    [note],
    [missing],
    [note, { encoding: 'base64+zstd', dataSlice: { offset: 0, length: NOTE_DATA.length } }],
    [vote, { encoding: 'jsonParsed' }],
  ],
  getMultipleAccounts: [[[note, missing]], [[mint], { encoding: 'jsonParsed' }]],
  getProgramAccounts: [[PROGRAM], [PROGRAM, { withContext: true, filters: [{ dataSize: NOTE_DATA.length }] }]],
  getBalance: [[PAYER], [missing]],
  getLargestAccounts: [[], [{ filter: 'circulating' }]],
  getSupply: [[], [{ excludeNonCirculatingAccountsList: true }]],
  getMinimumBalanceForRentExemption: [[165], [0, FINALIZED]],
  getStakeMinimumDelegation: TIP,
  getTokenAccountBalance: [[payerTokens]],
  getTokenSupply: [[mint]],
  getTokenLargestAccounts: [[mint]],
  getTokenAccountsByOwner: [
    [PAYER, { mint }, { encoding: 'jsonParsed' }],
    [PAYER, { programId: TOKEN_PROGRAM }, { encoding: 'base64' }],
  ],
  getTokenAccountsByDelegate: [[DELEGATE, { mint }, { encoding: 'jsonParsed' }]],
  getEpochInfo: TIP,
  getEpochSchedule: [[]],
  getLeaderSchedule: [[], [1], [null, { identity: missing }], [1_000_000]],
  getSlotLeader: TIP,
  getSlotLeaders: [[33, 4]],
  getBlockProduction: [[], [{ identity: missing, range: { firstSlot: 33, lastSlot: 35 } }]],
  getInflationGovernor: [[]],
  getInflationRate: [[]],
  getInflationReward: [[[vote, stake, missing] satisfies readonly Address[], { epoch: 0 }]],
  getVoteAccounts: [[], [{ votePubkey: vote, keepUnstakedDelinquents: true }]],
  getIdentity: [[]],
  getGenesisHash: [[]],
  getVersion: [[]],
  getHealth: [[]],
  getClusterNodes: [[]],
  getHighestSnapshotSlot: [[]],
  getMaxRetransmitSlot: [[]],
  getMaxShredInsertSlot: [[]],
  getRecentPerformanceSamples: [[], [1]],
  'rpc.discover': [[]],
};
