import type { Address } from '../model/address.ts';

export interface AccountMeta {
  readonly address: Address;
  readonly isSigner: boolean;
  readonly isWritable: boolean;
}

/** A call of a program, with its accounts by address. */
export interface Instruction {
  readonly program: Address;
  readonly accounts: readonly AccountMeta[];
  readonly data: Uint8Array;
}

/** How an instruction comes to be carried out, which some programs look at. */
export interface CallSite {
  /** by another program, as an inner instruction */
  readonly isCalled: boolean;
  /** the instruction before it is a memo */
  readonly followsMemo: boolean;
}

export function readonlyAccount(address: Address): AccountMeta {
  return { address, isSigner: false, isWritable: false };
}

export function writableAccount(address: Address): AccountMeta {
  return { address, isSigner: false, isWritable: true };
}

export function readonlySigner(address: Address): AccountMeta {
  return { address, isSigner: true, isWritable: false };
}

export function writableSigner(address: Address): AccountMeta {
  return { address, isSigner: true, isWritable: true };
}
