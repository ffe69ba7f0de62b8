import { U64_MAX } from '../../../codec/u64.ts';
import type { EpochSchedule, LeaderSchedule } from '../../../ledger/cluster.ts';
import { epochPositionOf } from '../../../ledger/epochs.ts';
import { areInTurn, leaderInTurn } from '../../../ledger/leaders.ts';
import { emptyAccount } from '../../../model/account.ts';
import { type Address, SYSTEM_PROGRAM } from '../../../model/address.ts';
import type { Reward } from '../../../model/meta.ts';
import { type Accounts, rentExemption } from '../../../runtime/accounts/accounts.ts';
import { solText } from '../../../runtime/accounts/amounts.ts';
import { inFile } from '../../../runtime/hints.ts';
import type { Names } from '../names/names.ts';
import type { BlocksWord } from './history.ts';

type Schedules = ReadonlyMap<bigint, LeaderSchedule>;

/** The leaders of the blocks of a script: named by the block, or by the schedule of its epoch. */
export class Leaders {
  readonly #names: Names;
  readonly #epochs: EpochSchedule;
  readonly #schedules: Schedules | undefined;
  /** of schedules that list slots by leader, by epoch */
  readonly #bySlot = new Map<bigint, ReadonlyMap<number, Address>>();
  readonly #warned = new Set<Address>();

  constructor(names: Names, epochs: EpochSchedule, schedules: Schedules | undefined) {
    this.#names = names;
    this.#epochs = epochs;
    this.#schedules = schedules;
  }

  /** null: there is no leader; undefined: the given one is wrong, which was reported. */
  of({ leader: word }: BlocksWord, slot: bigint): Address | null | undefined {
    const scheduled = this.#scheduled(slot) ?? null;
    if (word === undefined) return scheduled;
    const leader = this.#names.resolve(word);
    if (leader === undefined || scheduled === null || scheduled === leader) return leader;
    return word.at.refuse(
      `slot ${slot} is led by ${this.#names.show(scheduled)}, as \`leaderSchedules\` has it, not by ${this.#names.show(leader)}`,
    );
  }

  /** Warns, once a leader, that nothing is paid. */
  warnUnpaid({ at }: BlocksWord, leader: Address, slot: bigint, fees: BlockFees): void {
    const share = leaderShare(fees);
    if (share === 0n || this.#warned.has(leader)) return;
    this.#warned.add(leader);
    at.warn(
      `the ${solText(share)} SOL of fees for ${this.#names.show(leader)}, the leader of slot ${slot}, are burned`,
      `a node pays wallets that are rent-exempt: ${inFile('wallet')}`,
    );
  }

  #scheduled(slot: bigint): Address | undefined {
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
export function payLeader(leader: Address, fees: BlockFees, accounts: Accounts): Reward | undefined {
  const lamports = leaderShare(fees);
  const account = accounts.get(leader) ?? emptyAccount(leader);
  const postBalance = account.lamports + lamports;
  const isPayable = account.owner === SYSTEM_PROGRAM && postBalance <= U64_MAX;
  if (lamports === 0n || !isPayable || postBalance < rentExemption(account.data.length)) return undefined;
  accounts.set({ ...account, lamports: postBalance });
  return { pubkey: leader, lamports, postBalance, rewardType: 'Fee', commission: null };
}

/**
 * Half of what signatures cost, and all that is paid for priority; the rest is burned. Without the cost of a signature a node
 * shares nothing.
 *
 * Source   agave 4.1 runtime bank/fee_distribution.rs
 */
function leaderShare({ signatures, priority }: BlockFees): bigint {
  return signatures === 0n ? 0n : priority + signatures - signatures / 2n;
}
