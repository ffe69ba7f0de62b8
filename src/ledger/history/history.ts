import { maxOf, minOf } from '../../codec/bigints.ts';
import { firstIndexWhere } from '../../codec/binarySearch.ts';
import type { Address, Blockhash, Signature } from '../../solana/address.ts';
import type { Block, LedgerTransaction } from '../../solana/block.ts';
import { type SlotRange, SlotSet } from '../slotSet.ts';
import type { AddressQuery } from './addressSearch.ts';
import { type EmptyRun, EmptyRuns, type EmptySeries, lengthOf, runsOutside } from './emptyRuns.ts';
import { type Ordinal, type OrdinalRange, StoredHistory } from './storedHistory.ts';

/** One slot that holds a block or transactions, or a run of empty blocks. */
export interface Stretch extends SlotRange {
  /** The block, or the series of the run. Two histories have the same block in a slot if this is the same object. Undefined: transactions only. */
  readonly source: Block | EmptySeries | undefined;
  /** parent of the block in the first slot */
  readonly parentSlot: bigint | undefined;
}

/** Memory of a run in its list, roughly. */
const RUN_BYTES = 24;

/**
 * All blocks and transactions in the order of their slots, as a value: those that are stored, and runs of empty blocks, which are created
 * when they are read.
 */
export class History {
  readonly #stored: StoredHistory;
  readonly #runs: EmptyRuns;

  private constructor(stored: StoredHistory, runs: EmptyRuns) {
    this.#stored = stored;
    this.#runs = runs;
  }

  /** @param loose transactions that no block of `blocks` holds */
  static fromBlocks(
    blocks: readonly Block[],
    loose: readonly LedgerTransaction[] = [],
    runs: readonly EmptyRun[] = [],
  ): History {
    // a slot with a loose transaction leaves its run: its block is stored
    const looseSlots = runs.length === 0 ? SlotSet.NONE : SlotSet.fromSlots(loose.map(({ slot }) => slot));
    const blocksOfLooseSlots = runs.flatMap((run) => blocksIn(run, looseSlots));
    const otherRuns = runs.flatMap((run) => runsOutside(run, looseSlots));
    return new History(
      StoredHistory.fromBlocks([...blocks, ...blocksOfLooseSlots], loose),
      EmptyRuns.fromRuns(otherRuns),
    );
  }

  /** Slots that hold a block, or transactions without a block. */
  get slotCount(): number {
    return this.#stored.slotCount + this.#runs.blockCount;
  }

  get blockCount(): number {
    let count = this.#runs.blockCount;
    for (const _ of this.#stored.blocks()) count++;
    return count;
  }

  get transactionCount(): number {
    return this.#stored.transactionCount;
  }

  get firstSlot(): bigint | undefined {
    return this.slotCount === 0 ? undefined : this.slotAt(0);
  }

  get lastSlot(): bigint | undefined {
    const lastHeld = this.#stored.lastSlot;
    const lastInRuns = this.#runs.all.at(-1)?.last;
    if (lastHeld === undefined) return lastInRuns;
    return lastInRuns === undefined ? lastHeld : maxOf(lastHeld, lastInRuns);
  }

  /** Ascending; their blocks are not stored. */
  get emptyRuns(): readonly EmptyRun[] {
    return this.#runs.all;
  }

  /** @param index counted from 0, ascending by slot */
  slotAt(index: number): bigint {
    const { all } = this.#runs;
    const indexOfRun = (i: number) => this.#stored.indexOf(all[i]!.first) + this.#runs.blocksBefore(i);
    const i = firstIndexWhere(all.length, (at) => indexOfRun(at) > index) - 1;
    const run = all[i];
    if (run === undefined) return this.#stored.slotAt(index);
    const indexInRun = index - indexOfRun(i);
    if (indexInRun < lengthOf(run)) return run.first + BigInt(indexInRun);
    return this.#stored.slotAt(index - this.#runs.blocksBefore(i + 1));
  }

  /** Index of the first slot that is not below `slot`. */
  indexOf(slot: bigint): number {
    return this.#stored.indexOf(slot) + this.#runs.blocksBelow(slot);
  }

  /** The number of slots in a range that hold a block, or transactions without a block. */
  countSlots({ first, last }: SlotRange): number {
    return this.indexOf(last + 1n) - this.indexOf(first);
  }

  hasSlot(slot: bigint): boolean {
    return this.#stored.hasSlot(slot) || this.emptyRunAt(slot) !== undefined;
  }

  /** Ascending. */
  *slotsFrom(first: bigint): Iterable<bigint> {
    let next = first;
    for (const run of this.#runs.from(first)) {
      for (const slot of this.#stored.slotsFrom(next)) {
        if (slot > run.first) break;
        yield slot;
      }
      for (next = maxOf(next, run.first); next <= run.last; next++) yield next;
    }
    yield* this.#stored.slotsFrom(next);
  }

  /** Descending, from `last` on. */
  *stretchesDown(last: bigint): Iterable<Stretch> {
    let top = last;
    for (const { first, last: end, series } of this.#runs.downFrom(last)) {
      yield* this.#storedDown(end + 1n, top);
      yield { first, last: minOf(end, top), source: series, parentSlot: series.parentSlotOf(first) };
      top = first - 1n;
    }
    yield* this.#storedDown(0n, top);
  }

  *#storedDown(first: bigint, last: bigint): Iterable<Stretch> {
    if (first > last) return;
    for (const slot of this.#stored.slotsDownFrom(last)) {
      if (slot < first) return;
      const source = this.#stored.block(slot);
      yield { first: slot, last: slot, source, parentSlot: source?.parentSlot };
    }
  }

