import type { Blockhash } from '../../model/address.ts';
import type { Block } from '../../model/block.ts';
import { type BlockClock, timeAt } from '../blockClock.ts';
import { derivedBlockhash } from '../derivedBlockhash.ts';
import type { SlotRange } from '../slotSet.ts';

/** So many hashes follow one from the other; then one follows from the block below the row, so that none is far from a known one. */
const LINKED_HASHES = 1024;

/** What the first block of a row needs to know of the one before. */
export type BlockBelow = Pick<Block, 'slot' | 'blockhash' | 'blockHeight'>;

/** Empty blocks in all slots from one on, however many of them a ledger has. A block is made when it is looked at. */
export class EmptyRow {
  readonly first: bigint;
  readonly below: BlockBelow;
  /** undefined: the blocks have no times */
  readonly clock: BlockClock | undefined;
  /** hashes that follow one from the other, from this slot on: those that were asked for last */
  #linkedFrom: bigint;
  #linked: Blockhash[] = [];

  constructor(first: bigint, below: BlockBelow, clock: BlockClock | undefined) {
    this.first = first;
    // a row must not keep the transactions of the block below
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
      // most who look at a block want no hash of it
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
