import { UnknownBytesError } from '../account.ts';
import type { Address } from '../address.ts';
import { Budget, IdlDataError, TooMuchError } from './budget.ts';
import { type DescribedAccount, programAt } from './describe.ts';
import type { IdlProgram } from './idl.ts';
import { accountTypeOf, readFields } from './readFields.ts';

/** The data of accounts of programs with an IDL, as fields. @module */

/** The part of an account that a description needs. */
export interface DescribableAccount {
  readonly owner: Address;
  readonly data: Uint8Array;
}

/**
 * An account as its program reads it.
 *
 * @param name of the account, in errors
 * @throws IdlDataError: no program with an IDL owns it, or its data is not of a type of this program
 */
export function readDescribedAccount(
  { data, owner }: DescribableAccount,
  programs: readonly IdlProgram[],
  name: string,
  budget = new Budget(),
): DescribedAccount {
  const program = programAt(owner, programs);
  if (program === undefined)
    throw new IdlDataError(`${name} belongs to ${owner}, and no program with an IDL has this address`);
  const type = readAs(`account of ${program.name}`, name, () => accountTypeOf(data, program.idl, budget));
  if (type === undefined) throw new IdlDataError(`the data of ${name} begins as no account of ${program.name} does`);
  const fields = readAs(`${type.name} of ${program.name}`, name, () => readFields(data, type, budget));
  return { program: program.name, account: type.name, fields };
}

/** @throws IdlDataError about the account */
function readAs<T>(type: string, name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof TooMuchError) throw new TooMuchError(`the data of ${name} is not read: ${error.message}`);
    if (!(error instanceof IdlDataError)) throw error;
    throw new IdlDataError(`the data of ${name} is no ${type}: ${error.message}`);
  }
}

/**
 * An account as its program reads it; undefined: it cannot be described, or its bytes are not known.
 *
 * @param budget of all accounts that are described together
 * @throws TooMuchError
 */
export function describeAccount(
  account: DescribableAccount,
  programs: readonly IdlProgram[],
  budget?: Budget,
): DescribedAccount | undefined {
  // the owner decides first: most accounts belong to no such program, and some have no bytes
  if (programAt(account.owner, programs) === undefined) return undefined;
  try {
    return readDescribedAccount(account, programs, 'the account', budget);
  } catch (error) {
    if (error instanceof TooMuchError) throw error;
    if (error instanceof IdlDataError || error instanceof UnknownBytesError) return undefined;
    throw error;
  }
}
