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
  /** of those addresses named so far that are wanted, as they are written */
  wordsOf(isWanted: (address: Address) => boolean): Iterable<string>;
  /** Of an address that stands for a wallet: the wallet was named in place of it. */
  holderOf(address: Address): TokenHolder | undefined;
}

/** Nothing has a name: addresses are shown. */
export const NO_ACCOUNT_NAMES: AccountNames = {
  show: (address) => `\`${address}\``,
  word: (address) => address,
  wordsOf: () => [],
  holderOf: () => undefined,
};
