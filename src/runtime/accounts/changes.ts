import { formatSol } from '../../codec/decimalUnits.ts';
import { type Account, emptyAccount } from '../../solana/account.ts';
import type { Address } from '../../solana/address.ts';
import { inFile } from '../../syntax/hintParts.ts';
import type { AccountNames } from '../accountNames.ts';
import type { BankClock } from '../bankClock.ts';
import { type InstructionError, ProgramError } from '../programError.ts';
import type { AccountsView, BankAccounts } from './bankAccounts.ts';

/** bytes that the accounts of a transaction can grow by. Source agave 4.1 MAX_ACCOUNT_DATA_GROWTH_PER_TRANSACTION */
const MAX_GROWTH = 20 * 1024 * 1024;

/**
 * The changed accounts of a transaction: visible to itself at once, to others after `commit`. Impossible changes throw a
 * ProgramError.
 */
export class Changes implements AccountsView {
  readonly clock: BankClock;
  readonly names: AccountNames;
  /** the rent exemption in lamports by bytes, as the Rent sysvar tells programs */
  readonly minimumBalance: (bytes: number) => bigint;
  /** bytes that accounts have grown by so far */
  growth = 0;
  readonly #before: BankAccounts;
  readonly #changed = new Map<Address, Account>();
  readonly #unchecked: Pick<ReadonlySet<Address>, 'has'>;

  /** @param unchecked accounts with a given final balance, which may be overdrawn */
  constructor(
    before: BankAccounts,
    clock: BankClock,
    names: AccountNames,
    unchecked: Pick<ReadonlySet<Address>, 'has'>,
    minimumBalance: (bytes: number) => bigint,
  ) {
    this.#before = before;
    this.clock = clock;
    this.names = names;
    this.#unchecked = unchecked;
    this.minimumBalance = minimumBalance;
  }

  get(address: Address): Account | undefined {
    const changed = this.#changed.get(address);
    if (changed === undefined) return this.#before.get(address);
    return changed.lamports > 0n ? changed : undefined;
  }

  /** The account within the transaction: without lamports it keeps its data until the end. */
  loaded(address: Address): Account {
    return this.#changed.get(address) ?? this.#before.get(address) ?? emptyAccount(address);
  }

  set(account: Account): void {
    this.#changed.set(account.address, account);
  }

  /**
   * The growth so far if an account gets another length.
   *
   * @throws ProgramError MaxAccountsDataAllocationsExceeded
   */
  growthWith({ address, data }: Pick<Account, 'address' | 'data'>, length: number): number {
    const growth = this.growth + length - data.length;
    if (growth <= MAX_GROWTH) return growth;
    throw new ProgramError(
      'MaxAccountsDataAllocationsExceeded',
      `${this.names.show(address)} cannot grow to ${length} bytes in this transaction`,
    );
  }

  /** Forgets that the account was set. */
  forget(address: Address): void {
    this.#changed.delete(address);
  }

  setLamports(address: Address, lamports: bigint): void {
    this.set({ ...(this.get(address) ?? emptyAccount(address)), lamports });
  }

  lamports(address: Address): bigint {
    return this.get(address)?.lamports ?? 0n;
  }

  /** @param purpose of the error text, after `cannot` */
  debit(address: Address, lamports: bigint, purpose: string): void {
    const had = this.lamports(address);
    if (!this.canSpend(address, lamports)) throw this.shortage(address, lamports, purpose, 'GenericError');
    this.setLamports(address, had < lamports ? 0n : had - lamports);
  }

  canSpend(address: Address, lamports: bigint): boolean {
    return this.lamports(address) >= lamports || this.#unchecked.has(address);
  }

  /** The error of an account that cannot spend this many lamports. */
  shortage(address: Address, lamports: bigint, purpose: string, err: InstructionError): ProgramError {
    const had = this.lamports(address);
    return new ProgramError(
      err,
      `${this.names.show(address)} has ${formatSol(had)} SOL at slot ${this.clock.slot} and cannot ${purpose} ${formatSol(lamports)}`,
      had === 0n && this.get(address) === undefined ? `accounts start empty: ${inFile('wallet')}` : undefined,
    );
  }

  credit(address: Address, lamports: bigint): void {
    this.setLamports(address, this.lamports(address) + lamports);
  }

  /** Every account that was set, in its last state. */
  changed(): Iterable<Account> {
    return this.#changed.values();
  }

  /** Accounts that were created and closed are not stored. Source agave 4.1 accounts_db.rs write_accounts_to_cache */
  commit(): void {
    for (const account of this.#changed.values())
      if (account.lamports > 0n || this.#before.get(account.address) !== undefined) this.#before.set(account);
  }
}
