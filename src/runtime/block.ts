import { minOf, U64_MAX } from '../codec/bigints.ts';
import { type BlockClock, clockOf, genesisClock, timeAt } from '../ledger/blockClock.ts';
import type { EpochSchedule, LeaderSchedule } from '../ledger/clusterFacts.ts';
import { derivedBlockhash, unknownBlockhash } from '../ledger/derivedBlockhash.ts';
import { epochPositionOf } from '../ledger/epochs.ts';
import { areInTurn, leaderInTurn } from '../ledger/leaders.ts';
import type { NewBlock } from '../ledger/moves/addBlocks.ts';
import type { SlotMs } from '../ledger/protocol.ts';
import { type Account, emptyAccount } from '../solana/account.ts';
import { type Address, type Blockhash, isAnyMemoProgram, STAKE_PROGRAM, SYSTEM_PROGRAM } from '../solana/address.ts';
import type { Block, WireTransaction } from '../solana/block.ts';
import { signatureFee } from '../solana/fees.ts';
import type { Reward, TransactionMeta } from '../solana/meta.ts';
import { recordMeta } from '../solana/metadata/metaText.ts';
import { withMoreStake } from '../solana/programs/stake.ts';
import type { LoadedAddresses } from '../solana/transaction.ts';
import type { BankAccounts } from './accounts/bankAccounts.ts';
import type { Bank } from './bank.ts';
import type { ExecutionResult } from './executor.ts';
import type { RunnableTransaction } from './runnableTransaction.ts';
import { metaOf } from './transactionMeta.ts';

/** The members of a block that its child block is derived from. */
export interface ParentBlock {
  readonly slot: bigint;
  readonly blockhash: Blockhash;
  readonly blockHeight: bigint | null;
  readonly clock: BlockClock;
  readonly accounts: BankAccounts;
  /** the block is not in the ledger */
  readonly isAssumed: boolean;
}

/** A block without its transactions. */
export type BlockHeader = Omit<Block, 'transactions' | 'rewards'>;

/** Given members of a block header; the others are derived from the parent. */
export interface GivenHeader {
  readonly blockhash?: Blockhash | undefined;
  /** null: the block has no time */
  readonly clock?: BlockClock | null;
}

export function blockHeader(
  slot: bigint,
  parent: ParentBlock,
  { blockhash, clock = parent.clock }: GivenHeader = {},
): BlockHeader {
  const hash = blockhash ?? derivedBlockhash(slot, parent.blockhash);
  return {
    slot,
    parentSlot: parent.slot,
    blockhash: hash,
    // the genesis block is its own parent
    previousBlockhash: slot === 0n ? hash : parent.blockhash,
    ...(clock === null ? { blockTimeSeconds: null } : timeAt(slot, clock)),
    blockHeight: slot === 0n ? 0n : parent.blockHeight === null ? null : parent.blockHeight + 1n,
  };
}

/**
 * The parent of the first block that is made.
 *
 * @param slot of the parent
 * @param recorded undefined: the ledger does not have the block, so its members are assumed
 * @param clock of the chain, or of a ledger without times; used if the block has no time
 */
export function parentOfFirstBlock(
  slot: bigint,
  recorded: Block | undefined,
  accounts: BankAccounts,
  slotMs: SlotMs,
  clock?: BlockClock,
): ParentBlock {
  return {
    slot,
    blockhash: recorded?.blockhash ?? unknownBlockhash(slot),
    blockHeight: recorded === undefined ? slot : recorded.blockHeight,
    clock: (recorded && clockOf(recorded, slotMs)) ?? clock ?? genesisClock(slotMs),
    accounts,
    isAssumed: recorded === undefined,
  };
}

type Schedules = ReadonlyMap<bigint, LeaderSchedule>;

/** The leaders of slots, where the schedules of their epochs are known. */
export class ScheduledLeaders {
  readonly #epochs: EpochSchedule;
  readonly #schedules: Schedules | undefined;
  /** the leaders by slot index, by epoch; only for schedules that list the slots of each leader */
  readonly #bySlot = new Map<bigint, ReadonlyMap<number, Address>>();

  constructor(epochs: EpochSchedule, schedules: Schedules | undefined) {
    this.#epochs = epochs;
    this.#schedules = schedules;
  }

