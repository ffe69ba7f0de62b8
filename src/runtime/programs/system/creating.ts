/**
 * Accounts get their size and their program.
 *
 * Source   agave 4.1 system_processor.rs
 * @module
 */
import { type Address, SYSTEM_PROGRAM } from '../../../model/address.ts';
import { addressAt, BorrowedAccount, requireAccounts } from '../../borrowedAccount.ts';
import type { Invocation } from '../../invocation.ts';
import { refuse, SYSTEM_ERROR } from './systemError.ts';
import { type Seed, showTarget, signsFor, type Target, targetOf } from './target.ts';
import { transferSigned } from './transferring.ts';

/** Source agave 4.1 MAX_PERMITTED_DATA_LENGTH */
const MAX_SPACE = 10n * 1024n * 1024n;

export interface NewAccount {
  readonly lamports: bigint;
  /** bytes */
  readonly space: bigint;
  readonly owner: Address;
}

/** Accounts: who pays, the new one. */
export function createAccount(invocation: Invocation, created: NewAccount, seed?: Seed): void {
  const { instruction, accounts } = invocation;
  requireAccounts(instruction.accounts.length, 2);
  const target = targetOf(invocation, addressAt(instruction, 1), seed);
  const to = new BorrowedAccount(invocation, 1);
  if (to.account.lamports > 0n)
    refuse(invocation, SYSTEM_ERROR.accountAlreadyInUse, {
      log: `Create Account: account ${showTarget(target)} already in use`,
      sentence: `${accounts.names.show(to.address)} exists already at slot ${accounts.moment.slot}`,
    });
  allocateSpace(invocation, to, target, created.space);
  giveTo(invocation, to, target, created.owner);
  transferSigned(invocation, 0, 1, created.lamports, 'pay');
}

/** Accounts: the new one, which may have lamports, and who pays if there is something to pay. */
export function createAccountAllowPrefund(invocation: Invocation, created: NewAccount): void {
  const { instruction } = invocation;
  requireAccounts(instruction.accounts.length, created.lamports > 0n ? 2 : 1);
  const target = targetOf(invocation, addressAt(instruction, 0), undefined);
  const to = new BorrowedAccount(invocation, 0);
  allocateSpace(invocation, to, target, created.space);
  giveTo(invocation, to, target, created.owner);
  if (created.lamports > 0n) transferSigned(invocation, 1, 0, created.lamports, 'pay');
}

export function allocate(invocation: Invocation, space: bigint, seed?: Seed): void {
  const { account, target } = only(invocation, seed);
  allocateSpace(invocation, account, target, space);
  if (seed !== undefined) giveTo(invocation, account, target, seed.owner);
}

export function assign(invocation: Invocation, owner: Address, seed?: Seed): void {
  const { account, target } = only(invocation, seed);
  giveTo(invocation, account, target, owner);
}

function only(invocation: Invocation, seed: Seed | undefined): { account: BorrowedAccount; target: Target } {
  const account = new BorrowedAccount(invocation, 0);
  return { account, target: targetOf(invocation, account.address, seed) };
}

function allocateSpace(invocation: Invocation, account: BorrowedAccount, target: Target, space: bigint): void {
  const { names, moment } = invocation.accounts;
  const shown = names.show(target.address);
  if (!signsFor(invocation, target))
    refuse(invocation, 'MissingRequiredSignature', {
      log: `Allocate: 'to' account ${showTarget(target)} must sign`,
      sentence: `${names.show(target.base ?? target.address)} does not sign, and ${shown} would get its size`,
    });
  if (account.account.data.length > 0 || account.account.owner !== SYSTEM_PROGRAM)
    refuse(invocation, SYSTEM_ERROR.accountAlreadyInUse, {
      log: `Allocate: account ${showTarget(target)} already in use`,
      sentence: `${shown} exists already at slot ${moment.slot}`,
    });
  if (space > MAX_SPACE)
    refuse(invocation, SYSTEM_ERROR.invalidAccountDataLength, {
      log: `Allocate: requested ${space}, max allowed ${MAX_SPACE}`,
      sentence: `an account of ${space} bytes, at most ${MAX_SPACE} allowed`,
    });
  account.resize(Number(space));
}

function giveTo(invocation: Invocation, account: BorrowedAccount, target: Target, owner: Address): void {
  if (account.account.owner === owner) return;
  const { names } = invocation.accounts;
  if (!signsFor(invocation, target))
    refuse(invocation, 'MissingRequiredSignature', {
      log: `Assign: account ${showTarget(target)} must sign`,
      sentence: `${names.show(target.base ?? target.address)} does not sign, and ${names.show(target.address)} would get its program`,
    });
  account.assign(owner);
}
