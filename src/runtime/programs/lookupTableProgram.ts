import { decodeBase58 } from '../../codec/base58.ts';
import { U64_MAX } from '../../codec/bigints.ts';
import { ByteReader, BytesError, ByteWriter } from '../../codec/bytes.ts';
import { counted } from '../../codec/text.ts';
import type { Address } from '../../solana/address.ts';
import {
  countAddresses,
  decodeLookupTable,
  encodeLookupTable,
  LOOKUP_TABLE_PROGRAM,
  type LookupTable,
  lookupTableBytes,
} from '../../solana/lookupTable.ts';
import { LOOKUP_TABLE_ROWS } from '../../solana/programs/addressLookupTable.ts';
import { SYSTEM } from '../../solana/programs/system.ts';
import { MAX_SLOT_HASHES } from '../../solana/sysvars.ts';
import { BorrowedAccount } from '../borrowedAccount.ts';
import { programAddressAt } from '../derive.ts';
import type { Invocation, Program } from '../invocation.ts';
import { custom, type InstructionError, ProgramError } from '../programError.ts';
import { bincodeReader, type Effects, logName, readEffect } from './effects.ts';
import { allocateAndAssign } from './system/allocateAndAssign.ts';
import type { RefusalTexts } from './system/systemErrors.ts';

/** The errors that the program has numbered itself, with what it logs of them. Source address-lookup-table 3.0 `error.rs` */
const NUMBERED_ERRORS = {
  invalidSeeds: [1, 'Provided seeds do not result in a valid address'],
  readonlyData: [10, 'Instruction modified data of a read-only account'],
  readonlyLamports: [11, 'Instruction changed the balance of a read-only account'],
} as const;

/** @throws ProgramError always */
function refuse(
  { log }: Invocation,
  reason: Extract<InstructionError, string> | keyof typeof NUMBERED_ERRORS,
  texts: RefusalTexts = {},
): never {
  const numbered = Object.hasOwn(NUMBERED_ERRORS, reason)
    ? NUMBERED_ERRORS[reason as keyof typeof NUMBERED_ERRORS]
    : undefined;
  const text = numbered?.[1] ?? `Error: ${reason}`;
  if (texts.log !== undefined) log(`Program log: ${texts.log}`);
  log(`Program log: ${text}`);
  throw new ProgramError(
    numbered === undefined ? reason : custom(numbered[0]),
    texts.sentence ?? texts.log ?? text,
    texts.hint,
  );
}

const UNINITIALIZED = 0;

/** The table of an instruction whose authority has signed: the first two accounts. Its data has not been read yet. */
function signedTable(invocation: Invocation): BorrowedAccount {
  const table = accountAt(invocation, 0);
  if (!table.isOwned)
    refuse(invocation, 'InvalidAccountOwner', { log: 'Lookup table owner should be the Address Lookup Table program' });
  if (!accountAt(invocation, 1).isSigner)
    refuse(invocation, 'MissingRequiredSignature', { log: 'Authority account must be a signer' });
  return table;
}

/** The content of a table that is not frozen, and whose authority is the second account. */
function changeableTable(
  invocation: Invocation,
  { account }: BorrowedAccount,
  frozen = 'Lookup table is frozen',
): LookupTable {
  const table = readTable(invocation, account.data);
  if (table.authority === null) refuse(invocation, 'Immutable', { log: frozen });
  if (table.authority !== accountAt(invocation, 1).address)
    refuse(invocation, 'IncorrectAuthority', { log: 'Incorrect lookup table authority' });
  return table;
}

function readTable(invocation: Invocation, data: Uint8Array): LookupTable {
  try {
    if (new ByteReader(data).u32() === UNINITIALIZED) refuse(invocation, 'UninitializedAccount');
    return decodeLookupTable(data);
  } catch (error) {
    if (error instanceof BytesError) return refuse(invocation, 'InvalidAccountData');
    throw error;
  }
}

/** An account of the instruction. */
function accountAt(invocation: Invocation, index: number): BorrowedAccount {
  const { accounts } = invocation.instruction;
  if (index >= accounts.length)
    refuse(invocation, 'NotEnoughAccountKeys', {
      sentence: `${counted(accounts.length, 'account')}, ${index + 1} needed`,
    });
  return new BorrowedAccount(invocation, index);
}

/** @throws ProgramError MissingRequiredSignature */
function assertPayerSigns(invocation: Invocation, payer: BorrowedAccount): void {
  if (!payer.isSigner) refuse(invocation, 'MissingRequiredSignature', { log: 'Payer account must be a signer' });
}

