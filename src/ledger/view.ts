import type { Account } from '../model/account.ts';
import type { AccountFilter } from '../model/accountFilter.ts';
import type { Address, Signature } from '../model/address.ts';
import type { Block, LedgerTransaction } from '../model/block.ts';
import type { Commitment, LedgerState, Ordinal } from './state.ts';

/** What a slot holds, seen from a commitment. */
export type SlotContent =
  | { readonly kind: 'block'; readonly block: Block; readonly isOrphan: boolean }
  | { readonly kind: 'cleanedUp'; readonly firstAvailable: bigint }
  | { readonly kind: 'skipped' | 'notAvailable' | 'incomplete' };

export interface ViewOptions {
  /** whether a block whose parent is cleaned up is still part of the history */
  readonly keepOrphan: boolean;
}

/** Where to cut the signatures of an address; both ends exclusive, at most `limit` of the newest. */
export interface SignatureRange {
  readonly before: LedgerTransaction | undefined;
  readonly until: LedgerTransaction | undefined;
  readonly limit: number;
}

/** An immutable reading of a ledger at one commitment. */
export class LedgerView {
  readonly state: LedgerState;
  readonly commitment: Commitment;
  readonly #options: ViewOptions;
  #firstAvailable: bigint | undefined;

  constructor(state: LedgerState, commitment: Commitment, options: ViewOptions) {
    this.state = state;
    this.commitment = commitment;
    this.#options = options;
  }

  /** The tip that this view reads up to: the slot of its response context. */
  get slot(): bigint {
    return this.state.chains[this.commitment].tip;
  }

  get finalizedSlot(): bigint {
    return this.state.chains.finalized.tip;
  }

  account(address: Address): Account | undefined {
    return this.state.accounts.get(address);
  }

  /** Those that pass every filter, ascending by the raw bytes of the address. */
  accountsOwnedBy(owner: Address, filters: readonly AccountFilter[]): readonly Account[] {
    return this.state.accounts.ownedBy(owner, filters);
  }

  /** The blocks that this view gives out, newest first. */
  *blocksDown(): Iterable<Block> {
    const { blocks, slots } = this.state;
    for (let i = slots.length - 1; i >= 0; i--) {
      const block = blocks.get(slots[i]!);
      if (block !== undefined && this.shows(block.slot)) yield block;
    }
  }

  /** Used in place of the block of the tip, which fixtures need not hold. */
  get newestBlock(): Block | undefined {
    for (const block of this.blocksDown()) return block;
    return undefined;
  }

  /** Unix seconds of the newest block; null where it is unknown. */
  get blockTimeSeconds(): bigint | null {
    return this.newestBlock?.blockTimeSeconds ?? null;
  }

  /** The lowest slot of the history that this view gives out. */
  get firstAvailable(): bigint {
    this.#firstAvailable ??= this.#findFirstAvailable();
    return this.#firstAvailable;
  }

  #findFirstAvailable(): bigint {
    const { slots, cleanedUpBefore } = this.state;
    if (cleanedUpBefore === undefined) return slots[0] ?? 0n;
    if (this.#options.keepOrphan) return cleanedUpBefore;
    return this.#firstRoot((slot) => !this.#isOrphan(slot)) ?? cleanedUpBefore;
  }

