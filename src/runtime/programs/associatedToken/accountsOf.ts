import type { Account } from '../../../model/account.ts';
import { type Address, isTokenProgram } from '../../../model/address.ts';
import type { TokenAccount } from '../../../programs/splToken/layout.ts';
import { tokenAccountOf } from '../../accounts/tokens.ts';
import { associatedAddress } from '../../derive.ts';
import type { Invocation } from '../../invocation.ts';
import { custom, type InstructionError, ProgramError } from '../../programError.ts';

/** The only error that the program has numbered itself. Source spl-associated-token-account 8.0 InvalidOwner */
export const INVALID_OWNER: InstructionError = custom(0);

/**
 * The addresses of the first accounts of an instruction.
 *
 * @throws ProgramError NotEnoughAccountKeys
 */
export function firstAddresses({ instruction: { accounts } }: Invocation, count: number): readonly Address[] {
  if (accounts.length < count)
    throw new ProgramError('NotEnoughAccountKeys', `${accounts.length} accounts, ${count} needed`);
  return accounts.slice(0, count).map(({ address }) => address);
}

/** A wallet's account of a mint. */
export interface Associated {
  readonly address: Address;
  readonly wallet: Address;
  readonly mint: Address;
  readonly tokenProgram: Address;
}

/** @throws ProgramError InvalidSeeds where the account is another one */
export function checkAssociated({ log, accounts: { names } }: Invocation, associated: Associated, what: string): void {
  const { address, wallet, mint, tokenProgram } = associated;
  if (associatedAddress(wallet, mint, tokenProgram) === address) return;
  log(`Program log: Error: ${what} address does not match seed derivation`);
  throw new ProgramError(
    'InvalidSeeds',
    `${names.show(address)} is not where ${names.show(wallet)} has ${names.show(mint)}`,
  );
}

/** Undefined: it is no token account of that program, or none that is initialized. */
export function tokenAccountUnder(account: Account, tokenProgram: Address): TokenAccount | undefined {
  if (account.owner !== tokenProgram) return undefined;
  return tokenAccountOf(account);
}

/** @throws ProgramError IncorrectProgramId */
export function checkTokenProgram({ accounts: { names } }: Invocation, program: Address): void {
  if (!isTokenProgram(program))
    throw new ProgramError(
      'IncorrectProgramId',
      `${names.show(program)} is no token program`,
      'there are $token and $token2022',
    );
}
