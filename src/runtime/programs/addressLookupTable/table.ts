import { ByteReader, BytesError } from '../../../codec/byteReader.ts';
import { U64_MAX } from '../../../codec/u64.ts';
import { decodeLookupTable, type LookupTable } from '../../../model/lookupTable.ts';
import { lookupTableBytes } from '../../accounts/layouts.ts';
import { BorrowedAccount } from '../../borrowedAccount.ts';
import type { Invocation } from '../../invocation.ts';
import { refuse } from './refusal.ts';

const UNINITIALIZED = 0;

/** The table that an instruction is about, once its authority has signed: the first two accounts. Its data has not been read yet. */
export function signedTable(invocation: Invocation): BorrowedAccount {
  const table = accountAt(invocation, 0);
  if (!table.isOwned)
    refuse(invocation, 'InvalidAccountOwner', { log: 'Lookup table owner should be the Address Lookup Table program' });
  if (!accountAt(invocation, 1).isSigner)
    refuse(invocation, 'MissingRequiredSignature', { log: 'Authority account must be a signer' });
  return table;
}

/** The content of a table that is not frozen, and whose authority is the second account. */
export function changeableTable(
  invocation: Invocation,
  { account }: BorrowedAccount,
  frozen = 'Lookup table is frozen',
): LookupTable {
  const table = tableIn(invocation, account.data);
  if (table.authority === undefined) refuse(invocation, 'Immutable', { log: frozen });
  if (table.authority !== accountAt(invocation, 1).address)
    refuse(invocation, 'IncorrectAuthority', { log: 'Incorrect lookup table authority' });
  return table;
}

function tableIn(invocation: Invocation, data: Uint8Array): LookupTable {
  try {
    if (new ByteReader(data).u32() === UNINITIALIZED) refuse(invocation, 'UninitializedAccount');
    return decodeLookupTable(data);
  } catch (error) {
    if (error instanceof BytesError) return refuse(invocation, 'InvalidAccountData');
    throw error;
  }
}

export function tableBytes({ addresses, authority, deactivationSlot = U64_MAX, ...table }: LookupTable): Uint8Array {
  return Buffer.concat([lookupTableBytes(authority ?? null, [], { ...table, deactivationSlot }), addresses]);
}

/** An account of the instruction. */
export function accountAt(invocation: Invocation, index: number): BorrowedAccount {
  const { accounts } = invocation.instruction;
  if (index >= accounts.length)
    refuse(invocation, 'NotEnoughAccountKeys', { sentence: `${accounts.length} accounts, ${index + 1} needed` });
  return new BorrowedAccount(invocation, index);
}
