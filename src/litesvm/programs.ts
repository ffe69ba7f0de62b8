/**
 * Accounts of programs, by where they have their code.
 *
 * Source   solana loader-v3-interface state.rs
 * @module
 */
import { ByteReader } from '../codec/byteReader.ts';
import { ByteWriter } from '../codec/byteWriter.ts';
import type { Account } from '../model/account.ts';
import { type Address, address, UPGRADEABLE_LOADER } from '../model/address.ts';
import { readAddress } from '../model/wireParts.ts';

const OLD_LOADERS: readonly Address[] = [
  address('BPFLoader1111111111111111111111111111111111'),
  address('BPFLoader2111111111111111111111111111111111'),
];
/** whose programs are files that were compiled for the virtual machine */
export const LOADERS_OF_FILES: readonly Address[] = [...OLD_LOADERS, UPGRADEABLE_LOADER];
const PROGRAM_BYTES = 36;
const PROGRAM_TAG = 2;
const CODE_OFFSET = 45;
const ELF = Buffer.from('\x7fELF', 'latin1');

/** Whether transactions can call an account, if its code is there. */
export function isProgram(account: Account): boolean {
  return account.executable && (OLD_LOADERS.includes(account.owner) || codeAddressOf(account) !== undefined);
}

/** The account that has the code of a program in place of its own. */
export function codeAddressOf({ data, owner }: Account): Address | undefined {
  if (owner !== UPGRADEABLE_LOADER || data.length < PROGRAM_BYTES) return undefined;
  const reader = new ByteReader(data);
  return reader.u32() === PROGRAM_TAG ? readAddress(reader) : undefined;
}

/** Whether the code is there, which ledgers often leave out. */
export function hasCode(program: Account, codeAccount: Account | undefined): boolean {
  if (program.owner !== UPGRADEABLE_LOADER) return startsElf(program.data, 0);
  return codeAccount !== undefined && startsElf(codeAccount.data, CODE_OFFSET);
}

function startsElf(data: Uint8Array, offset: number): boolean {
  return Buffer.compare(data.subarray(offset, offset + ELF.length), ELF) === 0;
}

/** In place of a program without code: one that fails as such programs do when they are called. */
export function withoutCode(program: Account): Account {
  const nowhere = new Uint8Array(32).fill(0xff);
  const data = new ByteWriter(PROGRAM_BYTES).u32(PROGRAM_TAG).append(nowhere).bytes();
  return { ...program, owner: UPGRADEABLE_LOADER, data };
}
