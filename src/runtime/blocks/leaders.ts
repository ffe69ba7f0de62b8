import { U64_MAX } from '../../codec/u64.ts';
import type { EpochSchedule, LeaderSchedule } from '../../ledger/cluster.ts';
import { epochPositionOf } from '../../ledger/epochs.ts';
import { areInTurn, leaderInTurn } from '../../ledger/leaders.ts';
import { emptyAccount } from '../../model/account.ts';
import { type Address, SYSTEM_PROGRAM } from '../../model/address.ts';
import type { Reward } from '../../model/meta.ts';
import { type Accounts, rentExemption } from '../accounts/accounts.ts';
import type { MinimumBalance } from '../transactions/rent.ts';

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
