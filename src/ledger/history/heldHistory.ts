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

/** The beginning of a part, which may be cut, and where it stands in the history. */
interface Piece {
  readonly part: HistoryPart;
  readonly slotCount: number;
  readonly transactionCount: number;
  readonly slotsBefore: number;
  readonly transactionsBefore: number;
  /** whether a block must not be added to this part, even where the piece is all of the part */
  readonly isClosed?: true;
}

/** Memory of the index entries of a slot or a transaction, roughly. */
const ENTRY_BYTES = 1000;

/**
 * Blocks and transactions in the order of their slots, as a value. Blocks can be added at the end, and the end can be cut off: the
 * result shares with this history what both have. It consists of parts, of which each is at least twice as large as the next one; so
 * there are few, and what is added is indexed again only a few times. The last part grows where this history has all of it.
 */
export class HeldHistory {
  readonly #pieces: readonly Piece[];

  private constructor(pieces: readonly Piece[]) {
    this.#pieces = pieces;
  }

  /** @param loose transactions that no block of `blocks` holds */
  static fromBlocks(blocks: readonly Block[], loose: readonly LedgerTransaction[] = []): HeldHistory {
    return new HeldHistory([wholePiece(new HistoryPart(blocks, sortTransactions(blocks, loose)), undefined)]);
  }

