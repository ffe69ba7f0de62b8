import type { ReachedSlot } from '../../ledger/changesBetween.ts';
import { cutChain, isOn } from '../../ledger/history/chain.ts';
import { accountsAt, type LedgerState } from '../../ledger/state.ts';
import { type Account, closedAccount, sameAccount } from '../../solana/account.ts';
import { type Address, compareAddresses, type Signature, SYSVAR_OWNER } from '../../solana/address.ts';
import type { Block, LedgerTransaction } from '../../solana/block.ts';
import { FEATURE_PROGRAM } from '../../solana/feature.ts';
import type { Commitment } from '../../solana/rpcWords.ts';
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

  /** Whether an earlier slot is on the same chain. */
  follows(slot: bigint): boolean {
    return isOn(this.#chain, slot);
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
    return sortByAddress(accounts);
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

export function sortByAddress(accounts: Account[]): readonly Account[] {
  return accounts.sort((a, b) => compareAddresses(a.address, b.address));
}
