import type { EpochSchedule } from '../../../ledger/cluster.ts';
import { DEFAULT_EPOCH_SCHEDULE, epochOf, epochScheduleOf, firstSlotOf } from '../../../ledger/epochs.ts';
import { blocksOn, type Chain, slotsOnFrom, stretchesOn } from '../../../ledger/history/chain.ts';
import type { History } from '../../../ledger/history/history.ts';
import type { SlotRange } from '../../../ledger/slotSet.ts';
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
  /** of these blocks */
  readonly slots: Iterable<SlotRange>;
}

/** Before the first slot. */
export const NO_FACTS: SysvarFacts = {
  slot: 0n,
  schedule: DEFAULT_EPOCH_SCHEDULE,
  unixTimestamp: 0n,
  epochStartTimestamp: 0n,
  blocks: [],
  slots: [],
};

/** The facts of a chain, by default at its end. */
export function chainFacts(state: LedgerState, chain: Chain, tip: bigint = chain.tip): SysvarFacts {
  return new ChainFacts(state, chain, tip);
}

class ChainFacts implements SysvarFacts {
  readonly slot: bigint;
  readonly #state: LedgerState;
  readonly #chain: Chain;

  constructor(state: LedgerState, chain: Chain, tip: bigint) {
    this.slot = tip;
    this.#state = state;
    this.#chain = chain;
  }

  get schedule(): EpochSchedule {
    return epochScheduleOf(this.#state);
  }

  get unixTimestamp(): bigint {
    return timeAt(this.slot, firstTimed(this.blocks));
  }

  get epochStartTimestamp(): bigint {
    const { history } = this.#state;
    const { schedule } = this;
    const start = firstSlotOf(schedule, epochOf(schedule, this.slot));
    const ofEpoch = blocksOn(this.#chain, history, slotsOnFrom(this.#chain, history, start));
    return timeAt(start, firstTimed(ofEpoch) ?? firstTimed(this.blocks));
  }

  get blocks(): Iterable<Block> {
    return blocksOn(this.#chain, this.#state.history);
  }

  get slots(): Iterable<SlotRange> {
    return blockRangesOn(this.#chain, this.#state.history);
  }
}

function* blockRangesOn(chain: Chain, history: History): Iterable<SlotRange> {
  for (const stretch of stretchesOn(chain, history)) if (stretch.source !== undefined) yield stretch;
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
