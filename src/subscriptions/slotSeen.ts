import { accountsAt } from '../ledger/accountsAt.ts';
import type { ReachedSlot } from '../ledger/changes.ts';
import { cutChain } from '../ledger/history/chain.ts';
import type { Commitment, LedgerState } from '../ledger/state.ts';
import { type Account, closedAccount, sameAccount } from '../model/account.ts';
import { type Address, compareAddresses, type Signature, SYSVAR_OWNER } from '../model/address.ts';
import { type Block, type LedgerTransaction, recordedKeys } from '../model/block.ts';

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
