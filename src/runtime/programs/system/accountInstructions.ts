import { type Address, SYSTEM_PROGRAM } from '../../../solana/address.ts';
import { accountAddressAt, BorrowedAccount, isSigner, requireAccounts } from '../../borrowedAccount.ts';
import { seedAddress } from '../../derive.ts';
import type { Invocation } from '../../invocation.ts';
import { refuse, SYSTEM_ERROR } from './systemErrors.ts';

/**
 * Instructions that move lamports, and that give accounts their size and their program.
 *
 * Source   agave 4.1 system_processor.rs
 * @module
 */

interface CreatedAccount {
  readonly lamports: bigint;
  /** bytes */
  readonly space: bigint;
  readonly owner: Address;
}

/** Accounts: the sender, who signs, and the receiver. */
export function transfer(invocation: Invocation, { lamports }: { readonly lamports: bigint }): void {
  requireAccounts(invocation.instruction.accounts.length, 2);
  transferSigned(invocation, lamports, 'send');
}

/** @param purpose what the lamports are taken for, behind `cannot` */
function transferSigned(invocation: Invocation, lamports: bigint, purpose: string): void {
  const from = new BorrowedAccount(invocation, 0);
  if (!from.isSigner)
    refuse(invocation, 'MissingRequiredSignature', {
      log: `Transfer: \`from\` account ${from.address} must sign`,
      sentence: `${invocation.accounts.names.show(from.address)} does not sign, and its SOL would be sent`,
    });
  const to = new BorrowedAccount(invocation, 1);
  const { accounts, log } = invocation;
  const { owner, data, lamports: had } = from.account;
  if (data.length > 0)
    refuse(invocation, 'InvalidArgument', {
      log: 'Transfer: `from` must not carry data',
      ...notWalletTexts(invocation, from),
    });
  if (!accounts.canSpend(from.address, lamports)) {
    log(`Transfer: insufficient lamports ${had}, need ${lamports}`);
    throw accounts.shortage(from.address, lamports, purpose, SYSTEM_ERROR.resultWithNegativeLamports);
  }
  if (owner !== SYSTEM_PROGRAM && lamports > 0n)
    refuse(invocation, 'ExternalAccountLamportSpend', notWalletTexts(invocation, from));
  from.subtractLamports(lamports);
  to.addLamports(lamports);
}

function notWalletTexts({ accounts: { names, clock } }: Invocation, { address, account }: BorrowedAccount) {
  return {
    sentence: `${names.show(address)} is not a system account at slot ${clock.slot}, so it cannot send SOL`,
    hint: `it belongs to ${names.show(account.owner)} and holds ${account.data.length} bytes`,
  };
}

/** Source agave 4.1 MAX_PERMITTED_DATA_LENGTH */
const MAX_SPACE = 10n * 1024n * 1024n;

/** Accounts: the payer, the new account. */
export function createAccount(invocation: Invocation, created: CreatedAccount & Partial<Seed>): void {
  const { instruction, accounts } = invocation;
  requireAccounts(instruction.accounts.length, 2);
  const target = targetOf(invocation, accountAddressAt(instruction, 1), created, created.owner);
  const to = new BorrowedAccount(invocation, 1);
  if (to.account.lamports > 0n)
    refuse(invocation, SYSTEM_ERROR.accountAlreadyInUse, {
      log: `Create Account: account ${showTarget(target)} already in use`,
      sentence: `${accounts.names.show(to.address)} exists already at slot ${accounts.clock.slot}`,
    });
  allocateSpace(invocation, to, target, created.space);
  assignOwner(invocation, to, target, created.owner);
  transferSigned(invocation, created.lamports, 'pay');
}

/** Gives an account its size; with a seed, its owner too. Accounts: that account. */
export function allocate(
  invocation: Invocation,
  { space, owner, ...seed }: Pick<CreatedAccount, 'space'> & Partial<Seed & { readonly owner: Address }>,
): void {
  const account = new BorrowedAccount(invocation, 0);
  const target = targetOf(invocation, account.address, seed, owner ?? SYSTEM_PROGRAM);
  allocateSpace(invocation, account, target, space);
  if (owner !== undefined) assignOwner(invocation, account, target, owner);
}

/** Gives an account its owner. Accounts: that account. */
export function assign(
  invocation: Invocation,
  { owner, ...seed }: Pick<CreatedAccount, 'owner'> & Partial<Seed>,
): void {
  const account = new BorrowedAccount(invocation, 0);
  assignOwner(invocation, account, targetOf(invocation, account.address, seed, owner), owner);
}

function allocateSpace(invocation: Invocation, account: BorrowedAccount, target: Target, space: bigint): void {
  const { names, clock } = invocation.accounts;
  const name = names.show(target.address);
  if (!signsFor(invocation, target))
    refuse(invocation, 'MissingRequiredSignature', {
      log: `Allocate: 'to' account ${showTarget(target)} must sign`,
      sentence: `${names.show(target.base ?? target.address)} does not sign, and ${name} would get its size`,
    });
  if (account.account.data.length > 0 || account.account.owner !== SYSTEM_PROGRAM)
    refuse(invocation, SYSTEM_ERROR.accountAlreadyInUse, {
      log: `Allocate: account ${showTarget(target)} already in use`,
      sentence: `${name} exists already at slot ${clock.slot}`,
    });
  if (space > MAX_SPACE)
    refuse(invocation, SYSTEM_ERROR.invalidAccountDataLength, {
      log: `Allocate: requested ${space}, max allowed ${MAX_SPACE}`,
      sentence: `an account of ${space} bytes, at most ${MAX_SPACE} allowed`,
    });
  account.resize(Number(space));
}

function assignOwner(invocation: Invocation, account: BorrowedAccount, target: Target, owner: Address): void {
  if (account.account.owner === owner) return;
  const { names } = invocation.accounts;
  if (!signsFor(invocation, target))
    refuse(invocation, 'MissingRequiredSignature', {
      log: `Assign: account ${showTarget(target)} must sign`,
      sentence: `${names.show(target.base ?? target.address)} does not sign, and ${names.show(target.address)} would get its program`,
    });
  account.assign(owner);
}

/** The seed that an address is derived from, where the account does not sign itself. */
interface Seed {
  readonly base: Address;
  readonly seed: string;
}

/** The address of an account that is made, and who signs for it: itself, or the base that it is derived from. */
interface Target {
  readonly address: Address;
  readonly base: Address | undefined;
}

/** @throws ProgramError where the address does not follow from the seed and the owner */
function targetOf(invocation: Invocation, address: Address, from: Partial<Seed>, owner: Address): Target {
  const { base, seed } = from;
  if (base === undefined || seed === undefined) return { address, base: undefined };
  const derived = seedAddress(base, seed, owner);
  if (derived === address) return { address, base };
  return refuse(invocation, SYSTEM_ERROR.addressWithSeedMismatch, {
    log: `Create: address ${address} does not match derived address ${derived}`,
  });
}

function signsFor({ instruction }: Invocation, { address, base }: Target): boolean {
  return isSigner(instruction, base ?? address);
}

/** The target in the form of the node's log. */
function showTarget({ address, base }: Target): string {
  return `Address { address: ${address}, base: ${base === undefined ? 'None' : `Some(${base})`} }`;
}
