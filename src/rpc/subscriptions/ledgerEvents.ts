import { newestBlock } from '../../ledger/chainEnd.ts';
import { type CommitmentChanges, changes, type ReachedSlot } from '../../ledger/changes.ts';
import { cutChain, sameChain } from '../../ledger/history/chain.ts';
import type { Stretch } from '../../ledger/history/history.ts';
import type { AccountSet } from '../../ledger/moves/setAccount.ts';
import { SlotSet } from '../../ledger/slotSet.ts';
import { accountsAt, type Commitment, type LedgerState } from '../../ledger/state.ts';
import { LedgerView } from '../../ledger/view.ts';
import { type Account, closedAccount, sameAccount } from '../../solana/account.ts';
import { type Address, compareAddresses, type Signature, SYSVAR_OWNER } from '../../solana/address.ts';
import { type Block, type LedgerTransaction, recordedKeys } from '../../solana/block.ts';

/** A slot that a commitment has reached, and the ledger as it was at its end. What it holds is looked up when it is asked for. */
export class SlotSeen {
  readonly slot: bigint;
  readonly block: Block | undefined;
  readonly state: LedgerState;
  readonly #commitment: Commitment;
  readonly #reached: ReachedSlot;
  #written: ReadonlyMap<Address, Account> | undefined;
  #bySignature: ReadonlyMap<Signature, LedgerTransaction> | undefined;
  #places: ReadonlyMap<Signature, number> | undefined;

  constructor(reached: ReachedSlot, state: LedgerState, commitment: Commitment) {
    this.slot = reached.slot;
    this.block = reached.block;
    this.state = state;
    this.#commitment = commitment;
    this.#reached = reached;
  }

  /** In the order of the block. */
  get transactions(): Iterable<LedgerTransaction> {
    return this.block === undefined ? this.#looseTransactions() : (this.block.transactions ?? []);
  }

  get bySignature(): ReadonlyMap<Signature, LedgerTransaction> {
    this.#bySignature ??= new Map(Array.from(this.transactions, (transaction) => [transaction.signature, transaction]));
    return this.#bySignature;
  }

  /** Where a transaction is in the block; -1: it is not there. */
  placeOf(signature: Signature): number {
    this.#places ??= new Map([...this.bySignature.keys()].map((each, place) => [each, place]));
    return this.#places.get(signature) ?? -1;
  }

