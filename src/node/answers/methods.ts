import type { AddressParam } from '../../solana/address.ts';
import type {
  AccountConfig,
  AccountOf,
  KeyedAccount,
  LargestAccountsConfig,
  ProgramAccountsConfig,
  TokenScope,
} from './accountAnswers.ts';
import type { SendConfig, SimulateConfig, SimulationOf } from './sending.ts';
import type {
  BlockConfig,
  BlockOf,
  SignatureInfo,
  SignatureStatus,
  SignaturesConfig,
  TransactionConfig,
  TransactionOf,
} from './transactionAnswers.ts';
import type {
  Amount,
  CommitmentConfig,
  ConfigAt,
  ConfirmedConfig,
  ContextConfig,
  Integer,
  MemberOf,
  TokenAmount,
  WithContext,
} from './values.ts';

/** What the methods of the node take and give in `node.request`, in the agave dialect. */

interface Typed<Params extends readonly unknown[], Result> {
  readonly params: Readonly<Params>;
  readonly result: Result;
}

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
  inflationRewardsCommissionBps?: number;
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
  clientId?: string | null;
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
  tpuVote: string | null;
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

type LeaderScheduleConfig = CommitmentConfig & { readonly identity?: AddressParam };

/** @template Params parameters of the call, on whose encoding the result depends */
export interface NodeMethods<Params> {
  getAccountInfo: Typed<
    [address: AddressParam, config?: AccountConfig],
    WithContext<AccountOf<ConfigAt<Params, 1>> | null>
  >;
  getAgGenesisCert: Typed<[], unknown>;
  getBalance: Typed<[address: AddressParam, config?: ContextConfig], WithContext<Amount>>;
  getBlock: Typed<[slot: Integer, config?: BlockConfig], BlockOf<ConfigAt<Params, 1>> | null>;
  getBlockCommitment: Typed<[slot: Integer], { commitment: Amount[] | null; totalStake: Amount }>;
  getBlockHeight: Typed<[config?: ContextConfig], number>;
  getBlockProduction: Typed<
    [
      config?: CommitmentConfig & {
        readonly identity?: AddressParam;
        readonly range?: { readonly firstSlot: Integer; readonly lastSlot?: Integer };
      },
    ],
    WithContext<{
      byIdentity: Record<string, [leaderSlots: number, blocks: number]>;
      range: { firstSlot: number; lastSlot: number };
    }>
  >;
  /** Unix seconds */
  getBlockTime: Typed<[slot: Integer], number | null>;
  getBlocks: Typed<
    [start: Integer, endOrConfig?: Integer | ConfirmedConfig | null, config?: ConfirmedConfig],
    number[]
  >;
  getBlocksWithLimit: Typed<[start: Integer, limit: Integer, config?: ConfirmedConfig], number[]>;
  getClusterNodes: Typed<[], ClusterNode[]>;
  getEpochInfo: Typed<
    [config?: ContextConfig],
    {
      absoluteSlot: number;
      blockHeight: number;
      epoch: number;
      slotIndex: number;
      slotsInEpoch: number;
      transactionCount: number | null;
    }
  >;
  getEpochSchedule: Typed<
    [],
    {
      firstNormalEpoch: number;
      firstNormalSlot: number;
      leaderScheduleSlotOffset: number;
      slotsPerEpoch: number;
      warmup: boolean;
    }
  >;
  /** Of a message in base64. Lamports; null: its blockhash has expired. */
  getFeeForMessage: Typed<[message: string, config?: ContextConfig], WithContext<Amount | null>>;
  getFirstAvailableBlock: Typed<[], number>;
  getGenesisHash: Typed<[], string>;
  getHealth: Typed<[], 'ok'>;
  getHighestSnapshotSlot: Typed<[], { full: number; incremental: number | null }>;
  getIdentity: Typed<[], { identity: string }>;
  getInflationGovernor: Typed<
    [config?: CommitmentConfig],
    { foundation: number; foundationTerm: number; initial: number; taper: number; terminal: number }
  >;
  getInflationRate: Typed<[], { epoch: number; foundation: number; total: number; validator: number }>;
  getInflationReward: Typed<
    [addresses: readonly AddressParam[], config?: ConfirmedConfig & { readonly epoch?: Integer }],
    (InflationReward | null)[]
  >;
  getLargestAccounts: Typed<[config?: LargestAccountsConfig], WithContext<{ address: string; lamports: Amount }[]>>;
  getLatestBlockhash: Typed<[config?: ContextConfig], WithContext<{ blockhash: string; lastValidBlockHeight: number }>>;
  getLeaderSchedule: Typed<
    [slotOrConfig?: Integer | LeaderScheduleConfig | null, config?: LeaderScheduleConfig],
    Record<string, number[]> | null
  >;
  getMaxRetransmitSlot: Typed<[], number>;
  getMaxShredInsertSlot: Typed<[], number>;
  /** Lamports. */
  getMinimumBalanceForRentExemption: Typed<[dataLength: Integer, config?: CommitmentConfig], Amount>;
  getMultipleAccounts: Typed<
    [addresses: readonly AddressParam[], config?: AccountConfig],
    WithContext<(AccountOf<ConfigAt<Params, 1>, 'base64'> | null)[]>
  >;
  getProgramAccounts: Typed<
    [program: AddressParam, config?: ProgramAccountsConfig],
    ProgramAccounts<ConfigAt<Params, 1>>
  >;
  getRecentPerformanceSamples: Typed<[limit?: number], PerformanceSample[]>;
  getRecentPrioritizationFees: Typed<
    [addresses?: readonly AddressParam[]],
    { prioritizationFee: Amount; slot: number }[]
  >;
  getSignatureStatuses: Typed<
    [signatures: readonly string[], config?: { readonly searchTransactionHistory?: boolean }],
    WithContext<(SignatureStatus | null)[]>
  >;
  getSignaturesForAddress: Typed<[address: AddressParam, config?: SignaturesConfig], SignatureInfo[]>;
  getSlot: Typed<[config?: ContextConfig], number>;
  getSlotLeader: Typed<[config?: ContextConfig], string>;
  getSlotLeaders: Typed<[start: Integer, limit: Integer], string[]>;
  getStakeMinimumDelegation: Typed<[config?: ContextConfig], WithContext<Amount>>;
  getSupply: Typed<
    [config?: CommitmentConfig & { readonly excludeNonCirculatingAccountsList?: boolean }],
    WithContext<{ circulating: Amount; nonCirculating: Amount; nonCirculatingAccounts: string[]; total: Amount }>
  >;
  getTokenAccountBalance: Typed<[address: AddressParam, config?: CommitmentConfig], WithContext<TokenAmount>>;
  getTokenAccountsByDelegate: Typed<
    [delegate: AddressParam, scope: TokenScope, config?: AccountConfig],
    WithContext<KeyedAccount<AccountOf<ConfigAt<Params, 2>>>[]>
  >;
  getTokenAccountsByOwner: Typed<
    [owner: AddressParam, scope: TokenScope, config?: AccountConfig],
    WithContext<KeyedAccount<AccountOf<ConfigAt<Params, 2>>>[]>
  >;
  getTokenLargestAccounts: Typed<
    [mint: AddressParam, config?: CommitmentConfig],
    WithContext<(TokenAmount & { address: string })[]>
  >;
  getTokenSupply: Typed<[mint: AddressParam, config?: CommitmentConfig], WithContext<TokenAmount>>;
  getTransaction: Typed<[signature: string, config?: TransactionConfig], TransactionOf<ConfigAt<Params, 1>> | null>;
  getTransactionCount: Typed<[config?: ContextConfig], number>;
  getVersion: Typed<[], { 'feature-set': number; 'solana-core': string }>;
  getVoteAccounts: Typed<
    [
      config?: CommitmentConfig & {
        readonly votePubkey?: AddressParam;
        readonly keepUnstakedDelinquents?: boolean;
        readonly delinquentSlotDistance?: Integer;
      },
    ],
    { current: VoteAccount[]; delinquent: VoteAccount[] }
  >;
  isBlockhashValid: Typed<[blockhash: string, config?: ContextConfig], WithContext<boolean>>;
  minimumLedgerSlot: Typed<[], number>;
  requestAirdrop: Typed<
    [address: AddressParam, lamports: Integer, config?: CommitmentConfig & { readonly recentBlockhash?: string }],
    string
  >;
  /** Gives the signature. */
  sendTransaction: Typed<[transaction: string, config?: SendConfig], string>;
  simulateTransaction: Typed<
    [transaction: string, config?: SimulateConfig],
    WithContext<SimulationOf<ConfigAt<Params, 1>>>
  >;
}

/** A method of the node, which editors complete; any other text is a name too. */
export type MethodName = keyof NodeMethods<unknown> | (string & {});

/** The parameters of a method; those of an unknown one are any list. */
export type ParamsOf<Name extends string> = Name extends keyof NodeMethods<unknown>
  ? NodeMethods<unknown>[Name]['params']
  : readonly unknown[];

/** The result of a method for such parameters; that of an unknown one is unknown. */
export type ResultOf<Name extends string, Params = ParamsOf<Name>> = Name extends keyof NodeMethods<unknown>
  ? NodeMethods<Params>[Name]['result']
  : unknown;

/** A list that is left out where no parameter of the method is required. */
type ParamsGiven<Name extends string, Params> = [] extends ParamsOf<Name> ? [params?: Params] : [params: Params];

/** Calls of methods, with types for those that are known. */
export type Request = <Name extends MethodName, const Params extends ParamsOf<Name>>(
  method: Name,
  ...params: ParamsGiven<Name, Params>
) => Promise<ResultOf<Name, Params>>;

/** Calls of methods that give the text of the result. */
export type RequestText = <Name extends MethodName>(
  method: Name,
  ...params: ParamsGiven<Name, ParamsOf<Name>>
) => Promise<string>;
