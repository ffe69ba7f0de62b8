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

/** The place of an instruction in its transaction, which some programs check. */
export interface CallSite {
  /** whether another program calls it, as an inner instruction */
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

/** A wallet that was given in place of its associated token account. */
export interface TokenHolder {
  readonly wallet: Address;
  readonly mint: Address;
}

/** Names of accounts in error texts. */
export interface AccountNames {
  /** the name in backquotes */
  show(address: Address): string;
  /** the name as written */
  word(address: Address): string;
  /** The most similar name so far of a wanted address. Only the first mistakes get one. */
  similarWord(name: string, isWanted: (address: Address) => boolean): string | undefined;
  /** The wallet that was named in place of this associated token account. */
  holderOf(address: Address): TokenHolder | undefined;
}

/** No account has a name: addresses are shown. */
export const NO_ACCOUNT_NAMES: AccountNames = {
  show: (address) => `\`${address}\``,
  word: (address) => address,
  similarWord: () => undefined,
  holderOf: () => undefined,
};
