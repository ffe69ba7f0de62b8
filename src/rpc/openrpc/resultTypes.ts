import type { Amount, Status, TransactionError, WithContext } from './answerValues.ts';

/** Results of methods that do not depend on the configuration. Written by `npm run docs` from their descriptions. */

export interface ClusterNode {
  clientId: string | null;
  featureSet: number | null;
  gossip: string | null;
  pubkey: string;
  pubsub: string | null;
  rpc: string | null;
  serveRepair: string | null;
  shredVersion: number | null;
  tpu: string | null;
  tpuForwards: string | null;
  tpuForwardsQuic: string | null;
  tpuQuic: string | null;
  /** absent from 4.5 on */
  tpuVote?: string | null;
  tvu: string | null;
  version: string | null;
}

export interface InflationReward {
  amount: Amount;
  commission: number | null;
  commissionBps?: number;
  effectiveSlot: number;
  epoch: number;
  postBalance: Amount;
}

export interface PerformanceSample {
  numNonVoteTransactions: Amount;
  numSlots: number;
  numTransactions: Amount;
  samplePeriodSecs: number;
  slot: number;
}

export interface Reward {
  commission: number | null;
  commissionBps?: number;
  lamports: Amount;
  postBalance: Amount;
  pubkey: string;
  rewardType: 'Fee' | 'Rent' | 'Staking' | 'Voting' | 'DeactivatedStake' | 'VATDebit' | 'BlockRevenueSharing' | null;
}

export interface SignatureInfo {
  blockTime: number | null;
  confirmationStatus: 'processed' | 'confirmed' | 'finalized';
  err: TransactionError | null;
  memo: string | null;
  signature: string;
  slot: number;
  transactionIndex?: number;
}

export interface SignatureStatus {
  confirmationStatus: 'processed' | 'confirmed' | 'finalized';
  /** null: finalized */
  confirmations: number | null;
  err: TransactionError | null;
  slot: number;
  /** deprecated: the same as `err` */
  status: Status;
}

export interface SimulationOutcome {
  err: TransactionError | null;
  /** lamports */
  fee: Amount | null;
  /** bytes */
  loadedAccountsDataSize: number;
  loadedAddresses: {
    readonly: string[];
    writable: string[];
  };
  logs: string[];
  postBalances: Amount[] | null;
  postTokenBalances: TokenBalance[] | null;
  preBalances: Amount[] | null;
  preTokenBalances: TokenBalance[] | null;
  replacementBlockhash: {
    blockhash: string;
    lastValidBlockHeight: number;
  } | null;
  returnData: {
    data: [bytes: string, encoding: 'base64'];
    programId: string;
  } | null;
  unitsConsumed: number;
}

export interface TokenAmount {
  amount: string;
  decimals: number;
  uiAmount: number | null;
  uiAmountString: string;
}

export interface TokenBalance {
  accountIndex: number;
  mint: string;
  /** absent in old recordings */
  owner?: string;
  /** absent in old recordings */
  programId?: string;
  uiTokenAmount: TokenAmount;
}

export interface TokenHolding {
  address: string;
  amount: string;
  decimals: number;
  uiAmount: number | null;
  uiAmountString: string;
}

export interface VoteAccount {
  activatedStake: Amount;
  commission: number;
  epochCredits: [epoch: number, credits: Amount, previousCredits: Amount][];
  epochVoteAccount: boolean;
  inflationRewardsCommissionBps: number;
  lastVote: number;
  nodePubkey: string;
  rootSlot: number;
  votePubkey: string;
}

