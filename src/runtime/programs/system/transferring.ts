/**
 * Lamports move from account to account.
 *
 * Source   agave 4.1 system_processor.rs
 * @module
 */
import { type Address, SYSTEM_PROGRAM } from '../../../model/address.ts';
import { BorrowedAccount, requireAccounts } from '../../borrowedAccount.ts';
import { seedAddress } from '../../derive.ts';
import type { Invocation } from '../../invocation.ts';
import { refuse, SYSTEM_ERROR } from './systemError.ts';

/** Accounts: the sender, who signs, and the receiver. */
export function transfer(invocation: Invocation, lamports: bigint): void {
  requireAccounts(invocation.instruction.accounts.length, 2);
  transferSigned(invocation, 0, 1, lamports, 'send');
}

export interface SeededSender {
  readonly seed: string;
  readonly owner: Address;
}

/** Accounts: the sender, the base that its address follows from and that signs for it, and the receiver. */
export function transferWithSeed(invocation: Invocation, lamports: bigint, { seed, owner }: SeededSender): void {
  requireAccounts(invocation.instruction.accounts.length, 3);
  const from = new BorrowedAccount(invocation, 0);
  const base = new BorrowedAccount(invocation, 1);
  if (!base.isSigner) refuseUnsigned(invocation, base, `Transfer: 'from' account ${base.address} must sign`);
  const derived = seedAddress(base.address, seed, owner);
  if (from.address !== derived)
    refuse(invocation, SYSTEM_ERROR.addressWithSeedMismatch, {
      log: `Transfer: 'from' address ${from.address} does not match derived address ${derived}`,
    });
  move(invocation, from, new BorrowedAccount(invocation, 2), lamports, 'send');
}

/** @param purpose what the lamports are taken for, behind `cannot` */
export function transferSigned(
  invocation: Invocation,
  fromIndex: number,
  toIndex: number,
  lamports: bigint,
  purpose: string,
): void {
  const from = new BorrowedAccount(invocation, fromIndex);
  if (!from.isSigner) refuseUnsigned(invocation, from, `Transfer: \`from\` account ${from.address} must sign`);
  move(invocation, from, new BorrowedAccount(invocation, toIndex), lamports, purpose);
}

function refuseUnsigned(invocation: Invocation, { address }: BorrowedAccount, log: string): never {
  const sentence = `${invocation.accounts.names.show(address)} does not sign, and its SOL would be sent`;
  return refuse(invocation, 'MissingRequiredSignature', { log, sentence });
}

function move(
  invocation: Invocation,
  from: BorrowedAccount,
  to: BorrowedAccount,
  lamports: bigint,
  purpose: string,
): void {
  const { accounts, log } = invocation;
  const { owner, data, lamports: had } = from.account;
  if (data.length > 0)
    refuse(invocation, 'InvalidArgument', {
      log: 'Transfer: `from` must not carry data',
      ...noWallet(invocation, from),
    });
  if (!accounts.canSpend(from.address, lamports)) {
    log(`Transfer: insufficient lamports ${had}, need ${lamports}`);
    throw accounts.shortage(from.address, lamports, purpose, SYSTEM_ERROR.resultWithNegativeLamports);
  }
  if (owner !== SYSTEM_PROGRAM && lamports > 0n)
    refuse(invocation, 'ExternalAccountLamportSpend', noWallet(invocation, from));
  from.subtractLamports(lamports);
  to.addLamports(lamports);
}

function noWallet({ accounts: { names, moment } }: Invocation, { address, account }: BorrowedAccount) {
  return {
    sentence: `${names.show(address)} is no wallet at slot ${moment.slot} and cannot send SOL`,
    hint: `it belongs to ${names.show(account.owner)} and holds ${account.data.length} bytes`,
  };
}
