import { U64_MAX } from '../codec/bigints.ts';
import { counted } from '../codec/text.ts';
import type { Account } from '../solana/account.ts';
import type { Address } from '../solana/address.ts';
import type { Instruction } from '../solana/instruction.ts';
import type { InstructionErrorName } from '../solana/transactionErrors.ts';
import type { Changes } from './accounts/changes.ts';
import type { Invocation } from './invocation.ts';
import { ProgramError } from './programError.ts';

/** Whether an account signs an instruction that names it once or several times. */
export function isSigner({ accounts }: Instruction, address: Address): boolean {
  return accounts.some((meta) => meta.address === address && meta.isSigner);
}

/** Whether an instruction that names an account once or several times may change it. */
export function isWritable({ accounts }: Instruction, address: Address): boolean {
  return accounts.some((meta) => meta.address === address && meta.isWritable);
}

/**
 * An account as a builtin program sees it: changes that are not allowed throw at once.
 *
 * Source   agave 4.1 transaction-context BorrowedInstructionAccount
 */
export class BorrowedAccount {
  readonly address: Address;
  readonly isWritable: boolean;
  readonly isSigner: boolean;
  readonly #program: Address;
  readonly #accounts: Changes;

  /**
   * @param index among the accounts of the instruction
   * @throws ProgramError MissingAccount
   */
  constructor({ instruction, accounts }: Invocation, index: number) {
    this.address = accountAddressAt(instruction, index);
    this.isWritable = isWritable(instruction, this.address);
    this.isSigner = isSigner(instruction, this.address);
    this.#program = instruction.program;
    this.#accounts = accounts;
  }

  get account(): Account {
    return this.#accounts.loaded(this.address);
  }

  get isOwned(): boolean {
    return this.account.owner === this.#program;
  }

  /** An overdrawn account is left with 0: the caller has checked the balance, which a script may give. */
  subtractLamports(lamports: bigint): void {
    const had = this.account.lamports;
    this.#setLamports(had < lamports ? 0n : had - lamports);
  }

  addLamports(lamports: bigint): void {
    const sum = this.account.lamports + lamports;
    if (sum > U64_MAX) throw this.#refusal('ArithmeticOverflow', `cannot hold ${sum} lamports`);
    this.#setLamports(sum);
  }

  #setLamports(lamports: bigint): void {
    const { account } = this;
    if (!this.isOwned && lamports < account.lamports)
      throw this.#refusal('ExternalAccountLamportSpend', `belongs to ${this.#owner}, which alone takes its lamports`);
    if (!this.isWritable)
      throw this.#refusal('ReadonlyLamportChange', 'is not writable, and its lamports would change');
    if (lamports !== account.lamports) this.#accounts.set({ ...account, lamports });
  }

  /** @param length in bytes; zeros are added */
  resize(length: number): void {
    const { account } = this;
    if (!this.isOwned && length !== account.data.length)
      throw this.#refusal('AccountDataSizeChanged', `belongs to ${this.#owner}, which alone changes its size`);
    const growth = this.#accounts.growthWith(account, length);
    this.#checkData();
    if (length === account.data.length) return;
    this.#accounts.growth = growth;
    const data = new Uint8Array(length);
    data.set(account.data.subarray(0, length));
    this.#accounts.set({ ...account, data });
  }

  /** Writes over the beginning of the data. */
  write(bytes: Uint8Array): void {
    this.#checkData();
    const { account } = this;
    if (bytes.length > account.data.length)
      throw this.#refusal('AccountDataTooSmall', `has ${account.data.length} bytes, ${bytes.length} needed`);
    const data = Uint8Array.from(account.data);
    data.set(bytes);
    this.#accounts.set({ ...account, data });
  }

  #checkData(): void {
    if (!this.isWritable) throw this.#refusal('ReadonlyDataModified', 'is not writable, and its data would change');
    if (!this.isOwned)
      throw this.#refusal('ExternalAccountDataModified', `belongs to ${this.#owner}, which alone changes its data`);
  }

  assign(owner: Address): void {
    const { account } = this;
    if (!this.isOwned || !this.isWritable || account.data.some((byte) => byte !== 0))
      throw this.#refusal('ModifiedProgramId', `cannot be given to ${this.#accounts.names.show(owner)}`);
    this.#accounts.set({ ...account, owner });
  }

  get #owner(): string {
    return this.#accounts.names.show(this.account.owner);
  }

  #refusal(err: InstructionErrorName, message: string): ProgramError {
    return new ProgramError(err, `${this.#accounts.names.show(this.address)} ${message}`);
  }
}

/** @throws ProgramError MissingAccount */
export function accountAddressAt({ accounts }: Instruction, index: number): Address {
  requireAccounts(accounts.length, index + 1);
  return accounts[index]!.address;
}

/** @throws ProgramError MissingAccount */
export function requireAccounts(count: number, needed: number): void {
  if (count < needed) throw new ProgramError('MissingAccount', `${counted(count, 'account')}, ${needed} needed`);
}