  /** By address; those that were closed are empty. */
  get written(): ReadonlyMap<Address, Account> {
    this.#written ??= new Map(
      this.#reached
        .accounts()
        .toSorted((a, b) => compareAddresses(a.address, b.address))
        .map((account) => [account.address, account.lamports === 0n ? closedAccount(account.address) : account]),
    );
    return this.#written;
  }

  /** Those that belong to a program, ascending by address; sysvars too, which follow from the block. */
  writtenOf(program: Address): readonly Account[] {
    const written = [...this.written.values()].filter(({ owner }) => owner === program);
    const sysvars = program === SYSVAR_OWNER ? (this.state.sysvars?.at(this.state, this.#chain).all() ?? []) : [];
    for (const { address } of sysvars) {
      const changed = this.written.has(address) ? undefined : this.#changedSysvar(address);
      if (changed?.owner === program) written.push(changed);
    }
    return written.sort((a, b) => compareAddresses(a.address, b.address));
  }

  /** An account that was written in this slot, unless it comes and goes in it; a sysvar is where its block changes it. */
  account(address: Address): Account | undefined {
    const written = this.written.get(address);
    if (written === undefined) return this.#changedSysvar(address);
    const isThere = written.lamports > 0n || this.#accountsAt(this.slot - 1n).get(address) !== undefined;
    return isThere ? written : undefined;
  }

  /** Reads accounts as they are at the end of this slot. */
  get reader() {
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

/** Whether a transaction names an account; addresses from lookup tables count. */
export function namesAccount(transaction: LedgerTransaction, address: Address): boolean {
  return recordedKeys(transaction).includes(address);
}

const COMMITMENTS: readonly Commitment[] = ['processed', 'confirmed', 'finalized'];

/**
 * What happens between two states of a ledger, from the least sure commitment to the surest, slot by slot.
 *
 * @param isNew whether no subscriber has been notified of the block of a slot
 * @param set an account that was set from outside
 */
export function* eventsOfMove(
  before: LedgerState,
  after: LedgerState,
  isNew: (slot: bigint) => boolean,
  set?: AccountSet,
): Iterable<LedgerEvent> {
  const root = newestBlock(before.history, before.chains.finalized)?.slot ?? before.chains.finalized.tip;
  for (const change of changes(before, after, set)) {
    const { commitment } = change;
    const seen = change.reached
      .filter(({ block, slot }) => !isLoaded(before, commitment, slot, block))
      .map((reached) => new SlotSeen(reached, after, commitment));
    const blocks = seen.flatMap(({ block }) => block ?? []);
    if (commitment === 'finalized') yield* blocks.map(({ slot }) => ({ kind: 'rooted' as const, slot }));
    for (const each of seen) {
      if (commitment === 'processed' && each.block !== undefined && isNew(each.slot))
        yield* firstEvents(each, each.block, root);
      yield { kind: 'reached', commitment, seen: each };
    }
    if (commitment === 'confirmed') yield* blocks.slice(-1).map(({ slot }) => ({ kind: 'confirmed' as const, slot }));
    yield changedBy(change, before, after, set?.address);
    yield settled(after, commitment);
  }
}

/** After a revert or reload only accounts and awaited transactions are sent. */
export function* eventsOfSwitch(before: LedgerState, after: LedgerState): Iterable<LedgerEvent> {
  for (const commitment of COMMITMENTS) {
    const changeOf = differenceOf(before, after, commitment);
    yield { ...standing(after, commitment), changeOf, written: () => [] };
    yield settled(after, commitment);
  }
}

/** The events of a ledger for a new subscriber. */
export function* eventsOfStart(state: LedgerState): Iterable<LedgerEvent> {
  for (const commitment of COMMITMENTS) yield settled(state, commitment);
}

function* firstEvents(seen: SlotSeen, block: Block, root: bigint): Iterable<LedgerEvent> {
  yield { kind: 'created', block, root };
  yield { kind: 'received', seen };
  yield { kind: 'frozen', block };
}

/** The tip had passed this slot before it had a block. */
function isLoaded({ chains, history }: LedgerState, commitment: Commitment, slot: bigint, block: Block | undefined) {
  return slot <= chains[commitment].tip && block !== undefined && history.block(slot) === undefined;
}

function changedBy(
  { commitment, otherAccounts, reached }: CommitmentChanges,
  before: LedgerState,
  after: LedgerState,
  set: Address | undefined,
): LedgerEvent {
  let others: ReadonlyMap<Address, Account | undefined> | undefined;
  const all = () => {
    others ??= otherAccounts();
    return others;
  };
  let difference: ReturnType<typeof differenceOf> | undefined;
  const differenceNow = () => {
    difference ??= differenceOf(before, after, commitment);
    return difference;
  };
  const isStill = sameChain(before.chains[commitment], after.chains[commitment]);
  return {
    ...standing(after, commitment),
    changeOf: (address): Changed | undefined => {
      // a tip that falls back reaches no slot, and sysvars read as they were
      if (reached.length === 0 && address !== set) return differenceNow()(address);
      return all().has(address) ? { account: all().get(address) } : undefined;
    },
    written: () => (isStill ? inOrder(all()) : []),
  };
}

function standing(state: LedgerState, commitment: Commitment) {
  const view = new LedgerView(state, commitment, { keepOrphan: false });
  return { kind: 'changed' as const, commitment, tip: view.slot, reader: view };
}

function settled(state: LedgerState, commitment: Commitment): LedgerEvent {
  return { kind: 'settled', view: new LedgerView(state, commitment, { keepOrphan: false }) };
}

/** How an account reads differently, sysvars too. */
function differenceOf(
  before: LedgerState,
  after: LedgerState,
  commitment: Commitment,
): (address: Address) => Changed | undefined {
  const was = accountsAt(before, before.chains[commitment]);
  const is = accountsAt(after, after.chains[commitment]);
  return (address) => {
    const account = is.get(address);
    return sameAccount(was.get(address), account) ? undefined : { account };
  };
}

/** Ascending by address; those that were closed are empty. */
function inOrder(accounts: ReadonlyMap<Address, Account | undefined>): readonly Account[] {
  const written = Array.from(accounts, ([address, account]) => account ?? closedAccount(address));
  return written.sort((a, b) => compareAddresses(a.address, b.address));
}

/** What happens to a ledger, as a node would notice it. Subscriptions say what concerns them. */
export type LedgerEvent =
  /** a block begins to exist */
  | { readonly kind: 'created'; readonly block: Block; readonly root: bigint }
  /** the transactions of a slot have come in, before they are executed */
  | { readonly kind: 'received'; readonly seen: SlotSeen }
  /** a block is complete */
  | { readonly kind: 'frozen'; readonly block: Block }
  /** a commitment has reached a slot */
  | { readonly kind: 'reached'; readonly commitment: Commitment; readonly seen: SlotSeen }
  /** the confirmed tip is this block, and its subscribers have been notified */
  | { readonly kind: 'confirmed'; readonly slot: bigint }
  | { readonly kind: 'rooted'; readonly slot: bigint }
  /** accounts read differently, and no slot that was reached wrote them; or one was set from outside to what it was */
  | {
      readonly kind: 'changed';
      readonly commitment: Commitment;
      readonly tip: bigint;
      /** as the ledger is now */
      readonly reader: SlotSeen['reader'];
      /** undefined: this one reads as before */
      readonly changeOf: (address: Address) => Changed | undefined;
      /** that were set from outside, the chain being as it was; those that were closed are empty */
      readonly written: () => readonly Account[];
    }
  /** everything else of a commitment has been sent, or the subscription is new */
  | { readonly kind: 'settled'; readonly view: LedgerView };

export interface Changed {
  /** as it is now */
  readonly account: Account | undefined;
}

/** Blocks that left the chain after subscribers were notified of them. */
export class SeenBlocks {
  readonly #slots = new WeakMap<NonNullable<Stretch['source']>, SlotSet>();

  add({ first, last, source }: Stretch): void {
    if (source === undefined) return;
    this.#slots.set(source, (this.#slots.get(source) ?? SlotSet.NONE).with([{ first, last }]));
  }

  /** Whether the block of a slot is one of them. */
  has({ history }: LedgerState, slot: bigint): boolean {
    const source = history.sourceAt(slot);
    return source !== undefined && (this.#slots.get(source)?.has(slot) ?? false);
  }
}
