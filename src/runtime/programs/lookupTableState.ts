import { ByteReader, BytesError } from '../../codec/bytes.ts';
import { decodeLookupTable, type LookupTable } from '../../solana/lookupTable.ts';
import { BorrowedAccount } from '../borrowedAccount.ts';
import type { Invocation } from '../invocation.ts';
import { custom, type InstructionError, ProgramError } from '../programError.ts';
import type { Saying } from './system/systemErrors.ts';

/** The errors that the program has numbered itself, with what it logs of them. Source address-lookup-table 3.0 `error.rs` */
const NUMBERED = {
  invalidSeeds: [1, 'Provided seeds do not result in a valid address'],
  readonlyData: [10, 'Instruction modified data of a read-only account'],
  readonlyLamports: [11, 'Instruction changed the balance of a read-only account'],
} as const;

/** @throws ProgramError always */
export function refuse(
  { log }: Invocation,
  reason: Extract<InstructionError, string> | keyof typeof NUMBERED,
  said: Saying = {},
): never {
  const numbered = Object.hasOwn(NUMBERED, reason) ? NUMBERED[reason as keyof typeof NUMBERED] : undefined;
  const text = numbered?.[1] ?? `Error: ${reason}`;
  if (said.log !== undefined) log(`Program log: ${said.log}`);
  log(`Program log: ${text}`);
  throw new ProgramError(
    numbered === undefined ? reason : custom(numbered[0]),
    said.sentence ?? said.log ?? text,
    said.hint,
  );
}

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
  if (table.authority === null) refuse(invocation, 'Immutable', { log: frozen });
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

/** An account of the instruction. */
export function accountAt(invocation: Invocation, index: number): BorrowedAccount {
  const { accounts } = invocation.instruction;
  if (index >= accounts.length)
    refuse(invocation, 'NotEnoughAccountKeys', { sentence: `${accounts.length} accounts, ${index + 1} needed` });
  return new BorrowedAccount(invocation, index);
}

/** @throws ProgramError MissingRequiredSignature */
export function assertPayerSigns(invocation: Invocation, payer: BorrowedAccount): void {
  if (!payer.isSigner) refuse(invocation, 'MissingRequiredSignature', { log: 'Payer account must be a signer' });
}

/** Lamports that a table of this size lacks. */
export function lackingLamports({ accounts }: Invocation, { account }: BorrowedAccount, bytes: number): bigint {
  const needed = accounts.minimumBalance(bytes) || 1n;
  return needed > account.lamports ? needed - account.lamports : 0n;
}

/** Source solana slot-hashes 3.0 */
export const MAX_SLOT_HASHES = 512;

/** Where the SlotHashes sysvar has a slot: 0 is the newest one. Below zero: nowhere. */
export function hashPosition({ accounts: { moment } }: Invocation, slot: bigint): number {
  if (moment.hashedSlots !== undefined) return moment.hashedSlots.indexOf(slot);
  const position = moment.slot - 1n - slot;
  return position >= 0n && position < MAX_SLOT_HASHES ? Number(position) : -1;
}
