import { firstIndexWhere } from '../../codec/binarySearch.ts';
import type { Address, Blockhash, Signature } from '../../solana/address.ts';
import type { Block, LedgerTransaction } from '../../solana/block.ts';
import type { AddressQuery } from './addressSearch.ts';
import { GrowingPart, HistoryPart, sortTransactions } from './historyParts.ts';

/** Position of a transaction in the whole history: by slot, then by place in the block. */
export type Ordinal = number;

/** Transactions of a history, one after the other. */
export interface OrdinalRange {
  readonly first: Ordinal;
  /** after the last one */
  readonly end: Ordinal;
}

/**
 * A part of the history, as far as this history has it: the first slots and transactions of the part. What comes after them belongs to
 * other histories that share it.
 */
interface PartPrefix {
  readonly part: HistoryPart;
  readonly slotCount: number;
  readonly transactionCount: number;
  readonly slotsBefore: number;
  readonly transactionsBefore: number;
  /** whether no block may be added to this part, even where the history has all of it */
  readonly isClosed?: true;
}

/** Memory of the index entries of a slot or a transaction, roughly. */
const ENTRY_BYTES = 1000;

/**
 * Blocks and transactions in the order of their slots, as a value. Blocks can be added at the end, and the end can be cut off: the
 * result shares with this history what both have. It consists of parts, of which each is at least twice as large as the next one; so
 * there are few, and what is added is indexed again only a few times. The last part grows where this history has all of it.
 */
export class StoredHistory {
  readonly #prefixes: readonly PartPrefix[];

  private constructor(prefixes: readonly PartPrefix[]) {
    this.#prefixes = prefixes;
  }

  /** @param loose transactions that no block of `blocks` holds */
  static fromBlocks(blocks: readonly Block[], loose: readonly LedgerTransaction[] = []): StoredHistory {
    return new StoredHistory([wholePart(new HistoryPart(blocks, sortTransactions(blocks, loose)), undefined)]);
  }

  /** Memory, roughly, of parts that another history does not share. Their blocks and transactions may be in its own parts. */
  unsharedBytes(other: StoredHistory): number {
    const shared = new Set(other.#prefixes.map(({ part }) => part));
    return this.#prefixes.reduce(
      (bytes, { part }) => bytes + (shared.has(part) ? 0 : sizeOfPart(part) * ENTRY_BYTES),
      0,
    );
  }

  /** Slots that hold a block, or transactions without a block. */
  get slotCount(): number {
    const last = this.#prefixes.at(-1);
    return last === undefined ? 0 : last.slotsBefore + last.slotCount;
  }

  get transactionCount(): number {
    const last = this.#prefixes.at(-1);
    return last === undefined ? 0 : last.transactionsBefore + last.transactionCount;
  }

  get firstSlot(): bigint | undefined {
    return this.slotCount === 0 ? undefined : this.slotAt(0);
  }

  get lastSlot(): bigint | undefined {
    return this.slotCount === 0 ? undefined : this.slotAt(this.slotCount - 1);
  }

  /** @param index counted from 0, ascending by slot */
  slotAt(index: number): bigint {
    const { part, slotsBefore } = this.#prefixWith((prefix) => prefix.slotsBefore <= index);
    return part.slots[index - slotsBefore]!;
  }

  /** Index of the first slot that is not below `slot`. */
  indexOf(slot: bigint): number {
    for (let i = this.#prefixes.length - 1; i >= 0; i--) {
      const { part, slotCount, slotsBefore } = this.#prefixes[i]!;
      if (slotCount === 0 || (i > 0 && part.slots[0]! >= slot)) continue;
      return slotsBefore + firstIndexWhere(slotCount, (at) => part.slots[at]! >= slot);
    }
    return 0;
  }

  hasSlot(slot: bigint): boolean {
    const index = this.indexOf(slot);
    return index < this.slotCount && this.slotAt(index) === slot;
  }

  /** Ascending. */
  *slotsFrom(first: bigint): Iterable<bigint> {
    for (let i = this.indexOf(first); i < this.slotCount; i++) yield this.slotAt(i);
  }

