import { type Account, emptyAccount } from '../../solana/account.ts';
import {
  ADDRESS_BYTES,
  type Address,
  addressOf,
  DEPRECATED_LOADER,
  LOADER_V2,
  UPGRADEABLE_LOADER,
} from '../../solana/address.ts';
import { codeAddressOf, PROGRAM_DATA_HEADER, PROGRAM_TAG, UPGRADEABLE_PROGRAM } from '../../solana/programs/loaders.ts';

/**
 * The code of programs: where it is, and what replaces it.
 *
 * Source   solana loader-v3-interface state.rs
 * @module
 */

/** loaders whose programs have their code in their own account */
export const OLD_LOADERS: readonly Address[] = [DEPRECATED_LOADER, LOADER_V2];

/** loaders of compiled programs */
export const ELF_LOADERS: readonly Address[] = [...OLD_LOADERS, UPGRADEABLE_LOADER];
const ELF = Buffer.from('\x7fELF', 'latin1');

/** Whether transactions can call an account, if its code is there. */
export function isProgram(account: Account): boolean {
  return account.executable && (OLD_LOADERS.includes(account.owner) || codeAddressOf(account) !== undefined);
}

/** Whether the code is there, which ledgers often leave out. */
export function hasCode(program: Account, codeAccount: Account | undefined): boolean {
  if (program.owner !== UPGRADEABLE_LOADER) return startsElf(program.data, 0);
  return codeAccount !== undefined && startsElf(codeAccount.data, PROGRAM_DATA_HEADER.size);
}

export function startsElf(data: Uint8Array, offset: number): boolean {
  return Buffer.compare(data.subarray(offset, offset + ELF.length), ELF) === 0;
}

const NOWHERE = addressOf(new Uint8Array(ADDRESS_BYTES).fill(0xff));

/** Replaces a program without code: calling it fails as on a node. */
export function withoutCode(program: Account): Account {
  const data = UPGRADEABLE_PROGRAM.encode({ tag: PROGRAM_TAG, programData: NOWHERE });
  return { ...program, owner: UPGRADEABLE_LOADER, data };
}

/**
 * A compiled program that succeeds and does nothing.
 *
 * Source   ELF-64 object file format; solana-sbpf elf_parser
 */
const EMPTY_PROGRAM: Uint8Array = Buffer.from(
  [
    // header: a shared object for BPF, which starts at 64; three headers of sections at 104, the last one of names
    '7f454c460201010000000000000000000300f7000100000040000000000000000000000000000000',
    '680000000000000000000000400038000000400003000200',
    // at 64: r0 = 0, exit
    'b7000000000000009500000000000000',
    // at 80: .text, .shstrtab
    '002e74657874002e736873747274616200'.padEnd(48, '0'),
    // at 104: no section, the code, the names
    ''.padEnd(128, '0'),
    '010000000100000006000000000000004000000000000000400000000000000010'.padEnd(128, '0'),
    '070000000300000000000000000000000000000000000000500000000000000011'.padEnd(128, '0'),
  ].join(''),
  'hex',
);

/** lamports of a stand-in, more than its code needs for rent */
const EMPTY_PROGRAM_LAMPORTS = 1_000_000_000n;

/**
 * A program without effect, in place of one that a send rule replaces. It has lamports enough for its rent, because its size differs.
 */
export function emptyProgramFor(program: Address, account: Account | undefined): Account {
  const { lamports, rentEpoch } = account ?? emptyAccount(program);
  return {
    address: program,
    owner: LOADER_V2,
    data: EMPTY_PROGRAM,
    executable: true,
    lamports: lamports + EMPTY_PROGRAM_LAMPORTS,
    rentEpoch,
  };
}
