import { counted } from '../../codec/text.ts';
import type { Address } from '../../solana/address.ts';
import type { Invocation } from '../invocation.ts';
import { custom, type InstructionError, ProgramError } from '../programError.ts';

/** Common parts of the instructions of the associated token account program. */

/** The only error that the program has numbered itself. Source spl-associated-token-account 8.0 InvalidOwner */
export const INVALID_OWNER: InstructionError = custom(0);

/**
 * The addresses of the first accounts of an instruction.
 *
 * @throws ProgramError NotEnoughAccountKeys
 */
export function firstAddresses({ instruction: { accounts } }: Invocation, count: number): readonly Address[] {
  if (accounts.length < count)
    throw new ProgramError('NotEnoughAccountKeys', `${counted(accounts.length, 'account')}, ${count} needed`);
  return accounts.slice(0, count).map(({ address }) => address);
}
