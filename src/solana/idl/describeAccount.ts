import { unlessThrown } from '../../codec/unlessThrown.ts';
import { UnknownBytesError } from '../account.ts';
import type { Address } from '../address.ts';
import { type DescribedAccount, programAt } from './describe.ts';
import type { IdlProgram } from './idl.ts';
import { accountTypeOf, IdlDataError, readFields } from './readFields.ts';

/** The data of accounts of programs with an IDL, as fields. @module */

/** What a description needs of an account. */
export interface ReadAccount {
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
  { data, owner }: ReadAccount,
  programs: readonly IdlProgram[],
  name: string,
): DescribedAccount {
  const program = programAt(owner, programs);
  if (program === undefined)
    throw new IdlDataError(`${name} belongs to ${owner}, and no program with an IDL has this address`);
  const type = accountTypeOf(data, program.idl);
  if (type === undefined) throw new IdlDataError(`the data of ${name} begins as no account of ${program.name} does`);
  try {
    return { program: program.name, account: type.name, fields: readFields(data, type, program.idl) };
  } catch (error) {
    if (!(error instanceof IdlDataError)) throw error;
    throw new IdlDataError(`the data of ${name} is no ${type.name} of ${program.name}: ${error.message}`);
  }
}

/** Undefined: it cannot be described, or its bytes are not known. */
export function describeAccount(account: ReadAccount, programs: readonly IdlProgram[]): DescribedAccount | undefined {
  // asked first: most accounts belong to no such program, and some have no bytes
  if (programAt(account.owner, programs) === undefined) return undefined;
  return unlessThrown([IdlDataError, UnknownBytesError], () => readDescribedAccount(account, programs, 'the account'));
}