/** Lamports that a table of this size lacks. */
function lackingLamports({ accounts }: Invocation, { account }: BorrowedAccount, bytes: number): bigint {
  const needed = accounts.minimumBalance(bytes) || 1n;
  return needed > account.lamports ? needed - account.lamports : 0n;
}

function pay({ call }: Invocation, payer: BorrowedAccount, table: BorrowedAccount, lamports: bigint): void {
  call(SYSTEM.transfer.build({ source: payer.address, destination: table.address }, { lamports }));
}

/** The index of a slot in the SlotHashes sysvar: 0 is the newest one. Negative: the sysvar lacks the slot. */
function hashPosition({ accounts: { clock } }: Invocation, slot: bigint): number {
  if (clock.hashedSlots !== undefined) return clock.hashedSlots.indexOf(slot);
  const position = clock.slot - 1n - slot;
  return position >= 0n && position < MAX_SLOT_HASHES ? Number(position) : -1;
}

interface NewTable {
  readonly recentSlot: bigint;
  readonly bumpSeed: number;
}

/**
 * Creates a table. Accounts: the table, its authority (need not sign), the payer, the system program. An existing table is unchanged.
 */
function createTable(invocation: Invocation, { bumpSeed, recentSlot }: NewTable): void {
  const [table, authority, payer] = [0, 1, 2].map((index) => accountAt(invocation, index)) as Three;
  assertPayerSigns(invocation, payer);
  if (hashPosition(invocation, recentSlot) < 0) refuseSlot(invocation, recentSlot);
  const { address } = table;
  const derived = tableAddress(invocation, authority.address, recentSlot, bumpSeed);
  if (address !== derived)
    refuse(invocation, 'InvalidArgument', { log: `Table address must match derived address: ${derived}` });
  if (table.isOwned) return;
  const data = lookupTableBytes(authority.address, []);
  const lacking = lackingLamports(invocation, table, data.length);
  if (lacking > 0n) pay(invocation, payer, table, lacking);
  accountAt(invocation, 3);
  for (const call of allocateAndAssign(address, BigInt(data.length), LOOKUP_TABLE_PROGRAM))
    invocation.call(call, [address]);
  table.write(data);
}

type Three = [BorrowedAccount, BorrowedAccount, BorrowedAccount];

function refuseSlot(invocation: Invocation, slot: bigint): never {
  const now = invocation.accounts.clock.slot;
  return refuse(invocation, 'InvalidInstructionData', {
    log: `${slot} is not a recent slot`,
    sentence: `slot ${slot} is not a recent slot at slot ${now}`,
    hint: `a table is made with one of the last ${MAX_SLOT_HASHES} slots that have a block`,
  });
}

function tableAddress(invocation: Invocation, authority: Address, slot: bigint, bump: number): Address {
  const seeds = [decodeBase58(authority), new ByteWriter(8).u64(slot).bytes(), Uint8Array.of(bump)];
  return programAddressAt(LOOKUP_TABLE_PROGRAM, seeds) ?? refuse(invocation, 'invalidSeeds');
}

/** Freezes a table for ever. Accounts: the table, its authority. */
function freezeTable(invocation: Invocation): void {
  const account = signedTable(invocation);
  const table = changeableTable(invocation, account, 'Lookup table is already frozen');
  if (table.deactivationSlot !== undefined)
    refuse(invocation, 'InvalidArgument', { log: 'Deactivated tables cannot be frozen' });
  if (countAddresses(table) === 0)
    refuse(invocation, 'InvalidInstructionData', { log: 'Empty lookup tables cannot be frozen' });
  account.write(encodeLookupTable({ ...table, authority: null }));
}

const MAX_ADDRESSES = 256;

interface Extension {
  readonly newAddresses: readonly Address[];
}

/**
 * Adds addresses to a table. Accounts: the table, its authority; if lamports are lacking, also the payer and the system program.
 */