export interface MethodResults {
  /** `{block: {blockId, slot}, signature: {bitmap, signature}}`, or `null` before; 4.2 writes `block_id` */
  getAgGenesisCert: { block: { blockId?: number[]; block_id?: number[]; slot: number }; signature: { bitmap: number[]; signature: number[] } } | null;
  /** context and lamports, 0 for an account that does not exist */
  getBalance: WithContext<Amount>;
  /** `{"commitment","totalStake"}` */
  getBlockCommitment: { commitment: Amount[] | null; totalStake: Amount };
  /** height of the newest block */
  getBlockHeight: number;
  /** context and `{byIdentity, range}`, by identity the number of its slots and of its blocks */
  getBlockProduction: WithContext<{ byIdentity: Record<string, [leaderSlots: number, blocks: number]>; range: { firstSlot: number; lastSlot: number } }>;
  /** Unix seconds, or `null` */
  getBlockTime: number | null;
  /** slots that hold blocks, ascending, both ends included */
  getBlocks: number[];
  /** the next slots that hold blocks, ascending */
  getBlocksWithLimit: number[];
  /** list of nodes, in the order of the ledger */
  getClusterNodes: ClusterNode[];
  /** `{"absoluteSlot","blockHeight","epoch","slotIndex","slotsInEpoch","transactionCount"}` */
  getEpochInfo: { absoluteSlot: number; blockHeight: number; epoch: number; slotIndex: number; slotsInEpoch: number; transactionCount: number };
  /** `{"firstNormalEpoch","firstNormalSlot","leaderScheduleSlotOffset","slotsPerEpoch","warmup"}` */
  getEpochSchedule: { firstNormalEpoch: number; firstNormalSlot: number; leaderScheduleSlotOffset: number; slotsPerEpoch: number; warmup: boolean };
  /** context and lamports, or `null` */
  getFeeForMessage: WithContext<Amount | null>;
  /** slot */
  getFirstAvailableBlock: number;
  /** base58 */
  getGenesisHash: string;
  /** `"ok"` */
  getHealth: 'ok';
  /** `{"full","incremental"}` */
  getHighestSnapshotSlot: { full: number; incremental: number | null };
  /** `{"identity"}` */
  getIdentity: { identity: string };
  /** `{"foundation","foundationTerm","initial","taper","terminal"}` */
  getInflationGovernor: { foundation: number; foundationTerm: number; initial: number; taper: number; terminal: number };
  /** `{"epoch","foundation","total","validator"}` */
  getInflationRate: { epoch: number; foundation: number; total: number; validator: number };
  /** `[{"amount","commission","commissionBps"?,"effectiveSlot","epoch","postBalance"}]`, one an address, in order, `null` for those that were paid nothing */
  getInflationReward: (InflationReward | null)[];
  /** context and `[{"address","lamports"}]`, at most 20, descending by lamports, then by the bytes of the address */
  getLargestAccounts: WithContext<{ address: string; lamports: Amount }[]>;
  /** context and `{"blockhash","lastValidBlockHeight"}` */
  getLatestBlockhash: WithContext<{ blockhash: string; lastValidBlockHeight: number }>;
  /** slots by identity, counted from the first of the epoch; `null` where they are not known */
  getLeaderSchedule: Record<string, number[]> | null;
  /** the processed tip */
  getMaxRetransmitSlot: number;
  /** the processed tip */
  getMaxShredInsertSlot: number;
  /** lamports */
  getMinimumBalanceForRentExemption: Amount;
  /** context and `{epoch, totalStake, validators}`; `null` where the stakes of the epoch are not known */
  getRankMap: WithContext<{ epoch: number; totalStake: Amount; validators: { blsPubkeyCompressed: string; nodePubkey: string; rank: number; stake: Amount; votePubkey: string }[] } | null>;
  /** `[{"numNonVoteTransactions","numSlots","numTransactions","samplePeriodSecs","slot"}]`, newest first */
  getRecentPerformanceSamples: PerformanceSample[];
  /** `[{"prioritizationFee","slot"}]`, ascending by slot */
  getRecentPrioritizationFees: { prioritizationFee: Amount; slot: number }[];
  /** context and `[{"confirmationStatus","confirmations","err","slot","status"}]`, one status a signature, in order, `null` for unknown ones; `confirmations`: null: finalized; `status`: deprecated: the same as `err` */
  getSignatureStatuses: WithContext<(SignatureStatus | null)[]>;
  /** `[{"blockTime","confirmationStatus","err","memo","signature","slot","transactionIndex"?}]`, newest first */
  getSignaturesForAddress: SignatureInfo[];
  /** the tip */
  getSlot: number;
  /** identity */
  getSlotLeader: string;
  /** list of identities, one a slot */
  getSlotLeaders: string[];
  /** context and lamports */
  getStakeMinimumDelegation: WithContext<Amount>;
  /** context and `{"circulating","nonCirculating","nonCirculatingAccounts","total"}` */
  getSupply: WithContext<{ circulating: Amount; nonCirculating: Amount; nonCirculatingAccounts: string[]; total: Amount }>;
  /** context and `{"amount","decimals","uiAmount","uiAmountString"}` */
  getTokenAccountBalance: WithContext<TokenAmount>;
  /** context and `[{"address","amount","decimals","uiAmount","uiAmountString"}]`, at most 20, descending by amount, then by the bytes of the address */
  getTokenLargestAccounts: WithContext<TokenHolding[]>;
  /** context and `{"amount","decimals","uiAmount","uiAmountString"}` */
  getTokenSupply: WithContext<TokenAmount>;
  /** count up to the tip */
  getTransactionCount: number;
  /** `{"feature-set","solana-core"}` */
  getVersion: { 'feature-set': number; 'solana-core': string };
  /** `{current, delinquent}`, each ascending by the bytes of the address */
  getVoteAccounts: { current: VoteAccount[]; delinquent: VoteAccount[] };
  /** context and boolean */
  isBlockhashValid: WithContext<boolean>;
  /** slot */
  minimumLedgerSlot: number;
  /** the signature of the airdrop */
  requestAirdrop: string;
  /** the first signature */
  sendTransaction: string;
}
