import { decodeBase58 } from '../codec/base58.ts';
import { ByteWriter } from '../codec/bytes.ts';
import { type Account, closedAccount } from '../solana/account.ts';
import { INSTRUCTIONS_SYSVAR, SYSVAR_OWNER } from '../solana/address.ts';
import type { Instruction } from '../solana/instruction.ts';

const SIGNER = 1;
const WRITABLE = 2;

/**
 * The account in which programs read the instructions of their transaction, in its state after the last one. It has no lamports.
 *
 * | field | type |
 * |---|---|
 * | number of instructions | u16 |
 * | offset of each instruction | u16 |
 * | each instruction: number of accounts, u16; flags and address of each; program; length of data, u16; data | |
 * | index of the instruction that runs | u16 |
 *
 * Source   solana instructions-sysvar 3.0 construct_instructions_data; agave 4.1 transaction-context push
 */
export function instructionsSysvar(instructions: readonly Instruction[]): Account {
  const bodies = instructions.map(instructionBytes);
  const writer = new ByteWriter().u16(instructions.length);
  let offset = 2 + 2 * instructions.length;
  for (const { length } of bodies) {
    writer.u16(offset);
    offset += length;
  }
  for (const body of bodies) writer.append(body);
  writer.u16(Math.max(instructions.length - 1, 0));
  return { ...closedAccount(INSTRUCTIONS_SYSVAR), owner: SYSVAR_OWNER, data: writer.bytes() };
}

function instructionBytes({ accounts, data, program }: Instruction): Uint8Array {
  const writer = new ByteWriter().u16(accounts.length);
  for (const { address, isSigner, isWritable } of accounts)
    writer.u8((isSigner ? SIGNER : 0) | (isWritable ? WRITABLE : 0)).append(decodeBase58(address));
  return writer.append(decodeBase58(program)).u16(data.length).append(data).bytes();
}