  /** Descending. */
  *slotsDownFrom(last: bigint): Iterable<bigint> {
    for (let i = this.#prefixes.length - 1; i >= 0; i--) {
      const { part, slotCount } = this.#prefixes[i]!;
      for (let at = firstIndexWhere(slotCount, (n) => part.slots[n]! > last) - 1; at >= 0; at--) yield part.slots[at]!;
    }
  }

  block(slot: bigint): Block | undefined {
    for (let i = this.#prefixes.length - 1; i >= 0; i--) {
      const { part, slotCount } = this.#prefixes[i]!;
      const block = part.blocks.get(slot);
      if (block !== undefined) return slot <= part.slots[slotCount - 1]! ? block : undefined;
    }
    return undefined;
  }

  /** Ascending by slot. */
  *blocks(): Iterable<Block> {
    for (const slot of this.slotsFrom(0n)) {
      const block = this.block(slot);
      if (block !== undefined) yield block;
    }
  }

  transactionAt(ordinal: Ordinal): LedgerTransaction | undefined {
    if (ordinal < 0 || ordinal >= this.transactionCount) return undefined;
    const { part, transactionsBefore } = this.#prefixWith((prefix) => prefix.transactionsBefore <= ordinal);
    return part.transactions[ordinal - transactionsBefore];
  }

  *transactions(first: Ordinal = 0): Iterable<LedgerTransaction> {
    for (let ordinal = first; ordinal < this.transactionCount; ordinal++) yield this.transactionAt(ordinal)!;
  }

  /** Ordinal of the first transaction whose slot is not below `slot`. */
  firstOrdinalAt(slot: bigint): Ordinal {
    for (let i = this.#prefixes.length - 1; i >= 0; i--) {
      const { part, transactionCount, transactionsBefore } = this.#prefixes[i]!;
      if (i > 0 && part.slots[0]! >= slot) continue;
      return transactionsBefore + firstIndexWhere(transactionCount, (at) => part.transactions[at]!.slot >= slot);
    }
    return 0;
  }

  /** Ordinal of the first transaction in a slot, or above it, whose index in its block is not below `index`. */
  ordinalAt(slot: bigint, index: number): Ordinal {
    const first = this.firstOrdinalAt(slot);
    const count = this.firstOrdinalAt(slot + 1n) - first;
    return first + firstIndexWhere(count, (n) => (this.transactionAt(first + n)!.index ?? 0) >= index);
  }

  /** All transactions with this first signature, ascending: several only because of forks. */
  ordinalsOf(signature: Signature): readonly Ordinal[] {
    const ordinals: Ordinal[] = [];
    for (const { part, transactionCount, transactionsBefore } of this.#prefixes) {
      const places = part.bySignature.get(signature);
      if (places === undefined) continue;
      for (const place of places) if (place < transactionCount) ordinals.push(transactionsBefore + place);
    }
    return ordinals;
  }

  /** Transactions that name an address, newest first, from the one before `end` on. */
  ordinalsDown(address: Address, end: Ordinal): Iterable<Ordinal> {
    return this.#ordinalsBefore(end, (part) => part.byAddress.get(address) ?? []);
  }

  /** Transactions of an address in a range, in the order of the query; some of them may be outside of its times. */
  *ordinalsFor(query: AddressQuery, { end, first }: OrdinalRange): Iterable<Ordinal> {
    const prefixes = query.isAscending ? this.#prefixes : this.#prefixes.toReversed();
    for (const { part, transactionCount, transactionsBefore } of prefixes) {
      const range = { first: first - transactionsBefore, end: Math.min(transactionCount, end - transactionsBefore) };
      for (const place of part.search.places(query, range)) yield transactionsBefore + place;
    }
  }

  /** Candidates for a message: every transaction with this message that an address pays is among them. */
  ordinalsOfMessage(message: Uint8Array, payer: Address, end: Ordinal): Iterable<Ordinal> {
    return this.#ordinalsBefore(end, (part) => part.placesOfMessage(message, payer));
  }

