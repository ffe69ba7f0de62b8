import type { Account } from '../../solana/account.ts';
import { type Address, SYSTEM_PROGRAM } from '../../solana/address.ts';
import type { InstructionAccount } from '../../solana/instruction.ts';
import type { Invocation } from '../invocation.ts';
import { type InstructionError, ProgramError } from '../programError.ts';
import type { Changes } from './changes.ts';

/**
 * The accounts of an instruction as an on-chain program sees them: it writes freely, and its changes are checked at the end.
 *
 * Source   agave 4.1 program-runtime serialization.rs `deserialize_parameters`, transaction-context `BorrowedInstructionAccount`
 * @module
 */

/** bytes that one instruction may add to an account. Source solana-account-info 3.1 MAX_PERMITTED_DATA_INCREASE */
const MAX_INCREASE = 10 * 1024;

export class LoadedAccount {
  readonly address: Address;
  isSigner: boolean;
  isWritable: boolean;
  lamports: bigint;
  owner: Address;
  readonly #before: Account;
  #data: Uint8Array;

  constructor({ address, isSigner, isWritable }: InstructionAccount, account: Account) {
    this.address = address;
    this.isSigner = isSigner;
    this.isWritable = isWritable;
    this.#before = account;
    this.#data = account.data;
    this.lamports = account.lamports;
    this.owner = account.owner;
  }

  /** the data, read-only */
  get data(): Uint8Array {
    return this.#data;
  }

  /** Returns the data for writing. */
  edit(): Uint8Array {
    if (this.#data === this.#before.data) this.#data = Uint8Array.from(this.#data);
    return this.#data;
  }

  /** Replaces the data; the new data may have another length. @throws ProgramError InvalidRealloc */
  rewrite(data: Uint8Array): void {
    if (data.length - this.#before.data.length > MAX_INCREASE)
      throw new ProgramError('InvalidRealloc', `an account grows by ${MAX_INCREASE} bytes at most in one instruction`);
    this.#data = Uint8Array.from(data);
  }

  /** Gives all lamports to another account and ceases to exist. */
  closeTo(other: LoadedAccount): void {
    other.lamports += this.lamports;
    this.lamports = 0n;
    this.#data = new Uint8Array();
    this.owner = SYSTEM_PROGRAM;
  }

  /** @throws ProgramError `err` for an overdrawn account, unless its final balance is given */
  requireLamports(accounts: Changes, err: InstructionError): void {
    if (this.lamports >= 0n) return;
    try {
      accounts.debit(this.address, this.#before.lamports - this.lamports, 'send');
    } catch (error) {
      if (!(error instanceof ProgramError)) throw error;
      throw new ProgramError(err, error.message, error.hint);
    }
  }

  /** @throws ProgramError for a change that `program` may not make */
  check(accounts: Changes, program: Address): void {
    if (this.#hasNewLamports) this.#checkLamports(accounts, program);
    if (this.#hasNewData) this.#checkData(accounts, program);
  }

  store(accounts: Changes): void {
    if (!this.#hasNewLamports && !this.#hasNewData) return;
    const { lamports, owner } = this;
    accounts.growth = accounts.growthWith(this.#before, this.#data.length);
    accounts.set({ ...this.#before, lamports: lamports < 0n ? 0n : lamports, owner, data: this.#data });
  }

  get #hasNewLamports(): boolean {
    return this.lamports !== this.#before.lamports;
  }

  get #hasNewData(): boolean {
    const { data } = this.#before;
    return this.#data !== data && Buffer.compare(this.#data, data) !== 0;
  }

  #checkLamports(accounts: Changes, program: Address): void {
    const name = accounts.names.show(this.address);
    if (this.lamports < this.#before.lamports && this.#before.owner !== program)
      throw new ProgramError('ExternalAccountLamportSpend', `${name} belongs to another program, which alone spends`);
    if (!this.isWritable) throw new ProgramError('ReadonlyLamportChange', `${name} is readonly`);
  }

  #checkData(accounts: Changes, program: Address): void {
    accounts.growthWith(this.#before, this.#data.length);
    const name = accounts.names.show(this.address);
    if (!this.isWritable) throw new ProgramError('ReadonlyDataModified', `${name} is readonly`);
    if (this.#before.owner !== program)
      throw new ProgramError('ExternalAccountDataModified', `${name} belongs to another program`);
  }
}

/** Loads the accounts of an instruction. An account that is named twice is one, with the rights of both. */
export function loadAccounts({ instruction, accounts }: Pick<Invocation, 'instruction' | 'accounts'>): LoadedAccount[] {
  const loaded: LoadedAccount[] = [];
  for (const meta of instruction.accounts) {
    const { address } = meta;
    const same = loaded.find((other) => other.address === address);
    const account = same ?? new LoadedAccount(meta, accounts.loaded(address));
    account.isSigner ||= meta.isSigner;
    account.isWritable ||= meta.isWritable;
    loaded.push(account);
  }
  return loaded;
}

/** @throws ProgramError for a change that the program may not make, or an overdrawn account */
export function storeAccounts(loaded: readonly LoadedAccount[], accounts: Changes, program: Address): void {
  const distinct = loaded.filter((account, i) => loaded.indexOf(account) === i);
  wrapLamports(distinct);
  for (const account of distinct) account.check(accounts, program);
  // the runtime checks the sum of balances after each account
  for (const account of distinct) account.requireLamports(accounts, 'UnbalancedInstruction');
  for (const account of distinct) account.store(accounts);
}

/** Wraps lamports as u64, as programs do. If one account wraps and another one wraps back, the sum is right. */
function wrapLamports(distinct: readonly LoadedAccount[]): void {
  const wrapped = distinct.map(({ lamports }) => BigInt.asUintN(64, lamports));
  const sumOf = (values: readonly bigint[]) => values.reduce((sum, value) => sum + value, 0n);
  if (sumOf(wrapped) !== sumOf(distinct.map(({ lamports }) => lamports))) return;
  for (const [i, account] of distinct.entries()) account.lamports = wrapped[i]!;
}
