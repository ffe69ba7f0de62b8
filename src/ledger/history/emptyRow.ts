import type { Blockhash } from '../../model/address.ts';
import type { Block } from '../../model/block.ts';
import { type BlockClock, timeAt } from '../blockClock.ts';
import { derivedBlockhash } from '../derivedBlockhash.ts';
import type { SlotRange } from '../slotSet.ts';

/** Each hash follows from the one before, but every 1,024 blocks from the block below the row: reading a block computes at most that many. */
const LINKED_HASHES = 1024;

/** The members of the block below a row that its blocks follow from. */
export type BlockBelow = Pick<Block, 'slot' | 'blockhash' | 'blockHeight'>;

/** Empty blocks in all slots from `first` on. A ledger has some of them, as a run. A block is created each time it is read. */
export class EmptyRow {
  readonly first: bigint;
  readonly below: BlockBelow;
  /** undefined: the blocks have no times */
  readonly clock: BlockClock | undefined;
  /** The hashes that were computed last, from the slot `#linkedFrom` on. */
  #linkedFrom: bigint;
  #linked: Blockhash[] = [];

  constructor(first: bigint, below: BlockBelow, clock: BlockClock | undefined) {
    this.first = first;
    // without its transactions: a row may outlive them
    this.below = { slot: below.slot, blockhash: below.blockhash, blockHeight: below.blockHeight };
    this.clock = clock;
    this.#linkedFrom = first;
  }

  parentSlotOf(slot: bigint): bigint {
    return slot === this.first ? this.below.slot : slot - 1n;
  }

  block(slot: bigint): Block {
    const { below, clock, first } = this;
    const hashAt = (at: bigint) => this.#hashAt(at);
    return {
      slot,
      parentSlot: this.parentSlotOf(slot),
      // most readers of a block do not need its hash
      get blockhash() {
        return hashAt(slot);
      },
      get previousBlockhash() {
        return slot === first ? below.blockhash : hashAt(slot - 1n);
      },
      ...(clock === undefined ? { blockTimeSeconds: null } : timeAt(slot, clock)),
      blockHeight: below.blockHeight === null ? null : below.blockHeight + 1n + slot - first,
      rewards: [],
      transactions: [],
    };
  }

  #hashAt(slot: bigint): Blockhash {
    const index = Number((slot - this.first) % BigInt(LINKED_HASHES));
    const from = slot - BigInt(index);
    if (from !== this.#linkedFrom) {
      this.#linkedFrom = from;
      this.#linked = [];
    }
    for (let at = this.#linked.length; at <= index; at++)
      this.#linked.push(derivedBlockhash(from + BigInt(at), this.#linked[at - 1] ?? this.below.blockhash));
    return this.#linked[index]!;
  }
}

/** Blocks of a row that a ledger has. */
export interface EmptyRun extends SlotRange {
  readonly row: EmptyRow;
}
