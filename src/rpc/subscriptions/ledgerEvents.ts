import { earlierOf } from '../../codec/bigints.ts';
import { newestBlock } from '../../ledger/chainEnd.ts';
import { type CommitmentChanges, changes, type ReachedSlot } from '../../ledger/changes.ts';
import { cutChain, sameChain, stretchesOn } from '../../ledger/history/chain.ts';
import type { Stretch } from '../../ledger/history/history.ts';
import type { AccountOverride } from '../../ledger/moves/setAccount.ts';
import { SlotSet } from '../../ledger/slotSet.ts';
import { accountsAt, type LedgerState } from '../../ledger/state.ts';
import { LedgerView } from '../../ledger/view.ts';
import { type Account, closedAccount, sameAccount } from '../../solana/account.ts';
import { type Address, compareAddresses, type Signature, SYSVAR_OWNER } from '../../solana/address.ts';
import type { Block, LedgerTransaction } from '../../solana/block.ts';
import { FEATURE_PROGRAM } from '../../solana/feature.ts';
import type { Commitment } from '../../solana/rpcWords.ts';
import { COMMITMENTS } from '../../solana/rpcWords.ts';
import type { AccountReader } from '../encoding/tokenMint.ts';

/** Accounts that were written, and the ledger in which they are read. */
export interface WrittenAccounts {
  readonly slot: bigint;
  readonly reader: AccountReader;
  /** A closed one is empty; undefined: it was not written. */
  account(address: Address): Account | undefined;
  /** The written accounts of a program, ascending by address. */
  writtenOf(program: Address): readonly Account[];
}

/** A slot that a commitment has reached, and the ledger at the end of the slot. Its accounts and transactions are found at their first use. */
export class SlotView implements WrittenAccounts {
  readonly slot: bigint;
  readonly block: Block | undefined;
  readonly state: LedgerState;
  readonly #commitment: Commitment;
  readonly #reached: ReachedSlot;
  #written: ReadonlyMap<Address, Account> | undefined;
  #bySignature: ReadonlyMap<Signature, LedgerTransaction> | undefined;

  constructor(reached: ReachedSlot, state: LedgerState, commitment: Commitment) {
    this.slot = reached.slot;
    this.block = reached.block;
    this.state = state;
    this.#commitment = commitment;
    this.#reached = reached;
  }

  /** The transactions in the order of the block. */
  get transactions(): Iterable<LedgerTransaction> {
    return this.block === undefined ? this.#looseTransactions() : (this.block.transactions ?? []);
  }

  get bySignature(): ReadonlyMap<Signature, LedgerTransaction> {
    this.#bySignature ??= new Map(Array.from(this.transactions, (transaction) => [transaction.signature, transaction]));
    return this.#bySignature;
  }

