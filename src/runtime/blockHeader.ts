import { U64_MAX } from '../codec/bigints.ts';
import {
  type BlockClock,
  clockOf,
  derivedBlockhash,
  GENESIS_CLOCK,
  timeAt,
  unknownBlockhash,
} from '../ledger/blockClock.ts';
import type { EpochSchedule, LeaderSchedule } from '../ledger/cluster.ts';
import { epochPositionOf } from '../ledger/epochs.ts';
import { areInTurn, leaderInTurn } from '../ledger/leaders.ts';
import { emptyAccount } from '../solana/account.ts';
import { type Address, type Blockhash, SYSTEM_PROGRAM } from '../solana/address.ts';
import type { Block } from '../solana/block.ts';
import type { Reward } from '../solana/meta.ts';
import { type Accounts, rentExemption } from './accounts/accountStates.ts';
import type { MinimumBalance } from './loadedTransaction.ts';

/** The end of a chain: all that the next block needs to know of the one before. */
export interface Head {
  readonly slot: bigint;
  readonly blockhash: Blockhash;
  readonly blockHeight: bigint | null;
  readonly clock: BlockClock;
  readonly accounts: Accounts;
  /** nothing is known of this block: what comes first starts after it */
  readonly isMadeUp: boolean;
}

/** A block without its transactions. */
export type BlockFrame = Omit<Block, 'transactions' | 'rewards'>;

/** What is given of a block; the rest is derived from the block before. */
export interface GivenFrame {
  readonly blockhash?: Blockhash | undefined;
  /** null: the block has no time */
  readonly clock?: BlockClock | null;
}

export function blockFrame(slot: bigint, head: Head, { blockhash, clock = head.clock }: GivenFrame = {}): BlockFrame {
  const hash = blockhash ?? derivedBlockhash(slot, head.blockhash);
  return {
    slot,
    parentSlot: head.slot,
    blockhash: hash,
    // the genesis block is its own parent
    previousBlockhash: slot === 0n ? hash : head.blockhash,
    ...(clock === null ? { blockTimeSeconds: null } : timeAt(slot, clock)),
    blockHeight: slot === 0n ? 0n : head.blockHeight === null ? null : head.blockHeight + 1n,
  };
}

/**
 * Of a slot before those that are made: known where a recorded block is there, else made up.
 *
 * @param clock of the chain, where the block has no time
 */
export function headOutside(slot: bigint, recorded: Block | undefined, accounts: Accounts, clock?: BlockClock): Head {
  return {
    slot,
    blockhash: recorded?.blockhash ?? unknownBlockhash(slot),
    blockHeight: recorded === undefined ? slot : recorded.blockHeight,
    clock: (recorded && clockOf(recorded)) ?? clock ?? GENESIS_CLOCK,
    accounts,
    isMadeUp: recorded === undefined,
  };
}

type Schedules = ReadonlyMap<bigint, LeaderSchedule>;

/** The leaders of slots, where the schedules of their epochs are known. */
export class ScheduledLeaders {
  readonly #epochs: EpochSchedule;
  readonly #schedules: Schedules | undefined;
  /** of schedules that list slots by leader, by epoch */
  readonly #bySlot = new Map<bigint, ReadonlyMap<number, Address>>();

  constructor(epochs: EpochSchedule, schedules: Schedules | undefined) {
    this.#epochs = epochs;
    this.#schedules = schedules;
  }

  of(slot: bigint): Address | undefined {
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
  signatures: bigint;
  priority: bigint;
}

/** Pays the leader. Undefined: there is nothing to pay, or the leader cannot be paid, so that all is burned. */
export function payLeader(
  leader: Address,
  fees: BlockFees,
  accounts: Accounts,
  minimumBalance: MinimumBalance = rentExemption,
): Reward | undefined {
  const lamports = leaderShare(fees);
  const account = accounts.get(leader) ?? emptyAccount(leader);
  const postBalance = account.lamports + lamports;
  const isPayable = account.owner === SYSTEM_PROGRAM && postBalance <= U64_MAX;
  if (lamports === 0n || !isPayable || postBalance < minimumBalance(account.data.length)) return undefined;
  accounts.set({ ...account, lamports: postBalance });
  return { pubkey: leader, lamports, postBalance, rewardType: 'Fee', commission: null };
}

/**
 * Half of what signatures cost, and all that is paid for priority; the rest is burned. Without the cost of a signature a node
 * shares nothing.
 *
 * Source   agave 4.1 runtime bank/fee_distribution.rs
 */
export function leaderShare({ signatures, priority }: BlockFees): bigint {
  return signatures === 0n ? 0n : priority + signatures - signatures / 2n;
}
