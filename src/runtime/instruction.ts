import type { Address } from '../solana/address.ts';

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

/** A wallet whose associated account stands for it. */
export interface TokenHolder {
  readonly wallet: Address;
  readonly mint: Address;
}

/** How messages name accounts. */
export interface AccountNames {
  /** as it is written, in backquotes */
  show(address: Address): string;
  /** as it is written */
  word(address: Address): string;
  /** The word most like this one, of those addresses named so far that are wanted. Only the first mistakes get one. */
  similarWord(word: string, isWanted: (address: Address) => boolean): string | undefined;
  /** Of an address that stands for a wallet: the wallet was named in place of it. */
  holderOf(address: Address): TokenHolder | undefined;
}

/** Nothing has a name: addresses are shown. */
export const NO_ACCOUNT_NAMES: AccountNames = {
  show: (address) => `\`${address}\``,
  word: (address) => address,
  similarWord: () => undefined,
  holderOf: () => undefined,
};
