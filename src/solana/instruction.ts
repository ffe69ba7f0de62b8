import type { Address } from './address.ts';

export interface AccountMeta {
  readonly address: Address;
  readonly isSigner: boolean;
  readonly isWritable: boolean;
}

/** An instruction with its program and its accounts by address. */
export interface Instruction {
  readonly program: Address;
  readonly accounts: readonly AccountMeta[];
  readonly data: Uint8Array;
}

export function readonlyAccount(address: Address): AccountMeta {
  return { address, isSigner: false, isWritable: false };
}

export function readonlySigner(address: Address): AccountMeta {
  return { address, isSigner: true, isWritable: false };
}
