import type { Chain } from '../../../src/ledger/history/chain.ts';
import type { Account } from '../../../src/solana/account.ts';
import type { Address } from '../../../src/solana/address.ts';

interface NaiveStep {
  readonly kind: 'add' | 'ask' | 'cut' | 'write' | 'replace';
  readonly accounts: readonly Account[];
  readonly slot: bigint;
}

/** undefined as a slot: from the beginning */
interface State {
  readonly account: Account;
  readonly slot: bigint | undefined;
}

/** Accounts in time as one list of states, without any index. */
export class NaiveAccounts {
  readonly #states: readonly State[];

  private constructor(states: readonly State[]) {
    this.#states = states;
  }

  static of(loaded: readonly NaiveStep[]): NaiveAccounts {
    return loaded.reduce((all, step) => all.after(step), new NaiveAccounts([]));
  }

  after({ accounts, kind, slot }: NaiveStep): NaiveAccounts {
    if (kind === 'cut')
      return new NaiveAccounts(this.#states.filter((state) => state.slot === undefined || state.slot <= slot));
    if (kind === 'ask') return this.#withAsked(accounts);
    let states = this.#states;
    for (const account of accounts) {
      const { address, lamports } = account;
      const isReplaced = (state: State) =>
        state.account.address === address &&
        (kind === 'write'
          ? state.slot === slot
          : state.slot === undefined || (kind === 'replace' && state.slot <= slot));
      states = states.filter((state) => !isReplaced(state));
      if (kind !== 'add' || lamports > 0n) states = [...states, { account, slot: kind === 'write' ? slot : undefined }];
    }
    return new NaiveAccounts(states);
  }

  /** An account that another node was asked for is there from the beginning, unless the ledger has it from there. */
  #withAsked(accounts: readonly Account[]): NaiveAccounts {
    const isKnown = ({ address }: Account) =>
      this.#states.some((state) => state.account.address === address && state.slot === undefined);
    const added = accounts.filter((account) => !isKnown(account)).map((account) => ({ account, slot: undefined }));
    return new NaiveAccounts([...added, ...this.#states]);
  }

  at({ offChain, tip }: Chain, derived: readonly Account[]): readonly Account[] {
    const newest = new Map<Address, State>();
    for (const state of this.#states) {
      const { account, slot = -1n } = state;
      const before = newest.get(account.address);
      const isSeen = slot <= tip && !offChain.has(slot);
      if (isSeen && (before === undefined || slot > (before.slot ?? -1n))) newest.set(account.address, state);
    }
    const own = [...newest.values()].map(({ account }) => account).filter(({ lamports }) => lamports > 0n);
    return [...own, ...derived.filter(({ address }) => !newest.has(address))];
  }

  writtenIn(slot: bigint): readonly Account[] {
    return this.#states.filter((state) => state.slot === slot).map(({ account }) => account);
  }
}
