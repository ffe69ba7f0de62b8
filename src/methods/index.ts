import { DIALECTS } from '../dialect.ts';
import { getAccountInfo } from './getAccountInfo.ts';
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
import type { Method } from './method.ts';
import { minimumLedgerSlot } from './minimumLedgerSlot.ts';
import { rpcDiscover } from './rpcDiscover.ts';

/** The six of the interface contract: answered in the dialect of the request. */
const CONTRACT_METHODS = [
  getBlock,
  getTransaction,
  getSignatureStatuses,
  getSignaturesForAddress,
  getProgramAccounts,
  getMultipleAccounts,
] as readonly Method[];

/** The contract is silent on these: the node's rules hold in either dialect. */
const NODE_METHODS = [
  getAccountInfo,
  getBalance,
  getBlockCommitment,
  getBlockHeight,
  getBlockProduction,
  getBlockTime,
  getBlocks,
  getBlocksWithLimit,
  getClusterNodes,
  getEpochInfo,
  getEpochSchedule,
  getFeeForMessage,
  getFirstAvailableBlock,
  getGenesisHash,
  getHealth,
  getHighestSnapshotSlot,
  getIdentity,
  getInflationGovernor,
  getInflationRate,
  getInflationReward,
  getLargestAccounts,
  getLatestBlockhash,
  getLeaderSchedule,
  getMaxRetransmitSlot,
  getMaxShredInsertSlot,
  getMinimumBalanceForRentExemption,
  getRecentPerformanceSamples,
  getRecentPrioritizationFees,
  getSlot,
  getSlotLeader,
  getSlotLeaders,
  getStakeMinimumDelegation,
  getSupply,
  getTokenAccountBalance,
  getTokenAccountsByDelegate,
  getTokenAccountsByOwner,
  getTokenLargestAccounts,
  getTokenSupply,
  getTransactionCount,
  getVersion,
  getVoteAccounts,
  isBlockhashValid,
  minimumLedgerSlot,
  rpcDiscover,
] as readonly Method[];

/** Every method that is served, by its wire name. */
export const METHODS: ReadonlyMap<string, Method> = new Map(
  [...CONTRACT_METHODS, ...NODE_METHODS.map(inNodeRules)].map((method) => [method.name, method]),
);

function inNodeRules(method: Method): Method {
  const dialect = DIALECTS.agave;
  return {
    name: method.name,
    readParams: (params) => method.readParams(params, dialect),
    answer: (params, context) => method.answer(params, { ...context, dialect }),
  };
}
