/**
 * What several nonce instructions check, in the words of each.
 *
 * Source   agave 4.1 system_instruction.rs
 * @module
 */
import type { Address } from '../../../model/address.ts';
import { addressAt, type BorrowedAccount, isSigner } from '../../borrowedAccount.ts';
import type { Invocation } from '../../invocation.ts';
import { refuse, SYSTEM_ERROR } from './systemError.ts';

/** How an instruction calls itself in the log. */
export type Verb = 'Advance' | 'Withdraw' | 'Initialize' | 'Authorize';

export function requireWritable(invocation: Invocation, { isWritable, address }: BorrowedAccount, verb: Verb): void {
  if (!isWritable)
    refuse(invocation, 'InvalidArgument', { log: `${verb} nonce account: Account ${address} must be writeable` });
}

export function requireSigner(invocation: Invocation, address: Address, verb: Verb): void {
  if (!isSigner(invocation.instruction, address))
    refuse(invocation, 'MissingRequiredSignature', { log: `${verb} nonce account: Account ${address} must sign` });
}

export function requireSysvar(invocation: Invocation, index: number, sysvar: Address): void {
  const given = addressAt(invocation.instruction, index);
  const { names } = invocation.accounts;
  if (given !== sysvar)
    refuse(invocation, 'InvalidArgument', {
      sentence: `${names.show(given)} is in the place of ${names.show(sysvar)}`,
    });
}

export function refuseAgain(invocation: Invocation, address: Address, verb: Verb): never {
  const { names, moment } = invocation.accounts;
  return refuse(invocation, SYSTEM_ERROR.nonceBlockhashNotExpired, {
    log: `${verb} nonce account: nonce can only advance once per slot`,
    sentence: `${names.show(address)} was advanced in slot ${moment.slot} before: a nonce advances once a block`,
  });
}
