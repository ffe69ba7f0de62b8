import { maxOf } from '../codec/bigints.ts';
import type { Account } from '../solana/account.ts';
import type { AccountFilter } from '../solana/accountFilter.ts';
import type { Address, Signature } from '../solana/address.ts';
import type { Block, LedgerTransaction } from '../solana/block.ts';
import type { Commitment } from '../solana/rpcWords.ts';
import type { AccountsAt } from './accounts/accountsAt.ts';
import { type AddressQuery, isInTimes } from './history/addressSearch.ts';
import { type Chain, slotsOn, slotsOnFrom, stretchesOn } from './history/chain.ts';
import { EmptySeries } from './history/emptyRuns.ts';
import type { History } from './history/history.ts';
import type { Ordinal, OrdinalRange } from './history/storedHistory.ts';
import { accountsAt, type LedgerState } from './state.ts';

/** The content of a slot at a commitment. */
export type SlotContent =
  | { readonly kind: 'block'; readonly block: Block; readonly isOrphan: boolean }
  | { readonly kind: 'cleanedUp'; readonly firstAvailable: bigint }
  | { readonly kind: 'skipped' | 'notAvailable' | 'incomplete' };

export interface ViewOptions {
  /** whether a block whose parent is cleaned up is still part of the history */
  readonly keepOrphan: boolean;
}

/** A part of the signatures of an address; both ends exclusive, at most `limit` of the newest. */
export interface SignatureRange {
  readonly before: LedgerTransaction | undefined;
  readonly until: LedgerTransaction | undefined;
  readonly limit: number;
}

/** Whether another node was asked for an account and does not have it, nor has the ledger. */
export function isAbsentUpstream(address: Address, { accounts }: LedgerView): boolean {
  const state = accounts.stateOf(address);
  return state?.isAsked === true && !state.exists;
}

/** An immutable reading of a ledger at one commitment. */
export class LedgerView {
  readonly state: LedgerState;
  readonly commitment: Commitment;
  readonly #options: ViewOptions;
  #accounts: AccountsAt | undefined;
  #firstAvailable: bigint | undefined;
  #newestBlock: Block | undefined;

  constructor(state: LedgerState, commitment: Commitment, options: ViewOptions) {
    this.state = state;
    this.commitment = commitment;
    this.#options = options;
  }

  /** The tip that this view reads up to: the slot of its response context. */
  get slot(): bigint {
    return this.chain.tip;
  }

  get chain(): Chain {
    return this.state.chains[this.commitment];
  }