function extendTable(invocation: Invocation, { newAddresses: added }: Extension): void {
  const account = signedTable(invocation);
  const table = changeableTable(invocation, account);
  const before = countAddresses(table);
  const count = before + added.length;
  if (table.deactivationSlot !== undefined)
    refuse(invocation, 'InvalidArgument', { log: 'Deactivated tables cannot be extended' });
  if (before >= MAX_ADDRESSES)
    refuse(invocation, 'InvalidArgument', { log: 'Lookup table is full and cannot contain more addresses' });
  if (added.length === 0)
    refuse(invocation, 'InvalidInstructionData', { log: 'Must extend with at least one address' });
  if (count > MAX_ADDRESSES)
    refuse(invocation, 'InvalidInstructionData', {
      log: `Extended lookup table length ${count} would exceed max capacity of ${MAX_ADDRESSES}`,
    });
  if (!account.isWritable) refuse(invocation, 'readonlyData');
  const { slot } = invocation.accounts.clock;
  const isSameSlot = slot === table.lastExtendedSlot;
  const lastExtendedStartIndex = isSameSlot ? table.lastExtendedStartIndex : before;
  const addresses = Buffer.concat([table.addresses, ...added.map(decodeBase58)]);
  const data = encodeLookupTable({ ...table, lastExtendedSlot: slot, lastExtendedStartIndex, addresses });
  account.resize(data.length);
  account.write(data);
  const lacking = lackingLamports(invocation, account, data.length);
  if (lacking === 0n) return;
  const payer = accountAt(invocation, 2);
  assertPayerSigns(invocation, payer);
  accountAt(invocation, 3);
  pay(invocation, payer, account, lacking);
}

/** Deactivates a table, which can be closed some time later. Accounts: the table, its authority. */
function deactivateTable(invocation: Invocation): void {
  const account = signedTable(invocation);
  const table = changeableTable(invocation, account);
  if (table.deactivationSlot !== undefined)
    refuse(invocation, 'InvalidArgument', { log: 'Lookup table is already deactivated' });
  account.write(encodeLookupTable({ ...table, deactivationSlot: invocation.accounts.clock.slot }));
}

/**
 * Closes a table. Accounts: the table, its authority, the recipient of the lamports. The table keeps its owner, and has no data.
 */
function closeTable(invocation: Invocation): void {
  const account = signedTable(invocation);
  const recipient = accountAt(invocation, 2);
  if (account.address === recipient.address)
    refuse(invocation, 'InvalidArgument', { log: 'Lookup table cannot be the recipient of reclaimed lamports' });
  requireDeactivated(invocation, changeableTable(invocation, account).deactivationSlot);
  const { lamports } = account.account;
  if (lamports + recipient.account.lamports > U64_MAX) refuse(invocation, 'ArithmeticOverflow');
  if (!recipient.isWritable) refuse(invocation, 'readonlyLamports');
  if (!account.isWritable) refuse(invocation, 'readonlyData');
  recipient.addLamports(lamports);
  account.resize(0);
  account.subtractLamports(lamports);
}

/** Requires that transactions can no longer use a table: the sysvar lacks the slot in which it was deactivated. */
function requireDeactivated(invocation: Invocation, slot: bigint | undefined): void {
  if (slot === undefined) refuse(invocation, 'InvalidArgument', { log: 'Lookup table is not deactivated' });
  const isNow = slot === invocation.accounts.clock.slot;
  const position = isNow ? -1 : hashPosition(invocation, slot);
  if (position < 0 && !isNow) return;
  refuse(invocation, 'InvalidArgument', {
    log: `Table cannot be closed until it's fully deactivated in ${MAX_SLOT_HASHES - position} blocks`,
  });
}

const EFFECTS: Effects<(typeof LOOKUP_TABLE_ROWS)[number]> = {
  createLookupTable: createTable,
  freezeLookupTable: freezeTable,
  extendLookupTable: extendTable,
  deactivateLookupTable: deactivateTable,
  closeLookupTable: closeTable,
};

/**
 * The address lookup table program. Bytes behind an instruction are ignored.
 *
 * Source   solana-program/address-lookup-table 3.0 `processor.rs`
 */
export const addressLookupTableProgram: Program = (invocation) => {
  const { name, run } = decode(invocation);
  invocation.log(`Program log: Instruction: ${name}`);
  run(invocation);
};

interface DecodedInstruction {
  readonly name: string;
  readonly run: (invocation: Invocation) => void;
}

function decode(invocation: Invocation): DecodedInstruction {
  const data = bincodeReader(invocation.instruction);
  try {
    const row = LOOKUP_TABLE_ROWS[data.u32()];
    const run = row && readEffect(EFFECTS, row, data);
    if (run !== undefined) return { name: logName(row!), run };
  } catch (error) {
    if (!(error instanceof BytesError)) throw error;
  }
  return refuse(invocation, 'InvalidInstructionData', { sentence: 'no instruction of lookup tables has these bytes' });
}
