import type { Address } from '../../../model/address.ts';
import { isTokenProgram } from '../../../model/address.ts';
import type { LoadedAccount } from '../../accounts/loadedAccounts.ts';
import { ProgramError } from '../../programError.ts';
import type { TokenCall } from './call.ts';
import { addressAt } from './instructionData.ts';
import { MULTISIG_BYTES } from './state.ts';
import { tokenError } from './tokenErrors.ts';

const SIGNERS_OFFSET = 3;
const SIGNER_BYTES = 32;

/**
 * Checks that an authority is the expected one and signs, or as many members of a multisig as it requires.
 *
 * @param refusal in a sentence, where it is another one
 * @param signers accounts that may be members of a multisig
 * @throws ProgramError OwnerMismatch, MissingRequiredSignature, and what is wrong with a multisig
 */
export function requireAuthority(
  call: TokenCall,
  expected: Address,
  authority: LoadedAccount,
  refusal: () => readonly [message: string, hint?: string],
  signers: readonly LoadedAccount[] = call.rest(),
): void {
  if (authority.address !== expected) throw tokenError('OwnerMismatch', ...refusal());
  if (authority.data.length === MULTISIG_BYTES && isTokenProgram(authority.owner))
    requireMembers(call, authority, signers);
  else requireSignature(call, authority);
}

/** @throws ProgramError MissingRequiredSignature */
export function requireSignature(call: TokenCall, account: LoadedAccount): void {
  if (!account.isSigner) throw new ProgramError('MissingRequiredSignature', `${call.show(account)} does not sign`);
}

function requireMembers(call: TokenCall, multisig: LoadedAccount, signers: readonly LoadedAccount[]): void {
  const [required, count, flag] = multisig.data as unknown as [number, number, number];
  if (flag === 0) throw new ProgramError('UninitializedAccount', `${call.show(multisig)} is no multisig yet`);
  if (flag > 1 && !call.isExtended)
    throw new ProgramError('InvalidAccountData', `the data of ${call.show(multisig)} is no multisig`);
  const matched = new Set<number>();
  for (const signer of signers) {
    for (let i = 0; i < count; i++) {
      const member = addressAt(multisig.data, SIGNERS_OFFSET + i * SIGNER_BYTES);
      if (member !== signer.address || matched.has(i)) continue;
      requireSignature(call, signer);
      matched.add(i);
    }
  }
  if (matched.size >= required) return;
  throw new ProgramError('MissingRequiredSignature', `${matched.size} of ${call.show(multisig)} sign, not ${required}`);
}
