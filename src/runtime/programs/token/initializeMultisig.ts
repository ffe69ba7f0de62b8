import { decodeBase58 } from '../../../codec/base58.ts';
import { MAX_MULTISIG_SIGNERS } from '../../accounts/layouts.ts';
import { ProgramError } from '../../programError.ts';
import type { TokenCall } from './call.ts';
import { requireRentExempt, requireRentSysvar } from './initializeAccount.ts';
import { readU8 } from './instructionData.ts';
import { alreadyInUse, wrongData } from './reading.ts';
import { MULTISIG_BYTES } from './state.ts';
import { tokenError } from './tokenErrors.ts';

const FLAG = 2;
const SIGNERS = 3;
const SIGNER_BYTES = 32;

/** The rent is an account. */
export function initializeMultisig(call: TokenCall): void {
  initialize(call, true);
}

export function initializeMultisig2(call: TokenCall): void {
  initialize(call, false);
}

/** All other accounts are the members. */
function initialize(call: TokenCall, namesRent: boolean): void {
  const required = readU8(call);
  const multisig = call.next();
  call.requireOwnedFirst(multisig);
  if (namesRent) requireRentSysvar(call.next());
  if (multisig.data.length !== MULTISIG_BYTES) {
    if (call.isExtended) throw new ProgramError('InvalidArgument', `${call.show(multisig)} has no room for a multisig`);
    throw wrongData(call, multisig);
  }
  const flag = multisig.data[FLAG]!;
  if (flag > 1 && !call.isExtended) throw wrongData(call, multisig);
  if (flag !== 0) throw alreadyInUse(call, multisig);
  requireRentExempt(call, multisig);
  const members = call.rest();
  if (!isPossible(members.length))
    throw tokenError('InvalidNumberOfProvidedSigners', `a multisig has 1 to ${MAX_MULTISIG_SIGNERS} members`);
  if (!isPossible(required))
    throw tokenError('InvalidNumberOfRequiredSigners', `a multisig requires 1 to ${MAX_MULTISIG_SIGNERS} signatures`);
  const data = multisig.edit();
  data.set([required, members.length, 1]);
  for (const [i, member] of members.entries()) data.set(decodeBase58(member.address), SIGNERS + i * SIGNER_BYTES);
}

function isPossible(count: number): boolean {
  return count >= 1 && count <= MAX_MULTISIG_SIGNERS;
}