  block(slot: bigint): Block | undefined {
    return this.#stored.block(slot) ?? this.emptyRunAt(slot)?.series.block(slot);
  }

  /** See `Stretch.source`. */
  sourceAt(slot: bigint): Stretch['source'] {
    return this.#stored.block(slot) ?? this.emptyRunAt(slot)?.series;
  }

  /** The run that a slot is in. */
  emptyRunAt(slot: bigint): EmptyRun | undefined {
    return this.#runs.at(slot);
  }

  /** Ascending by slot. */
  *blocks(): Iterable<Block> {
    for (const slot of this.slotsFrom(0n)) {
      const block = this.block(slot);
      if (block !== undefined) yield block;
    }
  }

  /** The blocks that are not in runs; ascending by slot. */
  storedBlocks(): Iterable<Block> {
    return this.#stored.blocks();
  }

  transactionAt(ordinal: Ordinal): LedgerTransaction | undefined {
    return this.#stored.transactionAt(ordinal);
  }

  transactions(first: Ordinal = 0): Iterable<LedgerTransaction> {
    return this.#stored.transactions(first);
  }

  /** Ordinal of the first transaction whose slot is not below `slot`. */
  firstOrdinalAt(slot: bigint): Ordinal {
    return this.#stored.firstOrdinalAt(slot);
  }

  /** Ordinal of the first transaction in a slot, or above it, whose index in its block is not below `index`. */
  ordinalAt(slot: bigint, index: number): Ordinal {
    return this.#stored.ordinalAt(slot, index);
  }

  /** All transactions with this first signature, ascending: several only because of forks. */
  ordinalsOf(signature: Signature): readonly Ordinal[] {
    return this.#stored.ordinalsOf(signature);
  }

  /** Transactions that name an address, newest first, from the one before `end` on. */
  ordinalsDown(address: Address, end: Ordinal): Iterable<Ordinal> {
    return this.#stored.ordinalsDown(address, end);
  }

  /** Transactions of an address in a range, in the order of the query; some of them may be outside of its times. */
  ordinalsFor(query: AddressQuery, range: OrdinalRange): Iterable<Ordinal> {
    return this.#stored.ordinalsFor(query, range);
  }

  /** Candidates for a message: every transaction with this message that an address pays is among them. */
  ordinalsOfMessage(message: Uint8Array, payer: Address, end: Ordinal): Iterable<Ordinal> {
    return this.#stored.ordinalsOfMessage(message, payer, end);
  }

  /** Blocks with this hash that were added after loading, newest first. Runs and loaded blocks are not searched. */
  addedWithHash(hash: Blockhash): Iterable<Block> {
    return this.#stored.addedWithHash(hash);
  }

  /** The history up to `slot`. */
  upTo(slot: bigint): History {
    if (this.lastSlot === undefined || this.lastSlot <= slot) return this;
    return new History(this.#stored.upTo(slot), this.#runs.upTo(slot));
  }

  /** Memory, roughly, that another history does not share. */
  unsharedBytes(other: History): number {
    const runs = this.#runs === other.#runs ? 0 : this.#runs.all.length * RUN_BYTES;
    return this.#stored.unsharedBytes(other.#stored) + runs;
  }

  /** A copy for a fork: blocks that are added to it later go into parts of their own. */
  copyForFork(): History {
    return new History(this.#stored.copyForFork(), this.#runs);
  }

  /** @param blocks ascending; each has a higher slot than all before */
  with(blocks: readonly Block[]): History {
    return blocks.length === 0 ? this : new History(this.#stored.with(blocks), this.#runs);
  }

  /** @param run above all slots before */
  withEmptyRun(run: EmptyRun): History {
    return new History(this.#stored, this.#runs.with(run));
  }
}

/** The blocks of a run in some slots. */
function blocksIn({ first, last, series }: EmptyRun, slots: SlotSet): readonly Block[] {
  return slots.between(first, last).flatMap((range) => Array.from(slotsOf(range), (slot) => series.block(slot)));
}

function* slotsOf({ first, last }: SlotRange): Iterable<bigint> {
  for (let slot = first; slot <= last; slot++) yield slot;
}