  get #writtenByAddress(): ReadonlyMap<Address, Account> {
    this.#written ??= new Map(this.#reached.accounts().map((account) => [account.address, emptyIfClosed(account)]));
    return this.#written;
  }

  /** Sysvars and features of gates too, which follow from the block. */
  writtenOf(program: Address): readonly Account[] {
    const accounts = [...this.#writtenByAddress.values()].filter(({ owner }) => owner === program);
    const isDerived = program === SYSVAR_OWNER || program === FEATURE_PROGRAM;
    const derived = isDerived ? (this.state.sysvars?.at(this.state, this.#chain).all() ?? []) : [];
    for (const { address } of derived) {
      const changed = this.#writtenByAddress.has(address) ? undefined : this.#changedSysvar(address);
      if (changed?.owner === program) accounts.push(changed);
    }
    return ascending(accounts);
  }

  /** An account that was written in this slot, unless it comes and goes in it; a sysvar is where its block changes it. */
  account(address: Address): Account | undefined {
    const account = this.#writtenByAddress.get(address);
    if (account === undefined) return this.#changedSysvar(address);
    const isThere = account.lamports > 0n || this.#accountsAt(this.slot - 1n).get(address) !== undefined;
    return isThere ? account : undefined;
  }

  /** Reads accounts at the end of this slot. */
  get reader(): AccountReader {
    const accounts = this.#accountsAt(this.slot);
    return {
      account: (address: Address) => accounts.get(address),
      blockTimeSeconds: this.block?.blockTimeSeconds ?? null,
    };
  }

  #changedSysvar(address: Address): Account | undefined {
    if (this.state.sysvars === undefined || this.block === undefined) return undefined;
    const account = this.#accountsAt(this.slot).get(address);
    return sameAccount(account, this.#accountsAt(this.block.parentSlot).get(address)) ? undefined : account;
  }

  #accountsAt(slot: bigint) {
    return accountsAt(this.state, cutChain(this.#chain, slot));
  }

  get #chain() {
    return this.state.chains[this.#commitment];
  }

  *#looseTransactions(): Iterable<LedgerTransaction> {
    const { history } = this.state;
    for (const transaction of history.transactions(history.firstOrdinalAt(this.slot))) {
      if (transaction.slot !== this.slot) return;
      yield transaction;
    }
  }
}

function emptyIfClosed(account: Account): Account {
  return account.lamports === 0n ? closedAccount(account.address) : account;
}

function ascending(accounts: Account[]): readonly Account[] {
  return accounts.sort((a, b) => compareAddresses(a.address, b.address));
}

/**
 * The events between two states of a ledger, from the least sure commitment to the surest, slot by slot.
 *
 * @param isNew whether no subscriber has been notified of the block of a slot
 * @param set an account that was set from outside
 */
export function* eventsOfMove(
  before: LedgerState,
  after: LedgerState,
  isNew: (slot: bigint) => boolean,
  set?: AccountOverride,
): Iterable<LedgerEvent> {
  const root = newestBlock(before.history, before.chains.finalized)?.slot ?? before.chains.finalized.tip;
  for (const change of changes(before, after, set)) {
    const { commitment } = change;
    const slots = change.reached
      .filter(({ block, slot }) => !isLoaded(before, commitment, slot, block))
      .map((reached) => new SlotView(reached, after, commitment));
    const blocks = slots.flatMap(({ block }) => block ?? []);
    if (commitment === 'finalized') yield* blocks.map(({ slot }) => ({ kind: 'rooted' as const, slot }));
    for (const slot of slots) {
      if (commitment === 'processed' && slot.block !== undefined && isNew(slot.slot))
        yield* firstEvents(slot, slot.block, root);
      yield { kind: 'reached', commitment, view: slot };
    }
    if (commitment === 'confirmed') yield* blocks.slice(-1).map(({ slot }) => ({ kind: 'confirmed' as const, slot }));
    yield otherChangesEvent(change, before, after, set?.address);
    yield settledEvent(after, commitment);
  }
}

/** After a revert or reload only accounts and awaited transactions are sent. */
export function* eventsOfSwitch(before: LedgerState, after: LedgerState): Iterable<LedgerEvent> {
  for (const commitment of COMMITMENTS) {
    const account = differenceOf(before, after, commitment);
    yield changedEvent(after, commitment, { account, writtenOf: () => [] });
    yield settledEvent(after, commitment);
  }
}

/** The events of a ledger for a new subscriber. */
export function* eventsOfStart(state: LedgerState): Iterable<LedgerEvent> {
  for (const commitment of COMMITMENTS) yield settledEvent(state, commitment);
}

function* firstEvents(slotView: SlotView, block: Block, root: bigint): Iterable<LedgerEvent> {
  yield { kind: 'created', block, root };
  yield { kind: 'received', view: slotView };
  yield { kind: 'frozen', block };
}

/** Whether the block was loaded into a slot that the tip had already passed. */
function isLoaded({ chains, history }: LedgerState, commitment: Commitment, slot: bigint, block: Block | undefined) {
  return slot <= chains[commitment].tip && block !== undefined && history.block(slot) === undefined;
}

/** The event of accounts that read differently although no reached slot has written them. */
function otherChangesEvent(
  { commitment, otherAccounts, reached }: CommitmentChanges,
  before: LedgerState,
  after: LedgerState,
  set: Address | undefined,
): LedgerEvent {
  let accounts: ReadonlyMap<Address, Account> | undefined;
  const all = () => {
    accounts ??= new Map(
      Array.from(otherAccounts(), ([address, account]) => [address, account ?? closedAccount(address)]),
    );
    return accounts;
  };
  const difference = differenceOf(before, after, commitment);
  const isSameChain = sameChain(before.chains[commitment], after.chains[commitment]);
  return changedEvent(after, commitment, {
    // a tip that falls back reaches no slot, and sysvars read as they were
    account: (address) => (reached.length === 0 && address !== set ? difference(address) : all().get(address)),
    // without a move of the chain they were set from outside
    writtenOf: (program) =>
      isSameChain ? ascending([...all().values()].filter(({ owner }) => owner === program)) : [],
  });
}

function changedEvent(
  after: LedgerState,
  commitment: Commitment,
  accounts: Pick<WrittenAccounts, 'account' | 'writtenOf'>,
): LedgerEvent {
  const view = viewOf(after, commitment);
  return { kind: 'changed', commitment, view: { slot: view.slot, reader: view, ...accounts } };
}

function settledEvent(state: LedgerState, commitment: Commitment): LedgerEvent {
  return { kind: 'settled', view: viewOf(state, commitment) };
}

function viewOf(state: LedgerState, commitment: Commitment): LedgerView {
  return new LedgerView(state, commitment, { keepOrphan: false });
}

/** An account as it reads now, if it reads differently; sysvars too. */
function differenceOf(before: LedgerState, after: LedgerState, commitment: Commitment): WrittenAccounts['account'] {
  const previous = accountsAt(before, before.chains[commitment]);
  const current = accountsAt(after, after.chains[commitment]);
  return (address) => {
    const account = current.get(address);
    return sameAccount(previous.get(address), account) ? undefined : (account ?? closedAccount(address));
  };
}

/** An event of a ledger, as a node would notice it. Each kind of subscription chooses the events that concern it. */
export type LedgerEvent =
  /** a block begins to exist */
  | { readonly kind: 'created'; readonly block: Block; readonly root: bigint }
  /** the transactions of a slot have come in, before they are executed */
  | { readonly kind: 'received'; readonly view: SlotView }
  /** a block is complete */
  | { readonly kind: 'frozen'; readonly block: Block }
  /** a commitment has reached a slot */
  | { readonly kind: 'reached'; readonly commitment: Commitment; readonly view: SlotView }
  /** the confirmed tip is this block, and its subscribers have been notified */
  | { readonly kind: 'confirmed'; readonly slot: bigint }
  | { readonly kind: 'rooted'; readonly slot: bigint }
  /** accounts read differently, and no slot that was reached wrote them; or one was set from outside to what it was */
  | { readonly kind: 'changed'; readonly commitment: Commitment; readonly view: WrittenAccounts }
  /** everything else of a commitment has been sent, or the subscription is new */
  | { readonly kind: 'settled'; readonly view: LedgerView };

type StretchSource = NonNullable<Stretch['source']>;

/** Blocks that left the chain after subscribers were notified of them. */
export class SeenBlocks {
  readonly #slots = new WeakMap<StretchSource, SlotSet>();

  /** Adds the blocks of the processed chain before a move that are not on the chain after it. */
  addLeft(before: LedgerState, after: LedgerState): void {
    const { offChain, tip } = after.chains.processed;
    for (const { first, last, source } of stretchesOn(before.chains.processed, before.history)) {
      if (source === undefined) continue;
      const highest = offChain.highestOutside(earlierOf(last, tip));
      const isKept = highest >= first && after.history.sourceAt(highest) === source;
      if (!isKept || highest < last) this.#add(source, isKept ? highest + 1n : first, last);
      if (isKept) return;
    }
  }

  /** Whether the block of a slot is one of them. */
  has({ history }: LedgerState, slot: bigint): boolean {
    const source = history.sourceAt(slot);
    return source !== undefined && (this.#slots.get(source)?.has(slot) ?? false);
  }
  #add(source: StretchSource, first: bigint, last: bigint): void {
    this.#slots.set(source, (this.#slots.get(source) ?? SlotSet.NONE).with([{ first, last }]));
  }
}
