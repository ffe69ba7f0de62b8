import { getAccountInfo } from './getAccountInfo.ts';
import { getAgGenesisCert } from './getAgGenesisCert.ts';
import { getBalance } from './getBalance.ts';
import { getBlock } from './getBlock.ts';
import { getBlockCommitment } from './getBlockCommitment.ts';
import { getBlockHeight } from './getBlockHeight.ts';
import { getBlockProduction } from './getBlockProduction.ts';
import { getBlocks } from './getBlocks.ts';
import { getBlocksWithLimit } from './getBlocksWithLimit.ts';
import { getBlockTime } from './getBlockTime.ts';
import { getClusterNodes } from './getClusterNodes.ts';
import { getEpochInfo } from './getEpochInfo.ts';
import { getEpochSchedule } from './getEpochSchedule.ts';
import { getFeeForMessage } from './getFeeForMessage.ts';
import { getFirstAvailableBlock } from './getFirstAvailableBlock.ts';
import { getGenesisHash } from './getGenesisHash.ts';
import { getHealth } from './getHealth.ts';
import { getHighestSnapshotSlot } from './getHighestSnapshotSlot.ts';
import { getIdentity } from './getIdentity.ts';
import { getInflationGovernor } from './getInflationGovernor.ts';
import { getInflationRate } from './getInflationRate.ts';
import { getInflationReward } from './getInflationReward.ts';
import { getLargestAccounts } from './getLargestAccounts.ts';
import { getLatestBlockhash } from './getLatestBlockhash.ts';
import { getLeaderSchedule } from './getLeaderSchedule.ts';
import { getMaxRetransmitSlot } from './getMaxRetransmitSlot.ts';
import { getMaxShredInsertSlot } from './getMaxShredInsertSlot.ts';
import { getMinimumBalanceForRentExemption } from './getMinimumBalanceForRentExemption.ts';
import { getMultipleAccounts } from './getMultipleAccounts.ts';
import { getProgramAccounts } from './getProgramAccounts.ts';
import { getRankMap } from './getRankMap.ts';
import { getRecentPerformanceSamples } from './getRecentPerformanceSamples.ts';
import { getRecentPrioritizationFees } from './getRecentPrioritizationFees.ts';
import { getSignatureStatuses } from './getSignatureStatuses.ts';
import { getSignaturesForAddress } from './getSignaturesForAddress.ts';
import { getSlot } from './getSlot.ts';
import { getSlotLeader } from './getSlotLeader.ts';
import { getSlotLeaders } from './getSlotLeaders.ts';
import { getStakeMinimumDelegation } from './getStakeMinimumDelegation.ts';
import { getSupply } from './getSupply.ts';
import { getTokenAccountBalance } from './getTokenAccountBalance.ts';
import { getTokenAccountsByDelegate } from './getTokenAccountsByDelegate.ts';
import { getTokenAccountsByOwner } from './getTokenAccountsByOwner.ts';
import { getTokenLargestAccounts } from './getTokenLargestAccounts.ts';
import { getTokenSupply } from './getTokenSupply.ts';
import { getTransaction } from './getTransaction.ts';
import { getTransactionCount } from './getTransactionCount.ts';
import { getVersion } from './getVersion.ts';
import { getVoteAccounts } from './getVoteAccounts.ts';
import { isBlockhashValid } from './isBlockhashValid.ts';
import { type Method, withNodeRules } from './method.ts';
import { minimumLedgerSlot } from './minimumLedgerSlot.ts';

/** Every method that reads, in the order of the OpenRPC document. */
const TABLE = [
  // blocks and transactions
  getBlock,
  getTransaction,
  getSignatureStatuses,
  getSignaturesForAddress,
  getBlocks,
  getBlocksWithLimit,
  getBlockTime,
  getFirstAvailableBlock,
  minimumLedgerSlot,
  // accounts, and sums over them
  getAccountInfo,
  getMultipleAccounts,
  getProgramAccounts,
  getBalance,
  getLargestAccounts,
  getSupply,
  getMinimumBalanceForRentExemption,
  getStakeMinimumDelegation,
  // tokens
  getTokenAccountBalance,
  getTokenSupply,
  getTokenLargestAccounts,
  getTokenAccountsByOwner,
  getTokenAccountsByDelegate,
  // the tip, and what a new transaction needs
  getSlot,
  getBlockHeight,
  getTransactionCount,
  getLatestBlockhash,
  isBlockhashValid,
  getBlockCommitment,
  getFeeForMessage,
  getRecentPrioritizationFees,
  // epochs, their leaders and rewards
  getEpochInfo,
  getEpochSchedule,
  getLeaderSchedule,
  getSlotLeader,
  getSlotLeaders,
  getBlockProduction,
  getInflationGovernor,
  getInflationRate,
  getInflationReward,
  getVoteAccounts,
  // the node and its cluster
  getIdentity,
  getGenesisHash,
  getVersion,
  getHealth,
  getClusterNodes,
  getAgGenesisCert,
  getRankMap,
  getHighestSnapshotSlot,
  getMaxRetransmitSlot,
  getMaxShredInsertSlot,
  getRecentPerformanceSamples,
] as readonly Method[];

/** The interface contract describes these six: they are answered in the dialect of the request. */
const CONTRACT_METHODS: ReadonlySet<unknown> = new Set([
  getBlock,
  getTransaction,
  getSignatureStatuses,
  getSignaturesForAddress,
  getProgramAccounts,
  getMultipleAccounts,
]);

/** The reads by name. Methods that take transactions are in `sending`. */
export const METHODS: ReadonlyMap<string, Method> = new Map(
  TABLE.map((method) => [method.name, CONTRACT_METHODS.has(method) ? method : withNodeRules(method)]),
);
