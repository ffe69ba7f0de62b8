import type { ExtensionParams } from '../../extensions/extensionParams.ts';
import type { MethodParams } from '../../rpc/openrpc/paramTypes.ts';
import type { AccountOf, KeyedAccount } from './accountAnswers.ts';
import type { Amount, ConfigAt, MemberOf, TokenAmount, WithContext } from './answerValues.ts';
import type { BundleSimulation, BundleStatus, InflightBundleStatus } from './bundleAnswers.ts';
import type { SimulationOf } from './simulationAnswers.ts';
import type {
  AddressTransactions,
  BlockOf,
  SignatureInfo,
  SignatureStatus,
  TransactionOf,
} from './transactionAnswers.ts';

/** The types of `node.request`: parameters and results of the methods, in the agave dialect. */

type ProgramAccounts<Config> =
  MemberOf<Config, 'withContext'> extends infer Wanted
    ? [Wanted] extends [never | false]
      ? KeyedAccount<AccountOf<Config>>[]
      : [Wanted] extends [true]
        ? WithContext<KeyedAccount<AccountOf<Config>>[]>
        : KeyedAccount<AccountOf<Config>>[] | WithContext<KeyedAccount<AccountOf<Config>>[]>
    : never;

interface VoteAccount {
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

interface InflationReward {
  amount: Amount;
  commission: number | null;
  commissionBps?: number | null;
  effectiveSlot: number;
  epoch: number;
  postBalance: Amount;
}

interface ClusterNode {
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

interface PerformanceSample {
  numNonVoteTransactions: Amount;
  numSlots: number;
  numTransactions: Amount;
  samplePeriodSecs: number;
  slot: number;
}

/** Results of the methods. @template Params parameters of the call: the result depends on their encoding */
interface Results<Params> {
  getAccountInfo: WithContext<AccountOf<ConfigAt<Params, 1>> | null>;
  getAgGenesisCert: unknown;
  getBalance: WithContext<Amount>;
  getBlock: BlockOf<ConfigAt<Params, 1>> | null;
  getBlockCommitment: { commitment: Amount[] | null; totalStake: Amount };
  getBlockHeight: number;
  getBlockProduction: WithContext<{
    byIdentity: Record<string, [leaderSlots: number, blocks: number]>;
    range: { firstSlot: number; lastSlot: number };
  }>;
  /** Unix seconds */
  getBlockTime: number | null;
  getBlocks: number[];
  getBlocksWithLimit: number[];
  getBundleStatuses: WithContext<(BundleStatus | null)[]>;
  getClusterNodes: ClusterNode[];
  getEpochInfo: {
    absoluteSlot: number;
    blockHeight: number;
    epoch: number;
    slotIndex: number;
    slotsInEpoch: number;
    transactionCount: number | null;
  };
  getEpochSchedule: {
    firstNormalEpoch: number;
    firstNormalSlot: number;
    leaderScheduleSlotOffset: number;
    slotsPerEpoch: number;
    warmup: boolean;
  };
  /** Lamports; null: the blockhash of the message has expired. */
  getFeeForMessage: WithContext<Amount | null>;
  getFirstAvailableBlock: number;
  getGenesisHash: string;
  getHealth: 'ok';
  getHighestSnapshotSlot: { full: number; incremental: number | null };
  getIdentity: { identity: string };
  getInflationGovernor: {
    foundation: number;
    foundationTerm: number;
    initial: number;
    taper: number;
    terminal: number;
  };
  getInflightBundleStatuses: WithContext<InflightBundleStatus[]>;
  getInflationRate: { epoch: number; foundation: number; total: number; validator: number };
  getInflationReward: (InflationReward | null)[];
  getLargestAccounts: WithContext<{ address: string; lamports: Amount }[]>;
  getLatestBlockhash: WithContext<{ blockhash: string; lastValidBlockHeight: number }>;
  getLeaderSchedule: Record<string, number[]> | null;
  getMaxRetransmitSlot: number;
  getMaxShredInsertSlot: number;
  /** Lamports. */
  getMinimumBalanceForRentExemption: Amount;
  getMultipleAccounts: WithContext<(AccountOf<ConfigAt<Params, 1>, 'base64'> | null)[]>;
  getProgramAccounts: ProgramAccounts<ConfigAt<Params, 1>>;
  getRankMap: WithContext<{
    epoch: Amount;
    totalStake: Amount;
    validators: { blsPubkeyCompressed: string; nodePubkey: string; rank: number; stake: Amount; votePubkey: string }[];
  } | null>;
  getRecentPerformanceSamples: PerformanceSample[];
  getRecentPrioritizationFees: { prioritizationFee: Amount; slot: number }[];
  getSignatureStatuses: WithContext<(SignatureStatus | null)[]>;
  getSignaturesForAddress: SignatureInfo[];
  getSlot: number;
  getSlotLeader: string;
  getSlotLeaders: string[];
  getStakeMinimumDelegation: WithContext<Amount>;
  getSupply: WithContext<{
    circulating: Amount;
    nonCirculating: Amount;
    nonCirculatingAccounts: string[];
    total: Amount;
  }>;
  getTipAccounts: string[];
  getTokenAccountBalance: WithContext<TokenAmount>;
  getTokenAccountsByDelegate: WithContext<KeyedAccount<AccountOf<ConfigAt<Params, 2>>>[]>;
  getTokenAccountsByOwner: WithContext<KeyedAccount<AccountOf<ConfigAt<Params, 2>>>[]>;
  getTokenLargestAccounts: WithContext<(TokenAmount & { address: string })[]>;
  getTokenSupply: WithContext<TokenAmount>;
  getTransaction: TransactionOf<ConfigAt<Params, 1>> | null;
  getTransactionCount: number;
  getTransactionsForAddress: AddressTransactions<ConfigAt<Params, 1>>;
  getVersion: { 'feature-set': number; 'solana-core': string };
  getVoteAccounts: { current: VoteAccount[]; delinquent: VoteAccount[] };
  isBlockhashValid: WithContext<boolean>;
  minimumLedgerSlot: number;
  requestAirdrop: string;
  /** Gives the id of the bundle. */
  sendBundle: string;
  /** Gives the signature. */
  sendTransaction: string;
  simulateBundle: WithContext<BundleSimulation>;
  simulateTransaction: WithContext<SimulationOf<ConfigAt<Params, 1>>>;
}

/** Parameters of all methods that read the ledger or take transactions. */
interface CallParams extends MethodParams, ExtensionParams {}

/** @template Params parameters of the call */
export type NodeMethods<Params> = {
  [Name in keyof CallParams]: {
    readonly params: CallParams[Name];
    readonly result: Name extends keyof Results<Params> ? Results<Params>[Name] : unknown;
  };
};

/** The name of a method, which editors complete; any other text is accepted too. */
export type MethodName = keyof CallParams | (string & {});

/** The parameters of a method; any list for an unknown method. */
export type ParamsOf<Name extends string> = Name extends keyof CallParams ? CallParams[Name] : readonly unknown[];

/** The result of a method for its parameters; unknown for an unknown method. */
export type ResultOf<Name extends string, Params = ParamsOf<Name>> = Name extends keyof CallParams
  ? NodeMethods<Params>[Name]['result']
  : unknown;

/** The arguments after the name of a method: its parameters, which may be left out if none is required. */
type ParamsArgument<Name extends string, Params> = [] extends ParamsOf<Name> ? [params?: Params] : [params: Params];

/** Calls of methods, with types for those that are known. */
export type Request = <Name extends MethodName, const Params extends ParamsOf<Name>>(
  method: Name,
  ...params: ParamsArgument<Name, Params>
) => Promise<ResultOf<Name, Params>>;

/** Calls of methods that give the text of the result. */
export type RequestText = <Name extends MethodName>(
  method: Name,
  ...params: ParamsArgument<Name, ParamsOf<Name>>
) => Promise<string>;
