import type { Address } from '../solana/address.ts';

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