  at(slot: bigint): Address | undefined {
    if (this.#schedules === undefined) return undefined;
    const { epoch, slotIndex } = epochPositionOf(this.#epochs, slot);
    const schedule = this.#schedules.get(epoch);
    if (schedule === undefined) return undefined;
    if (areInTurn(schedule)) return leaderInTurn(schedule, Number(slotIndex));
    let bySlot = this.#bySlot.get(epoch);
    if (bySlot === undefined) {
      bySlot = new Map([...schedule].flatMap(([leader, indexes]) => indexes.map((index) => [index, leader] as const)));
      this.#bySlot.set(epoch, bySlot);
    }
    return bySlot.get(Number(slotIndex));
  }
}

/** Lamports that the transactions of a block have paid. */
export interface BlockFees {
  readonly signatures: bigint;
  readonly priority: bigint;
}

/**
 * The share of the leader: all priority fees, and half of the signature fees; the rest is burned. It is 0 in a block without signature fees.
 *
 * Source   agave 4.1 runtime bank/fee_distribution.rs
 */
export function leaderShare({ signatures, priority }: BlockFees): bigint {
  return signatures === 0n ? 0n : priority + signatures - signatures / 2n;
}

/** A transaction as a block has it, before it was executed. */
export type SignedTransaction = Pick<
  WireTransaction,
  'wire' | 'signature' | 'version' | 'accountKeys' | 'recentBlockhash'
>;

export interface FinishedBlock extends NewBlock {
  /** undefined: nothing to pay, or the leader cannot be paid and all fees are burned */
  readonly reward: Reward | undefined;
}

/** A reward besides what it pays to whom. */
type RewardFacts = Pick<Reward, 'commission' | 'commissionBps'> & { readonly rewardType: string };

/** Types of rewards that add to the stake of a stake account. */
const STAKED_REWARDS: ReadonlySet<string> = new Set(['Staking', 'DeactivatedStake']);

/** Makes one block: for scripts, added blocks and sent transactions. */
export class BlockMaker {
  readonly header: BlockHeader;
  readonly bank: Bank;
  readonly #transactions: WireTransaction[] = [];
  readonly #rewards: Reward[] = [];
  #fees: BlockFees = { signatures: 0n, priority: 0n };

  constructor(header: BlockHeader, bank: Bank) {
    this.header = header;
    this.bank = bank;
  }

  get transactions(): readonly WireTransaction[] {
    return this.#transactions;
  }

  get fees(): BlockFees {
    return this.#fees;
  }

  /** Adds an executed transaction to the block and its changes to the bank. */
  add(
    signed: SignedTransaction,
    runnable: RunnableTransaction,
    execution: ExecutionResult,
    loaded: LoadedAddresses,
  ): TransactionMeta {
    const { blockTimeSeconds, slot } = this.header;
    execution.changes.commit();
    const meta = metaOf(execution, runnable, loaded, this.bank.protocol.version);
    const paid = execution.kind === 'neverRan' ? 0n : runnable.fee;
    const signatures = minOf(signatureFee(runnable.message), paid);
    this.#fees = {
      signatures: this.#fees.signatures + signatures,
      priority: this.#fees.priority + paid - signatures,
    };
    const index = this.#transactions.length;
    const namesMemo = signed.accountKeys.some(isAnyMemoProgram);
    const recorded = { blockTimeSeconds, err: meta.err, index, meta: recordMeta(meta), namesMemo, slot };
    this.#transactions.push({ kind: 'wire', ...signed, ...recorded });
    return meta;
  }

  /** Marks this point of the block: the result takes back the transactions that are added after it. */
  savepoint(): () => void {
    const { length } = this.#transactions;
    const fees = this.#fees;
    const restoreAccounts = this.bank.accounts.savepoint();
    return () => {
      this.#transactions.length = length;
      this.#fees = fees;
      restoreAccounts();
    };
  }

  /**
   * Pays a reward; that of a stake account is staked too. Undefined: the account would have less than 0, or more than a u64 holds.
   *
   * Source   agave 4.1 runtime bank/partitioned_epoch_rewards/distribution.rs
   *
   * @param lamports below 0: the account pays
   */
  pay(pubkey: Address, lamports: bigint, { rewardType, ...rates }: RewardFacts): Reward | undefined {
    const { accounts } = this.bank;
    const account = accounts.get(pubkey) ?? emptyAccount(pubkey);
    const postBalance = account.lamports + lamports;
    if (postBalance < 0n || postBalance > U64_MAX) return undefined;
    const isStaked = STAKED_REWARDS.has(rewardType) && account.owner === STAKE_PROGRAM;
    const data = isStaked ? withMoreStake(account.data, lamports) : account.data;
    accounts.set({ ...account, data, lamports: postBalance });
    const reward = { pubkey, lamports, postBalance, rewardType, ...rates };
    this.#rewards.push(reward);
    return reward;
  }

  /** Pays the leader and ends the block. */
  finish(leader: Address | undefined): FinishedBlock {
    const { accounts } = this.bank;
    const reward = leader && this.#payLeader(leader);
    accounts.burn();
    const block = { ...this.header, rewards: this.#rewards, transactions: this.#transactions };
    return { block, reward, writes: [...accounts.takeWritten()] };
  }

  #payLeader(leader: Address): Reward | undefined {
    const { accounts, minimumBalance } = this.bank;
    const lamports = leaderShare(this.#fees);
    const account: Account = accounts.get(leader) ?? emptyAccount(leader);
    const isExempt = account.lamports + lamports >= minimumBalance(account.data.length);
    if (lamports === 0n || account.owner !== SYSTEM_PROGRAM || !isExempt) return undefined;
    return this.pay(leader, lamports, { rewardType: 'Fee', commission: null });
  }
}
