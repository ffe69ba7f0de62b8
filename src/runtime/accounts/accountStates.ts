import { U64_MAX } from '../../codec/bigints.ts';
import { formatSol } from '../../codec/decimalUnits.ts';
import { type Account, closedAccount, emptyAccount } from '../../solana/account.ts';
import {
  type Address,
  COMPUTE_BUDGET_PROGRAM,
  INCINERATOR,
  NATIVE_LOADER,
  NATIVE_MINT,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
  VOTE_PROGRAM,
} from '../../solana/address.ts';
import { mintBytes } from '../../solana/programs/splToken/layout.ts';
import { inFile } from '../../syntax/hintParts.ts';
import type { AccountNames } from '../accountNames.ts';
import { type InstructionError, ProgramError } from '../programError.ts';

/** Programs that are part of the node: their data is their name. Source agave 4.1 builtins */
export const BUILTINS: ReadonlyMap<Address, string> = new Map([
  [SYSTEM_PROGRAM, 'system_program'],
  [VOTE_PROGRAM, 'vote_program'],
  [COMPUTE_BUDGET_PROGRAM, 'compute_budget_program'],
]);

/** Accounts that exist on any cluster without being listed in a script: builtin programs, and the mint of wrapped SOL. */
function builtinAccount(address: Address): Account | undefined {
  if (address === NATIVE_MINT) return NATIVE_MINT_ACCOUNT;
  const name = BUILTINS.get(address);
  return name === undefined ? undefined : builtinProgram(address, name, U64_MAX);
}

export function builtinProgram(address: Address, name: string, rentEpoch: bigint): Account {
  return { address, owner: NATIVE_LOADER, data: Buffer.from(name), executable: true, lamports: 1n, rentEpoch };
}

/** The mint of wrapped SOL, as mainnet-beta has it. */
export const NATIVE_MINT_ACCOUNT: Account = {
  address: NATIVE_MINT,
  lamports: 1_461_600n,
  owner: TOKEN_PROGRAM,
  data: mintBytes({ decimals: 9 }),
  executable: false,
  rentEpoch: U64_MAX,
};

/** Accounts by address at one point of the history. Accounts without lamports do not exist. */
export interface AccountsView {
  get(address: Address): Account | undefined;
}

/** The accounts of one chain, from block to block. */
export class Accounts implements AccountsView {
  readonly #known: Map<Address, Account>;
  readonly #base: AccountsView | undefined;
  /** accounts below all chains of a script */
  readonly #builtin: Map<Address, Account>;
  #written = new Map<Address, Account>();

  /** @param base accounts that exist before the script */
  constructor(
    base: AccountsView | undefined,
    initial?: ReadonlyMap<Address, Account>,
    builtin = new Map<Address, Account>(),
  ) {
    this.#base = base;
    this.#known = new Map(initial);
    this.#builtin = builtin;
  }

  get(address: Address): Account | undefined {
    const account = this.#known.get(address) ?? this.#base?.get(address) ?? this.#builtinAt(address);
    return account !== undefined && account.lamports > 0n ? account : undefined;
  }

  set(account: Account): void {
    this.#known.set(account.address, account);
    this.#written.set(account.address, account);
  }

  /** Ends a block: empties the incinerator. Source agave 4.1 bank.rs run_incinerator */
  burn(): void {
    if (this.#written.has(INCINERATOR)) this.set(closedAccount(INCINERATOR));
  }

  /** The accounts written since the last call. */
  takeWritten(): Iterable<Account> {
    const writes = this.#written;
    this.#written = new Map();
    return writes.values();
  }

  /** The accounts of every cluster that were read: they exist from the beginning. */
  get builtin(): Iterable<Account> {
    return this.#builtin.values();
  }

  /** An independent copy, by default with the same base. */
  fork(base: AccountsView | undefined = this.#base): Accounts {
    return new Accounts(base, this.#known, this.#builtin);
  }

  #builtinAt(address: Address): Account | undefined {
    const account = this.#builtin.get(address) ?? builtinAccount(address);
    if (account !== undefined) this.#builtin.set(address, account);
    return account;
  }
}

/** The point in the history at which a bank executes. */
export interface BankMoment {
  readonly slot: bigint;
  /** epoch of the Clock */
  readonly epoch: bigint;
  /** seconds since 1970 by the Clock, i64 */
  readonly unixTimestamp: bigint;
  /** 32 bytes: the blockhash of the block before */
  readonly parentHash: Uint8Array;
  /** slots that the SlotHashes sysvar has, newest first; default: the last 512 */
  readonly hashedSlots?: readonly bigint[] | undefined;
}

/** bytes that the accounts of a transaction can grow by. Source agave 4.1 MAX_ACCOUNT_DATA_GROWTH_PER_TRANSACTION */
const MAX_GROWTH = 20 * 1024 * 1024;

/**
 * The changed accounts of a transaction: visible to itself at once, to others after `commit`. Impossible changes throw a
 * ProgramError.
 */
export class Changes implements AccountsView {
  readonly moment: BankMoment;
  readonly names: AccountNames;
  /** the rent exemption in lamports by bytes, as the Rent sysvar tells programs */
  readonly minimumBalance: (bytes: number) => bigint;
  /** bytes that accounts have grown by so far */
  growth = 0;
  readonly #before: Accounts;
  readonly #changed = new Map<Address, Account>();
  readonly #unchecked: Pick<ReadonlySet<Address>, 'has'>;

  /** @param unchecked accounts with a given final balance, which may be overdrawn */
  constructor(
    before: Accounts,
    moment: BankMoment,
    names: AccountNames,
    unchecked: Pick<ReadonlySet<Address>, 'has'>,
    minimumBalance: (bytes: number) => bigint,
  ) {
    this.#before = before;
    this.moment = moment;
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
      `${this.names.show(address)} has ${formatSol(had)} SOL at slot ${this.moment.slot} and cannot ${purpose} ${formatSol(lamports)}`,
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

/** The rent exemption in lamports at the price of genesis: accounts that every cluster has are older than any change of it. */
export function rentExemption(bytes: number): bigint {
  return (128n + BigInt(bytes)) * 6960n;
}
