import type { Address } from '../solana/address.ts';
import { isSigner, isWritable } from './borrowedAccount.ts';
import type { Instruction } from './instruction.ts';
import type { Invocation } from './invocation.ts';
import { ProgramError } from './programError.ts';

/**
 * Checks a call between programs: the caller must have the accounts and the program, and passes on only its own rights, besides
 * the signatures of addresses that it derives.
 *
 * @param derived addresses that the calling program signs for
 * Source   agave 4.1 program-runtime invoke_context.rs
 * @throws ProgramError MissingAccount, PrivilegeEscalation
 */
export function checkCall(caller: Invocation, called: Instruction, derived: readonly Address[]): void {
  const { instruction, log, accounts } = caller;
  const isGiven = (address: Address): boolean => instruction.accounts.some((meta) => meta.address === address);
  const { names } = accounts;
  for (const { address } of called.accounts) {
    if (!isGiven(address)) throw new ProgramError('MissingAccount', `${names.show(address)} is needed and not given`);
    if (isWritable(called, address) && !isWritable(instruction, address)) {
      log(`${address}'s writable privilege escalated`);
      throw new ProgramError('PrivilegeEscalation', `${names.show(address)} is not writable, and would change`);
    }
    if (isSigner(called, address) && !isSigner(instruction, address) && !derived.includes(address)) {
      log(`${address}'s signer privilege escalated`);
      throw new ProgramError('PrivilegeEscalation', `${names.show(address)} does not sign`);
    }
  }
  if (isGiven(called.program)) return;
  log(`Unknown program ${called.program}`);
  throw new ProgramError('MissingAccount', `${names.show(called.program)} is called and not given`);
}