  *#ordinalsBefore(end: Ordinal, placesIn: (part: HistoryPart) => readonly number[]): Iterable<Ordinal> {
    for (let i = this.#prefixes.length - 1; i >= 0; i--) {
      const { part, transactionCount, transactionsBefore } = this.#prefixes[i]!;
      const places = placesIn(part);
      const limit = Math.min(transactionCount, end - transactionsBefore);
      for (let at = firstIndexWhere(places.length, (n) => places[n]! >= limit) - 1; at >= 0; at--)
        yield transactionsBefore + places[at]!;
    }
  }

  /** The blocks with a hash among those that were added, newest first. */
  *addedWithHash(hash: Blockhash): Iterable<Block> {
    for (let i = this.#prefixes.length - 1; i >= 0; i--) {
      const { part, slotCount } = this.#prefixes[i]!;
      if (!(part instanceof GrowingPart)) continue;
      for (const slot of part.slotsOfBlockhash(hash).toReversed())
        if (slot <= part.slots[slotCount - 1]!) yield part.blocks.get(slot)!;
    }
  }

  /** The history up to `slot`. */
  upTo(slot: bigint): StoredHistory {
    if (this.lastSlot === undefined || this.lastSlot <= slot) return this;
    const slotCount = this.indexOf(slot + 1n);
    const transactionCount = this.firstOrdinalAt(slot + 1n);
    const prefixes = this.#prefixes.filter((prefix) => prefix.slotsBefore < slotCount);
    return new StoredHistory(
      prefixes.map((prefix) => ({
        ...prefix,
        slotCount: Math.min(prefix.slotCount, slotCount - prefix.slotsBefore),
        transactionCount: Math.min(prefix.transactionCount, transactionCount - prefix.transactionsBefore),
      })),
    );
  }

  /** A copy for a fork: blocks that are added to it later go into parts of their own. */
  copyForFork(): StoredHistory {
    return new StoredHistory(this.#prefixes.map((prefix) => ({ ...prefix, isClosed: true })));
  }

  /** @param blocks ascending; each has a higher slot than all before */
  with(blocks: readonly Block[]): StoredHistory {
    if (blocks.length === 0) return this;
    const prefixes = [...this.#prefixes];
    let part = growPart(prefixes.at(-1), blocks);
    if (part === undefined) part = new GrowingPart(blocks, sortTransactions(blocks, []));
    else prefixes.pop();
    for (
      let last = prefixes.at(-1);
      last !== undefined && sizeOf(last) < 2 * sizeOfPart(part);
      last = prefixes.at(-1)
    ) {
      part = joinParts(last, part);
      prefixes.pop();
    }
    return new StoredHistory([...prefixes, wholePart(part, prefixes.at(-1))]);
  }

  /** The last prefix that passes a test; the first one always counts as passing. */
  #prefixWith(test: (prefix: PartPrefix) => boolean): PartPrefix {
    let i = this.#prefixes.length - 1;
    while (i > 0 && !test(this.#prefixes[i]!)) i--;
    return this.#prefixes[i]!;
  }
}

/** Adds blocks to a part, if it can grow; undefined: it cannot, or another history has added to it. */
function growPart(prefix: PartPrefix | undefined, blocks: readonly Block[]): GrowingPart | undefined {
  if (!(prefix?.part instanceof GrowingPart) || prefix.isClosed === true) return undefined;
  const { part, slotCount, transactionCount } = prefix;
  if (slotCount < part.slots.length || transactionCount < part.transactions.length) return undefined;
  part.grow(blocks);
  return part;
}

function wholePart(part: HistoryPart, before: PartPrefix | undefined): PartPrefix {
  return {
    part,
    slotCount: part.slots.length,
    transactionCount: part.transactions.length,
    slotsBefore: before === undefined ? 0 : before.slotsBefore + before.slotCount,
    transactionsBefore: before === undefined ? 0 : before.transactionsBefore + before.transactionCount,
  };
}

function joinParts({ part, slotCount, transactionCount }: PartPrefix, next: HistoryPart): GrowingPart {
  const blocks = part.slots.slice(0, slotCount).flatMap((slot) => part.blocks.get(slot) ?? []);
  const transactions = part.transactions.slice(0, transactionCount);
  return new GrowingPart([...blocks, ...next.blocks.values()], [...transactions, ...next.transactions]);
}

function sizeOf({ slotCount, transactionCount }: PartPrefix): number {
  return slotCount + transactionCount;
}

function sizeOfPart({ slots, transactions }: HistoryPart): number {
  return slots.length + transactions.length;
}
