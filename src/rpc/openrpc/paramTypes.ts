import type { AddressParam } from '../../solana/address.ts';
import type { Commitment, ConfirmedCommitment } from '../../solana/rpcWords.ts';

/** Parameters of methods and subscriptions. Written by `npm run docs` from their descriptions. */

export type Integer = number | bigint;

export interface GetBlockConfig {
  /** default: json */
  readonly encoding?: 'binary' | 'base64' | 'base58' | 'json' | 'jsonParsed';
  /** default: full */
  readonly transactionDetails?: 'full' | 'signatures' | 'none' | 'accounts';
  readonly rewards?: boolean;
  readonly commitment?: ConfirmedCommitment;
  readonly maxSupportedTransactionVersion?: number;
}

export interface GetTransactionConfig {
  /** default: json */
  readonly encoding?: 'binary' | 'base64' | 'base58' | 'json' | 'jsonParsed';
  readonly commitment?: ConfirmedCommitment;
  readonly maxSupportedTransactionVersion?: number;
  readonly minContextSlot?: Integer;
}

export interface GetSignatureStatusesConfig {
  /** default: false */
  readonly searchTransactionHistory?: boolean;
  /** default: processed */
  readonly commitment?: Commitment;
  readonly minContextSlot?: Integer;
}

export interface GetSignaturesForAddressConfig {
  readonly before?: string;
  readonly until?: string;
  /** default: 1000 */
  readonly limit?: Integer;
  readonly commitment?: ConfirmedCommitment;
  readonly minContextSlot?: Integer;
}

export interface ConfirmedConfig {
  readonly commitment?: ConfirmedCommitment;
  readonly minContextSlot?: Integer;
}

export interface DataSlice {
  readonly offset: Integer;
  readonly length: Integer;
}

export interface GetAccountInfoConfig {
  /** `binary` is bare base58 text; default: binary */
  readonly encoding?: 'binary' | 'base58' | 'base64' | 'jsonParsed' | 'base64+zstd';
  readonly dataSlice?: DataSlice;
  readonly commitment?: Commitment;
  readonly minContextSlot?: Integer;
}

export interface GetMultipleAccountsConfig {
  /** `binary` is bare base58 text; default: base64 */
  readonly encoding?: 'binary' | 'base58' | 'base64' | 'jsonParsed' | 'base64+zstd';
  readonly dataSlice?: DataSlice;
  readonly commitment?: Commitment;
  readonly minContextSlot?: Integer;
}

export interface GetProgramAccountsConfig {
  readonly filters?: readonly ({
    readonly dataSize: Integer;
  } | {
    readonly memcmp: {
      readonly offset: Integer;
      readonly bytes: string | readonly number[];
      /** default: base58 */
      readonly encoding?: 'base58' | 'base64' | 'bytes';
    };
  } | 'tokenAccountState')[];
  /** `binary` is bare base58 text */
  readonly encoding?: 'binary' | 'base58' | 'base64' | 'jsonParsed' | 'base64+zstd';
  readonly dataSlice?: DataSlice;
  readonly commitment?: Commitment;
  readonly minContextSlot?: Integer;
  /** default: false */
  readonly withContext?: boolean;
  /** default: true */
  readonly sortResults?: boolean;
}

export interface ContextConfig {
  readonly commitment?: Commitment;
  readonly minContextSlot?: Integer;
}

export interface GetLargestAccountsConfig {
  readonly commitment?: Commitment;
  readonly filter?: 'circulating' | 'nonCirculating';
  readonly sortResults?: boolean;
}

export interface GetSupplyConfig {
  readonly commitment?: Commitment;
  /** default: false */
  readonly excludeNonCirculatingAccountsList?: boolean;
}

export interface CommitmentConfig {
  readonly commitment: Commitment;
}

export interface GetTokenAccountsByOwnerConfig {
  /** `binary` is bare base58 text; default: binary */
  readonly encoding?: 'binary' | 'base58' | 'base64' | 'jsonParsed' | 'base64+zstd';
  readonly dataSlice?: DataSlice;
  readonly commitment?: Commitment;
  readonly minContextSlot?: Integer;
}

export interface GetLeaderScheduleConfig {
  readonly identity?: AddressParam;
  /** default: false */
  readonly keyByVoteAccount?: boolean;
  readonly commitment?: Commitment;
}

