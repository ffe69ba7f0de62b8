import type { EpochSchedule } from '../../../ledger/cluster.ts';
import { DEFAULT_EPOCH_SCHEDULE, epochOf, epochScheduleOf, firstSlotOf } from '../../../ledger/epochs.ts';
import { blocksOn, type Chain } from '../../../ledger/history/chain.ts';
import type { LedgerState } from '../../../ledger/state.ts';
import type { Block } from '../../../model/block.ts';

/** What sysvars are made from; looked up when it is asked for, as most requests need one sysvar at most. */
export interface SysvarFacts {
  readonly slot: bigint;
  readonly schedule: EpochSchedule;
  /** Unix seconds, i64 */
  readonly unixTimestamp: bigint;
  readonly epochStartTimestamp: bigint;
  /** known blocks of the chain up to `slot`, newest first */
  readonly blocks: Iterable<Pick<Block, 'slot' | 'blockhash'>>;
}

/** Before the first slot. */
export const NO_FACTS: SysvarFacts = {
  slot: 0n,
  schedule: DEFAULT_EPOCH_SCHEDULE,
  unixTimestamp: 0n,
  epochStartTimestamp: 0n,
  blocks: [],
};

/** The facts of a chain, by default at its end. */
export function chainFacts(state: LedgerState, chain: Chain, tip: bigint = chain.tip): SysvarFacts {
  const { history } = state;
  const newest = () => firstTimed(blocksOn(chain, history));
  return {
    slot: tip,
    get schedule() {
      return epochScheduleOf(state);
    },
    get unixTimestamp() {
      return timeAt(tip, newest());
    },
    get epochStartTimestamp() {
      const start = firstSlotOf(this.schedule, epochOf(this.schedule, tip));
      return timeAt(start, firstTimed(blocksOn(chain, history, history.slotsFrom(start))) ?? newest());
    },
    get blocks() {
      return blocksOn(chain, history);
    },
  };
}

/** A slot whose time is known. */
export interface TimedSlot {
  readonly slot: bigint;
  readonly seconds: bigint;
}

function firstTimed(blocks: Iterable<Block>): TimedSlot | undefined {
  for (const { blockTimeSeconds, slot } of blocks) {
    if (typeof blockTimeSeconds === 'bigint') return { slot, seconds: blockTimeSeconds };
  }
  return undefined;
}

/** Counted from a slot whose time is known, at 0.4 seconds a slot. */
export function timeAt(slot: bigint, known: TimedSlot | undefined): bigint {
  return known === undefined ? 0n : known.seconds + ((slot - known.slot) * 2n) / 5n;
}
