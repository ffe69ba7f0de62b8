import type { Address } from './address.ts';

export interface InstructionAccount {
  readonly address: Address;
  readonly isSigner: boolean;
  readonly isWritable: boolean;
}

/** An instruction with its program and its accounts by address. */
export interface Instruction {
  readonly program: Address;
  readonly accounts: readonly InstructionAccount[];
  readonly data: Uint8Array;
}

export function readonlyAccount(address: Address): InstructionAccount {
  return { address, isSigner: false, isWritable: false };
}

export function readonlySigner(address: Address): InstructionAccount {
  return { address, isSigner: true, isWritable: false };
}