export interface GetBlockProductionConfig {
  readonly identity?: AddressParam;
  readonly range?: {
    readonly firstSlot: Integer;
    readonly lastSlot?: Integer;
  };
  readonly commitment?: Commitment;
}

export interface GetInflationRewardConfig {
  readonly epoch?: Integer;
  readonly commitment?: ConfirmedCommitment;
  readonly minContextSlot?: Integer;
}

export interface GetVoteAccountsConfig {
  readonly votePubkey?: AddressParam;
  readonly commitment?: Commitment;
  /** default: false */
  readonly keepUnstakedDelinquents?: boolean;
  /** default: 128 */
  readonly delinquentSlotDistance?: Integer;
}

export interface GetRankMapConfig {
  readonly identity?: AddressParam;
  readonly minContextSlot?: Integer;
}

export interface SendTransactionConfig {
  /** default: false */
  readonly skipPreflight?: boolean;
  readonly preflightCommitment?: Commitment;
  /** default: base58 */
  readonly encoding?: 'binary' | 'base64' | 'base58';
  readonly maxRetries?: Integer;
  readonly minContextSlot?: Integer;
}

export interface SimulateTransactionConfig {
  /** default: false */
  readonly sigVerify?: boolean;
  /** default: false */
  readonly replaceRecentBlockhash?: boolean;
  readonly commitment?: Commitment;
  /** default: base58 */
  readonly encoding?: 'binary' | 'base64' | 'base58';
  readonly accounts?: {
    /** default: base64 */
    readonly encoding?: 'base64' | 'jsonParsed' | 'base64+zstd';
    readonly addresses: readonly AddressParam[];
  };
  readonly minContextSlot?: Integer;
  /** default: false */
  readonly innerInstructions?: boolean;
  /** default: jsonParsed */
  readonly innerInstructionsEncoding?: 'json' | 'jsonParsed';
}

export interface RequestAirdropConfig {
  readonly recentBlockhash?: string;
  readonly commitment?: Commitment;
}

export interface AccountSubscriptionConfig {
  /** `binary` is bare base58 text; default: binary */
  readonly encoding?: 'binary' | 'base58' | 'base64' | 'jsonParsed' | 'base64+zstd';
  readonly dataSlice?: DataSlice;
  readonly commitment?: Commitment;
  readonly minContextSlot?: Integer;
}

export interface LogsSubscriptionConfig {
  readonly commitment?: Commitment;
}

export interface BlockSubscriptionConfig {
  readonly commitment?: ConfirmedCommitment;
  /** default: base64 */
  readonly encoding?: 'binary' | 'base64' | 'base58' | 'json' | 'jsonParsed';
  /** default: full */
  readonly transactionDetails?: 'full' | 'signatures' | 'none' | 'accounts';
  /** default: false */
  readonly showRewards?: boolean;
  readonly maxSupportedTransactionVersion?: number;
}

export interface SignatureSubscriptionConfig {
  readonly commitment?: Commitment;
  /** default: false */
  readonly enableReceivedNotification?: boolean;
}