  /** Memory, roughly, of parts that another history does not share. Their blocks and transactions may be in its own parts. */
  unsharedBytes(other: HeldHistory): number {
    const shared = new Set(other.#pieces.map(({ part }) => part));
    return this.#pieces.reduce((bytes, { part }) => bytes + (shared.has(part) ? 0 : sizeOfPart(part) * ENTRY_BYTES), 0);
  }

  /** Slots that hold a block, or transactions without a block. */
  get slotCount(): number {
    const last = this.#pieces.at(-1);
    return last === undefined ? 0 : last.slotsBefore + last.slotCount;
  }

  get transactionCount(): number {
    const last = this.#pieces.at(-1);
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
    const { part, slotsBefore } = this.#pieceWith((piece) => piece.slotsBefore <= index);
    return part.slots[index - slotsBefore]!;
  }

  /** Index of the first slot that is not below `slot`. */
  indexOf(slot: bigint): number {
    for (let i = this.#pieces.length - 1; i >= 0; i--) {
      const { part, slotCount, slotsBefore } = this.#pieces[i]!;
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
    for (let i = this.#pieces.length - 1; i >= 0; i--) {
      const { part, slotCount } = this.#pieces[i]!;
      for (let at = firstIndexWhere(slotCount, (n) => part.slots[n]! > last) - 1; at >= 0; at--) yield part.slots[at]!;
    }
  }

  block(slot: bigint): Block | undefined {
    for (let i = this.#pieces.length - 1; i >= 0; i--) {
      const { part, slotCount } = this.#pieces[i]!;
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
    const { part, transactionsBefore } = this.#pieceWith((piece) => piece.transactionsBefore <= ordinal);
    return part.transactions[ordinal - transactionsBefore];
  }

  *transactions(first: Ordinal = 0): Iterable<LedgerTransaction> {
    for (let ordinal = first; ordinal < this.transactionCount; ordinal++) yield this.transactionAt(ordinal)!;
  }

  /** Ordinal of the first transaction whose slot is not below `slot`. */
  firstOrdinalAt(slot: bigint): Ordinal {
    for (let i = this.#pieces.length - 1; i >= 0; i--) {
      const { part, transactionCount, transactionsBefore } = this.#pieces[i]!;
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
    for (const { part, transactionCount, transactionsBefore } of this.#pieces) {
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
    const pieces = query.isAscending ? this.#pieces : this.#pieces.toReversed();
    for (const { part, transactionCount, transactionsBefore } of pieces) {
      const range = { first: first - transactionsBefore, end: Math.min(transactionCount, end - transactionsBefore) };
      for (const place of part.search.places(query, range)) yield transactionsBefore + place;
    }
  }

  /** Candidates for a message: every transaction with this message that an address pays is among them. */
  ordinalsOfMessage(message: Uint8Array, payer: Address, end: Ordinal): Iterable<Ordinal> {
    return this.#ordinalsBefore(end, (part) => part.placesOfMessage(message, payer));
  }

  *#ordinalsBefore(end: Ordinal, placesIn: (part: HistoryPart) => readonly number[]): Iterable<Ordinal> {
    for (let i = this.#pieces.length - 1; i >= 0; i--) {
      const { part, transactionCount, transactionsBefore } = this.#pieces[i]!;
      const places = placesIn(part);
      const limit = Math.min(transactionCount, end - transactionsBefore);
      for (let at = firstIndexWhere(places.length, (n) => places[n]! >= limit) - 1; at >= 0; at--)
        yield transactionsBefore + places[at]!;
    }
  }

  /** The blocks with a hash among those that were added, newest first. */
  *addedWithHash(hash: Blockhash): Iterable<Block> {
    for (let i = this.#pieces.length - 1; i >= 0; i--) {
      const { part, slotCount } = this.#pieces[i]!;
      if (!(part instanceof GrowingPart)) continue;
      for (const slot of part.slotsOfBlockhash(hash).toReversed())
        if (slot <= part.slots[slotCount - 1]!) yield part.blocks.get(slot)!;
    }
  }

  /** The history up to `slot`. */
  upTo(slot: bigint): HeldHistory {
    if (this.lastSlot === undefined || this.lastSlot <= slot) return this;
    const slotCount = this.indexOf(slot + 1n);
    const transactionCount = this.firstOrdinalAt(slot + 1n);
    const pieces = this.#pieces.filter((piece) => piece.slotsBefore < slotCount);
    return new HeldHistory(
      pieces.map((piece) => ({
        ...piece,
        slotCount: Math.min(piece.slotCount, slotCount - piece.slotsBefore),
        transactionCount: Math.min(piece.transactionCount, transactionCount - piece.transactionsBefore),
      })),
    );
  }

  /** A copy for a fork: blocks that are added to it later go into parts of their own. */
  copyForFork(): HeldHistory {
    return new HeldHistory(this.#pieces.map((piece) => ({ ...piece, isClosed: true })));
  }

  /** @param blocks ascending; each has a higher slot than all before */
  with(blocks: readonly Block[]): HeldHistory {
    if (blocks.length === 0) return this;
    const pieces = [...this.#pieces];
    let part = growPart(pieces.at(-1), blocks);
    if (part === undefined) part = new GrowingPart(blocks, sortTransactions(blocks, []));
    else pieces.pop();
    for (let last = pieces.at(-1); last !== undefined && sizeOf(last) < 2 * sizeOfPart(part); last = pieces.at(-1)) {
      part = joinParts(last, part);
      pieces.pop();
    }
    return new HeldHistory([...pieces, wholePiece(part, pieces.at(-1))]);
  }

  /** The last piece that passes a test; the first piece always counts as passing. */
  #pieceWith(test: (piece: Piece) => boolean): Piece {
    let i = this.#pieces.length - 1;
    while (i > 0 && !test(this.#pieces[i]!)) i--;
    return this.#pieces[i]!;
  }
}

/** Adds blocks to the part of a piece, if it can grow; undefined: it cannot, or another history has added to it. */
function growPart(piece: Piece | undefined, blocks: readonly Block[]): GrowingPart | undefined {
  if (!(piece?.part instanceof GrowingPart) || piece.isClosed === true) return undefined;
  const { part, slotCount, transactionCount } = piece;
  if (slotCount < part.slots.length || transactionCount < part.transactions.length) return undefined;
  part.grow(blocks);
  return part;
}

function wholePiece(part: HistoryPart, before: Piece | undefined): Piece {
  return {
    part,
    slotCount: part.slots.length,
    transactionCount: part.transactions.length,
    slotsBefore: before === undefined ? 0 : before.slotsBefore + before.slotCount,
    transactionsBefore: before === undefined ? 0 : before.transactionsBefore + before.transactionCount,
  };
}

function joinParts({ part, slotCount, transactionCount }: Piece, next: HistoryPart): GrowingPart {
  const blocks = part.slots.slice(0, slotCount).flatMap((slot) => part.blocks.get(slot) ?? []);
  const transactions = part.transactions.slice(0, transactionCount);
  return new GrowingPart([...blocks, ...next.blocks.values()], [...transactions, ...next.transactions]);
}

function sizeOf({ slotCount, transactionCount }: Piece): number {
  return slotCount + transactionCount;
}

function sizeOfPart({ slots, transactions }: HistoryPart): number {
  return slots.length + transactions.length;
}
