import type { EpochSchedule, LeaderSchedule } from '../../../ledger/cluster.ts';
import type { Address } from '../../../model/address.ts';
import { solText } from '../../../runtime/accounts/amounts.ts';
import { type BlockFees, leaderShare, ScheduledLeaders } from '../../../runtime/blocks/leaders.ts';
import { inFile } from '../../../runtime/hints.ts';
import type { Names } from '../names/names.ts';
import type { BlocksWord } from './history.ts';

type Schedules = ReadonlyMap<bigint, LeaderSchedule>;

/** The leaders of the blocks of a script: named by the block, or by the schedule of its epoch. */
export class Leaders {
  readonly #names: Names;
  readonly #scheduled: ScheduledLeaders;
  readonly #warned = new Set<Address>();

  constructor(names: Names, epochs: EpochSchedule, schedules: Schedules | undefined) {
    this.#names = names;
    this.#scheduled = new ScheduledLeaders(epochs, schedules);
  }

  /** null: there is no leader; undefined: the given one is wrong, which was reported. */
  of({ leader: word }: BlocksWord, slot: bigint): Address | null | undefined {
    const scheduled = this.#scheduled.of(slot) ?? null;
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
}