/** The parameters of the methods of Agave, in their order, as `node.request` takes them: docs/methods.md. */
export interface MethodParams {
  readonly getAccountInfo: readonly [address: AddressParam, config?: GetAccountInfoConfig];
  readonly getAgGenesisCert: readonly [];
  readonly getBalance: readonly [address: AddressParam, config?: ContextConfig];
  readonly getBlock: readonly [slot: Integer, config?: GetBlockConfig | 'binary' | 'base64' | 'base58' | 'json' | 'jsonParsed'];
  readonly getBlockCommitment: readonly [slot: Integer];
  readonly getBlockHeight: readonly [config?: ContextConfig];
  readonly getBlockProduction: readonly [config?: GetBlockProductionConfig];
  readonly getBlockTime: readonly [slot: Integer];
  readonly getBlocks: readonly [start: Integer, endOrConfig?: Integer | ConfirmedConfig | null, config?: ConfirmedConfig];
  readonly getBlocksWithLimit: readonly [start: Integer, limit: Integer, config?: ConfirmedConfig];
  readonly getClusterNodes: readonly [];
  readonly getEpochInfo: readonly [config?: ContextConfig];
  readonly getEpochSchedule: readonly [];
  readonly getFeeForMessage: readonly [message: string, config?: ContextConfig];
  readonly getFirstAvailableBlock: readonly [];
  readonly getGenesisHash: readonly [];
  readonly getHealth: readonly [];
  readonly getHighestSnapshotSlot: readonly [];
  readonly getIdentity: readonly [];
  readonly getInflationGovernor: readonly [commitment?: CommitmentConfig];
  readonly getInflationRate: readonly [];
  readonly getInflationReward: readonly [addresses: readonly AddressParam[], config?: GetInflationRewardConfig];
  readonly getLargestAccounts: readonly [config?: GetLargestAccountsConfig];
  readonly getLatestBlockhash: readonly [config?: ContextConfig];
  readonly getLeaderSchedule: readonly [slotOrConfig?: Integer | GetLeaderScheduleConfig | null, config?: GetLeaderScheduleConfig];
  readonly getMaxRetransmitSlot: readonly [];
  readonly getMaxShredInsertSlot: readonly [];
  readonly getMinimumBalanceForRentExemption: readonly [dataLength: Integer, commitment?: CommitmentConfig];
  readonly getMultipleAccounts: readonly [addresses: readonly AddressParam[], config?: GetMultipleAccountsConfig];
  readonly getProgramAccounts: readonly [programId: AddressParam, config?: GetProgramAccountsConfig];
  readonly getRankMap: readonly [slot: Integer, config?: GetRankMapConfig];
  readonly getRecentPerformanceSamples: readonly [limit?: Integer];
  readonly getRecentPrioritizationFees: readonly [addresses?: readonly AddressParam[]];
  readonly getSignatureStatuses: readonly [signatures: readonly string[], config?: GetSignatureStatusesConfig];
  readonly getSignaturesForAddress: readonly [address: AddressParam, config?: GetSignaturesForAddressConfig];
  readonly getSlot: readonly [config?: ContextConfig];
  readonly getSlotLeader: readonly [config?: ContextConfig];
  readonly getSlotLeaders: readonly [slot: Integer, limit: Integer];
  readonly getStakeMinimumDelegation: readonly [config?: ContextConfig];
  readonly getSupply: readonly [config?: GetSupplyConfig];
  readonly getTokenAccountBalance: readonly [address: AddressParam, commitment?: CommitmentConfig];
  readonly getTokenAccountsByDelegate: readonly [delegate: AddressParam, mintOrProgramId: { readonly mint: AddressParam } | { readonly programId: AddressParam }, config?: GetTokenAccountsByOwnerConfig];
  readonly getTokenAccountsByOwner: readonly [owner: AddressParam, mintOrProgramId: { readonly mint: AddressParam } | { readonly programId: AddressParam }, config?: GetTokenAccountsByOwnerConfig];
  readonly getTokenLargestAccounts: readonly [mint: AddressParam, commitment?: CommitmentConfig];
  readonly getTokenSupply: readonly [mint: AddressParam, commitment?: CommitmentConfig];
  readonly getTransaction: readonly [signature: string, config?: GetTransactionConfig | 'binary' | 'base64' | 'base58' | 'json' | 'jsonParsed'];
  readonly getTransactionCount: readonly [config?: ContextConfig];
  readonly getVersion: readonly [];
  readonly getVoteAccounts: readonly [config?: GetVoteAccountsConfig];
  readonly isBlockhashValid: readonly [blockhash: string, config?: ContextConfig];
  readonly minimumLedgerSlot: readonly [];
  readonly requestAirdrop: readonly [address: AddressParam, lamports: Integer, config?: RequestAirdropConfig];
  readonly sendTransaction: readonly [transaction: string, config?: SendTransactionConfig];
  readonly simulateTransaction: readonly [transaction: string, config?: SimulateTransactionConfig];
}

/** The parameters of the subscriptions, by kind, as `node.subscribe` takes them: docs/subscriptions.md. */
export interface SubscriptionParams {
  readonly slot: readonly [];
  readonly slotsUpdates: readonly [];
  readonly root: readonly [];
  readonly account: readonly [address: AddressParam, config?: AccountSubscriptionConfig];
  readonly program: readonly [program: AddressParam, config?: GetProgramAccountsConfig];
  readonly logs: readonly [filter: { readonly mentions: readonly AddressParam[] } | 'all' | 'allWithVotes', config?: LogsSubscriptionConfig];
  readonly block: readonly [filter: { readonly mentionsAccountOrProgram: AddressParam } | 'all', config?: BlockSubscriptionConfig];
  readonly signature: readonly [signature: string, config?: SignatureSubscriptionConfig];
}