  get #history(): History {
    return this.state.history;
  }

  get finalizedSlot(): bigint {
    return this.state.chains.finalized.tip;
  }

  /** All accounts as of the tip. */
  get accounts(): AccountsAt {
    this.#accounts ??= accountsAt(this.state, this.chain);
    return this.#accounts;
  }

  account(address: Address): Account | undefined {
    return this.accounts.get(address);
  }

  /** The accounts of an owner that pass every filter, ascending by the raw bytes of the address. */
  accountsOwnedBy(owner: Address, filters: readonly AccountFilter[]): readonly Account[] {
    return this.accounts.ownedBy(owner, filters);
  }

  /** The visible blocks, newest first. */
  *blocksDown(): Iterable<Block> {
    for (const slot of slotsOn(this.chain, this.#history)) {
      if (slot < this.firstShown) return;
      const block = this.#history.block(slot);
      if (block !== undefined) yield block;
    }
  }

  /** The visible blocks, newest first, without the empty blocks of runs. */
  *storedBlocksDown(): Iterable<Block> {
    for (const { first, source } of stretchesOn(this.chain, this.#history)) {
      if (first < this.firstShown) return;
      if (source !== undefined && !(source instanceof EmptySeries)) yield source;
    }
  }

  /** The newest block at or below the tip: fixtures need not have the block of the tip. */
  get newestBlock(): Block | undefined {
    this.#newestBlock ??= this.#findNewestBlock();
    return this.#newestBlock;
  }

  #findNewestBlock(): Block | undefined {
    for (const block of this.blocksDown()) return block;
    return undefined;
  }

  /** Unix seconds of the newest block; null where it is unknown. */
  get blockTimeSeconds(): bigint | null {
    return this.newestBlock?.blockTimeSeconds ?? null;
  }

  /** The lowest slot of the history, as the node reports it. */
  get firstAvailable(): bigint {
    this.#firstAvailable ??= this.#findFirstAvailable();
    return this.#firstAvailable;
  }

  /**
   * The lowest slot whose block is shown; without such a block, the lowest slot of the history. Slots below it may have transactions alone.
   */
  get firstAvailableBlock(): bigint {
    const { chains, cleanedUpBefore } = this.state;
    // a recording may have no block that is finalized
    const chain = cleanedUpBefore === undefined ? chains.confirmed : chains.finalized;
    for (const slot of slotsOnFrom(chain, this.#history, this.firstShown))
      if (this.#history.block(slot) !== undefined && this.#isInHistory(slot)) return slot;
    return this.firstAvailable;
  }

  /** Whether a block is part of the history: the options decide about one that has lost its parent. */
  #isInHistory(slot: bigint): boolean {
    return this.#options.keepOrphan || !this.#isOrphan(slot);
  }

  #findFirstAvailable(): bigint {
    const { cleanedUpBefore } = this.state;
    if (cleanedUpBefore === undefined) return this.#firstSlot;
    if (this.#options.keepOrphan) return cleanedUpBefore;
    const first = this.#firstRoot((slot) => !this.#isOrphan(slot));
    if (first !== undefined) return first;
    // a node that has lost the parent of its only root counts from slot 0
    return this.#firstRoot() === undefined ? cleanedUpBefore : 0n;
  }

  /** The lowest slot whose content is visible. */
  get firstShown(): bigint {
    return maxOf(this.firstAvailable, this.state.cleanedUpBefore ?? 0n);
  }

  /** The first slot of the ledger; 0 where all slots lie ahead of the processed tip. */
  get #firstSlot(): bigint {
    const { firstSlot } = this.#history;
    return firstSlot === undefined || firstSlot > this.state.chains.processed.tip ? 0n : firstSlot;
  }

  /** The lowest slot of the finalized chain that is not cleaned up and passes a test. */
  #firstRoot(test: (slot: bigint) => boolean = () => true): bigint | undefined {
    const { chains, cleanedUpBefore = 0n } = this.state;
    for (const slot of slotsOnFrom(chains.finalized, this.#history, cleanedUpBefore)) if (test(slot)) return slot;
    return undefined;
  }

  #isOrphan(slot: bigint): boolean {
    const { cleanedUpBefore } = this.state;
    const block = this.#history.block(slot);
    return block !== undefined && cleanedUpBefore !== undefined && slot > 0n && block.parentSlot < cleanedUpBefore;
  }

  /**
   * The content of a slot at this commitment. Source   agave 4.1 rpc.rs get_block, check_slot_cleaned_up, check_blockstore_root
   */
  slotContent(slot: bigint): SlotContent {
    if (slot > this.slot) return { kind: 'notAvailable' };
    if (slot < this.firstShown) return this.#contentBelowFirst(slot);
    const isOnChain = !this.#isOffChain(slot);
    const block = isOnChain ? this.#history.block(slot) : undefined;
    const isOrphan = this.#isOrphan(slot);
    if (block !== undefined && !this.#isInHistory(slot)) return { kind: 'notAvailable' };
    if (block !== undefined) return { kind: 'block', block, isOrphan };
    // a slot that holds only transactions; the node says of the finalized tip only that it is not available
    if (isOnChain && slot !== this.finalizedSlot && this.#hasLooseTransactions(slot)) return { kind: 'incomplete' };
    return { kind: slot < this.finalizedSlot ? 'skipped' : 'notAvailable' };
  }

  /**
   * The content of a slot below the first visible one: cleaned up, or skipped between a block that has lost its parent and the first
   * available slot.
   */
  #contentBelowFirst(slot: bigint): SlotContent {
    // only the lowest block of a chain can have lost its parent
    const lowest = this.#firstRoot((root) => this.#history.sourceAt(root) !== undefined);
    if (lowest !== undefined && slot > lowest && this.#isOrphan(lowest)) return { kind: 'skipped' };
    return { kind: 'cleanedUp', firstAvailable: this.firstAvailableBlock };
  }

  #isOffChain(slot: bigint): boolean {
    return this.chain.offChain.has(slot);
  }

  #hasLooseTransactions(slot: bigint): boolean {
    return this.#history.transactionAt(this.#history.firstOrdinalAt(slot))?.slot === slot;
  }

  /** The transaction in its lowest visible slot; only the first signature of a transaction finds it. */
  transaction(signature: Signature): LedgerTransaction | undefined {
    for (const ordinal of this.#history.ordinalsOf(signature)) {
      const transaction = this.#history.transactionAt(ordinal)!;
      if (this.shows(transaction.slot)) return transaction;
    }
    return undefined;
  }

  /** Whether transactions of this slot are visible. */
  shows(slot: bigint): boolean {
    return slot <= this.slot && slot >= this.firstShown && !this.#isOffChain(slot);
  }

  /** The number of slots above `slot` on this view's chain that hold a block or transactions. */
  countSlotsAbove(slot: bigint): number {
    const first = maxOf(slot + 1n, this.firstShown);
    let count = 0;
    for (const range of this.chain.offChain.outside({ first, last: this.slot }))
      count += this.#history.countSlots(range);
    return count;
  }

  /** Transactions that name `address`, newest first. */
  transactionsFor(address: Address, { before, until, limit }: SignatureRange): LedgerTransaction[] {
    const history = this.#history;
    const end = before === undefined ? history.firstOrdinalAt(this.slot + 1n) : this.ordinalOf(before);
    const start = until === undefined ? -1 : this.#untilOrdinal(until, before);
    const transactions: LedgerTransaction[] = [];
    for (const ordinal of history.ordinalsDown(address, end)) {
      if (ordinal <= start || transactions.length === limit) break;
      const transaction = history.transactionAt(ordinal)!;
      if (this.shows(transaction.slot)) transactions.push(transaction);
    }
    return transactions;
  }

  /** The transactions of an address in a range, in the order of the query. */
  *search(query: AddressQuery, range: OrdinalRange): Iterable<LedgerTransaction> {
    const history = this.#history;
    const visible = {
      first: Math.max(range.first, history.firstOrdinalAt(this.firstShown)),
      end: Math.min(range.end, history.firstOrdinalAt(this.slot + 1n)),
    };
    for (const ordinal of history.ordinalsFor(query, visible)) {
      const transaction = history.transactionAt(ordinal)!;
      if (this.shows(transaction.slot) && isInTimes(transaction, query.times)) yield transaction;
    }
  }

  /** An `until` from a newer slot than `before` stops at the start of `before`'s own slot: a quirk of the node. */
  #untilOrdinal(until: LedgerTransaction, before: LedgerTransaction | undefined): Ordinal {
    if (before !== undefined && until.slot > before.slot) return this.#history.firstOrdinalAt(before.slot) - 1;
    return this.ordinalOf(until);
  }

  /** The place of a transaction of this history; -1: it has none. */
  ordinalOf(transaction: LedgerTransaction): Ordinal {
    for (const ordinal of this.#history.ordinalsOf(transaction.signature)) {
      if (this.#history.transactionAt(ordinal) === transaction) return ordinal;
    }
    return -1;
  }
}

/** The ledger at the end of its processed chain, on which the next block is put, as a node sees it. */
export function processedView(state: LedgerState): LedgerView {
  return new LedgerView(state, 'processed', { keepOrphan: false });
}

/** The whole ledger up to its processed tip, with the blocks that a node does not give because their parents are cleaned up. */
export function wholeView(state: LedgerState): LedgerView {
  return new LedgerView(state, 'processed', { keepOrphan: true });
}
