import { saturateU64 } from '../../codec/bigints.ts';
import { type BlockClock, clockOf, timeAt } from '../../ledger/blockClock.ts';
import { clockAt } from '../../ledger/chainEnd.ts';
import type { EpochSchedule } from '../../ledger/clusterFacts.ts';
import { DEFAULT_EPOCH_SCHEDULE, epochOf, epochScheduleOf, firstSlotOf } from '../../ledger/epochs.ts';
import { blocksOn, type Chain, slotsOnFrom, stretchesOn } from '../../ledger/history/chain.ts';
import type { History } from '../../ledger/history/history.ts';
import { lamportsPerByteAt, type SlotMs } from '../../ledger/protocol.ts';
import type { SlotRange } from '../../ledger/slotSet.ts';
import type { LedgerState } from '../../ledger/state.ts';
import type { Block } from '../../solana/block.ts';

/** The facts that sysvars are made from; each is looked up when needed, because most requests need one sysvar at most. */
export interface SysvarFacts {
  readonly slot: bigint;
  readonly schedule: EpochSchedule;
  readonly lamportsPerByte: bigint;
  /** Unix seconds, i64 */
  readonly unixTimestamp: bigint;
  readonly epochStartTimestamp: bigint;
  /** lamports of all validators; undefined: it is not known */
  readonly stake: bigint | undefined;
  /** known blocks of the chain up to `slot`, newest first */
  readonly blocks: Iterable<Pick<Block, 'slot' | 'blockhash'>>;
  /** slots of these blocks */
  readonly slots: Iterable<SlotRange>;
}

/** The facts before the first slot. */
export const NO_FACTS: SysvarFacts = {
  slot: 0n,
  schedule: DEFAULT_EPOCH_SCHEDULE,
  lamportsPerByte: 0n,
  unixTimestamp: 0n,
  epochStartTimestamp: 0n,
  stake: undefined,
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

  get lamportsPerByte(): bigint {
    return lamportsPerByteAt(this.#state.protocol, this.slot);
  }

  get unixTimestamp(): bigint {
    return secondsAt(this.slot, this.#clock);
  }

  get epochStartTimestamp(): bigint {
    const { history } = this.#state;
    const { schedule } = this;
    const start = firstSlotOf(schedule, epochOf(schedule, this.slot));
    const epochBlocks = blocksOn(this.#chain, history, slotsOnFrom(this.#chain, history, start));
    return secondsAt(start, firstClock(epochBlocks, this.#slotMs) ?? this.#clock);
  }

  get stake(): bigint | undefined {
    const { validators } = this.#state.clusterFacts;
    return validators && saturateU64(validators.reduce((sum, { stake }) => sum + stake, 0n));
  }

  get #slotMs(): SlotMs {
    return this.#state.protocol.gates.slotMs;
  }

  get #clock(): BlockClock | undefined {
    return clockAt(this.#state.history, this.#chain, this.#slotMs);
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

function firstClock(blocks: Iterable<Block>, slotMs: SlotMs): BlockClock | undefined {
  for (const block of blocks) {
    const clock = clockOf(block, slotMs);
    if (clock !== undefined) return clock;
  }
  return undefined;
}

/** Unix seconds; 0 where no block has a time. */
export function secondsAt(slot: bigint, clock: BlockClock | undefined): bigint {
  return clock === undefined ? 0n : timeAt(slot, clock).blockTimeSeconds;
}