  /** The lowest slot that is left of the finalized chain and passes a test. */
  #firstRoot(test: (slot: bigint) => boolean): bigint | undefined {
    const { chains, cleanedUpBefore = 0n, slots } = this.state;
    return slots.find((slot) => slot >= cleanedUpBefore && !chains.finalized.offChain.has(slot) && test(slot));
  }

  #isOrphan(slot: bigint): boolean {
    const { blocks, cleanedUpBefore } = this.state;
    const block = blocks.get(slot);
    return block !== undefined && cleanedUpBefore !== undefined && slot > 0n && block.parentSlot < cleanedUpBefore;
  }

  /** Source   agave 4.1 rpc.rs get_block, check_slot_cleaned_up, check_blockstore_root */
  slotContent(slot: bigint): SlotContent {
    if (slot > this.slot) return { kind: 'notAvailable' };
    if (slot < this.firstAvailable) return this.#contentBelowFirst(slot);
    const isKnown = !this.#isOffChain(slot);
    const block = isKnown ? this.state.blocks.get(slot) : undefined;
    if (block !== undefined) return { kind: 'block', block, isOrphan: this.#isOrphan(slot) };
    if (isKnown && this.#hasLooseTransactions(slot)) return { kind: 'incomplete' };
    return { kind: slot < this.finalizedSlot ? 'skipped' : 'notAvailable' };
  }

  /** The block that has lost its parent is cleaned up; a slot between it and the first available one was skipped. */
  #contentBelowFirst(slot: bigint): SlotContent {
    const orphan = this.#firstRoot((root) => this.#isOrphan(root));
    if (orphan !== undefined && slot > orphan) return { kind: 'skipped' };
    return { kind: 'cleanedUp', firstAvailable: this.firstAvailable };
  }

  #isOffChain(slot: bigint): boolean {
    return this.state.chains[this.commitment].offChain.has(slot);
  }

  #hasLooseTransactions(slot: bigint): boolean {
    const { transactions } = this.state;
    return transactions[this.#firstOrdinalAt(slot)]?.slot === slot;
  }

  /** The transaction in its lowest visible slot; only the first signature of a transaction finds it. */
  transaction(signature: Signature): LedgerTransaction | undefined {
    for (const ordinal of this.state.ordinalsBySignature.get(signature) ?? []) {
      const transaction = this.state.transactions[ordinal]!;
      if (this.shows(transaction.slot)) return transaction;
    }
    return undefined;
  }

  /** Whether transactions of this slot are part of what the view gives out. */
  shows(slot: bigint): boolean {
    return slot <= this.slot && slot >= this.firstAvailable && !this.#isOffChain(slot);
  }

  /** Blocks above `slot` on this view's chain. */
  blocksAbove(slot: bigint): number {
    let count = 0;
    for (let i = this.state.slots.length - 1; i >= 0 && this.state.slots[i]! > slot; i--) {
      if (this.shows(this.state.slots[i]!)) count++;
    }
    return count;
  }

  /** Transactions that name `address`, newest first. */
  transactionsFor(address: Address, { before, until, limit }: SignatureRange): LedgerTransaction[] {
    const { ordinalsByAddress, transactions } = this.state;
    const ordinals = ordinalsByAddress.get(address) ?? [];
    const end = before === undefined ? this.#firstOrdinalAt(this.slot + 1n) : this.#ordinalOf(before);
    const start = until === undefined ? -1 : this.#untilOrdinal(until, before);
    const found: LedgerTransaction[] = [];
    for (let i = firstAtLeast(ordinals.length, (at) => ordinals[at]! >= end) - 1; i >= 0; i--) {
      const transaction = transactions[ordinals[i]!]!;
      if (ordinals[i]! <= start || found.length === limit) break;
      if (this.shows(transaction.slot)) found.push(transaction);
    }
    return found;
  }

  /** An `until` from a newer slot than `before` stops at the start of `before`'s own slot: a quirk of the node. */
  #untilOrdinal(until: LedgerTransaction, before: LedgerTransaction | undefined): Ordinal {
    if (before !== undefined && until.slot > before.slot) return this.#firstOrdinalAt(before.slot) - 1;
    return this.#ordinalOf(until);
  }

  #ordinalOf(transaction: LedgerTransaction): Ordinal {
    const ordinals = this.state.ordinalsBySignature.get(transaction.signature) ?? [];
    return ordinals.find((ordinal) => this.state.transactions[ordinal] === transaction) ?? -1;
  }

  #firstOrdinalAt(slot: bigint): Ordinal {
    const { transactions } = this.state;
    return firstAtLeast(transactions.length, (at) => transactions[at]!.slot >= slot);
  }
}

/** The first index from which a monotonous test holds. */
export function firstAtLeast(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
