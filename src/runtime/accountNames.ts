import type { Address } from '../model/address.ts';

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
